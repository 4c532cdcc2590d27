import { isRecord } from "@whileai/core";

type Schema = Record<string, unknown>;

/** Keywords whose value is a list of schemas. */
const LISTS = ["anyOf", "allOf", "oneOf"];
/** Keywords whose value is a map of schemas. */
const MAPS = ["properties", "definitions"];

/** A schema as frameworks send it: objects take no properties that they do not name. The input is not changed. */
export function closedObjects(schema: Schema): Schema {
  const closed: Schema = { ...schema };
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const isObject = types.includes("object");
  if (isObject) {
    closed.additionalProperties = isRecord(schema.additionalProperties)
      ? closedObjects(schema.additionalProperties)
      : false;
  }
  for (const key of MAPS) {
    const map = schema[key];
    if (!isRecord(map) || (key === "properties" && !isObject)) continue;
    closed[key] = Object.fromEntries(Object.entries(map).map(([name, entry]) => [name, closedEntry(entry)]));
  }
  if (Array.isArray(schema.items)) closed.items = schema.items.map(closedEntry);
  else if (schema.items !== undefined) closed.items = closedEntry(schema.items);
  for (const key of LISTS) if (Array.isArray(schema[key])) closed[key] = (schema[key] as unknown[]).map(closedEntry);
  return closed;
}

const closedEntry = (entry: unknown): unknown => (isRecord(entry) ? closedObjects(entry) : entry);
