import { ToolSchemaError } from "../errors/tool-schema-error.js";
import { isRecord } from "../json/json.js";
import { type ReadType, readType } from "./type-spelling.js";

type Schema = Record<string, unknown>;

/** Keywords whose value is one schema. */
const ONE = ["additionalProperties", "contains", "propertyNames", "not", "if", "then", "else", "unevaluatedProperties"];
/** Keywords whose value is a list of schemas. */
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
/** Keywords whose value is a map of schemas. */
const MAPS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const MAX_DEPTH = 64;
/** Where a type's own spelling is kept when it was not JSON Schema's. */
const ORIGINAL_TYPE = "x-original-type";

interface Place {
  readonly tool: string | undefined;
  readonly path: string;
  readonly depth: number;
  /** True for one part of a schema that has several: the names it requires may be properties of another part. */
  readonly isPart?: boolean;
}

/** Keywords whose schema adds to the one it stands in. */
const PARTS = new Set(["if", "then", "else", "not"]);

/**
 * A copy of a JSON Schema in today's words: types as JSON Schema spells them (`dict` is `object`, `float` is `number`,
 * `tuple` is `array`, `any` is no type at all; the old spelling stays under `x-original-type`), draft 4 exclusive bounds
 * and `items` lists in the 2020-12 form, `required: true` on a property moved to its parent.
 *
 * Throws {@link ToolSchemaError} with the path of the first thing that cannot be read. The input is not changed.
 */
export function normalizeSchema(schema: unknown, path: string, tool?: string): Schema {
  return normalize(schema, { tool, path, depth: 0 });
}

function refuse(place: Place, message: string, fix: string): never {
  const owner = place.tool === undefined ? "A tool" : `Tool ${JSON.stringify(place.tool)}`;
  throw new ToolSchemaError({ tool: place.tool, path: place.path, message: `${owner}: ${message}`, fix });
}

function normalize(schema: unknown, place: Place): Schema {
  if (place.depth > MAX_DEPTH) {
    refuse(place, `\`${place.path}\` is nested deeper than ${MAX_DEPTH} levels.`, "Use $defs and $ref, or flatten it.");
  }
  if (!isRecord(schema)) {
    refuse(
      place,
      `\`${place.path}\` must be a schema object, got ${kindOf(schema)}.`,
      "Write a JSON Schema object there.",
    );
  }
  const below = (key: string): Place => ({
    ...place,
    path: `${place.path}.${key}`,
    depth: place.depth + 1,
    isPart: PARTS.has(key),
  });
  const result: Schema = { ...schema };
  if ("type" in result) normalizeType(result, below("type"));
  for (const bound of ["Minimum", "Maximum"]) normalizeBound(result, bound);
  normalizeItems(result, below("items"));
  for (const key of MAPS) if (result[key] !== undefined) result[key] = normalizeMap(result, key, below(key));
  for (const key of LISTS) if (result[key] !== undefined) result[key] = normalizeList(result[key], below(key));
  for (const key of ONE) if (isRecord(result[key])) result[key] = normalize(result[key], below(key));
  if ("enum" in result && !Array.isArray(result.enum)) {
    refuse(
      below("enum"),
      `\`${place.path}.enum\` must be an array, got ${kindOf(result.enum)}.`,
      "List the allowed values.",
    );
  }
  if ("required" in result) checkRequired(result, { ...below("required"), isPart: place.isPart === true });
  return result;
}

function normalizeType(result: Schema, place: Place): void {
  const given = result.type;
  if (given === null || given === undefined) {
    delete result.type;
    return;
  }
  const spellings = Array.isArray(given) ? given : [given];
  const read = spellings.map((spelling) => (typeof spelling === "string" ? readType(spelling) : undefined));
  const unread = read.indexOf(undefined);
  if (unread >= 0 || read.length === 0) {
    refuse(
      place,
      `the type ${JSON.stringify(spellings[unread] ?? given)} at \`${place.path}\` cannot be read.`,
      "Use string, number, integer, boolean, array, object or null.",
    );
  }
  const known = read as ReadType[];
  const free = known.some((type) => type.types.length === 0);
  const types = free ? [] : [...new Set(known.flatMap((type) => type.types))];
  const items = known.find((type) => type.items)?.items;
  if (items && result.items === undefined && types.includes("array")) result.items = schemaOf(items);
  if (types.length === 0) delete result.type;
  else result.type = Array.isArray(given) || types.length > 1 ? types : types[0];
  if (JSON.stringify(result.type) !== JSON.stringify(given)) result[ORIGINAL_TYPE] = given;
}

function schemaOf(type: ReadType): Schema {
  return {
    ...(type.types.length === 0 ? {} : { type: type.types.length === 1 ? type.types[0] : type.types }),
    ...(type.items ? { items: schemaOf(type.items) } : {}),
  };
}

function normalizeBound(result: Schema, bound: string): void {
  const exclusive = `exclusive${bound}`;
  const inclusive = bound.toLowerCase();
  if (typeof result[exclusive] !== "boolean") return;
  if (result[exclusive] && typeof result[inclusive] === "number") {
    result[exclusive] = result[inclusive];
    delete result[inclusive];
  } else delete result[exclusive];
}

function normalizeItems(result: Schema, place: Place): void {
  if (Array.isArray(result.items)) {
    if (result.prefixItems === undefined) result.prefixItems = result.items;
    delete result.items;
    if (result.additionalItems !== undefined) result.items = result.additionalItems;
    delete result.additionalItems;
  }
  if (isRecord(result.items)) result.items = normalize(result.items, place);
}

function normalizeList(value: unknown, place: Place): unknown[] {
  if (!Array.isArray(value)) {
    refuse(
      place,
      `\`${place.path}\` must be an array of schemas, got ${kindOf(value)}.`,
      "Put the schemas in an array.",
    );
  }
  return value.map((entry, index) =>
    typeof entry === "boolean" ? entry : normalize(entry, { ...place, path: `${place.path}[${index}]`, isPart: true }),
  );
}

function normalizeMap(owner: Schema, key: string, place: Place): Schema {
  const value = owner[key];
  if (!isRecord(value)) {
    refuse(
      place,
      `\`${place.path}\` must be an object of schemas, got ${kindOf(value)}.`,
      "Map each name to its schema.",
    );
  }
  const moved: string[] = [];
  const entries = Object.entries(value).map(([name, entry]): [string, unknown] => {
    if (typeof entry === "boolean") return [name, entry];
    let schema = entry;
    if (isRecord(schema) && typeof schema.required === "boolean") {
      if (schema.required) moved.push(name);
      const { required: _, ...rest } = schema;
      schema = rest;
    }
    return [name, normalize(schema, { ...place, path: `${place.path}.${name}` })];
  });
  if (key === "properties" && moved.length > 0) {
    owner.required = [...new Set([...(Array.isArray(owner.required) ? owner.required : []), ...moved])];
  }
  return Object.fromEntries(entries);
}

function checkRequired(result: Schema, place: Place): void {
  const { required } = result;
  if (required === null) {
    delete result.required;
    return;
  }
  if (!Array.isArray(required) || required.some((name) => typeof name !== "string")) {
    refuse(place, `\`${place.path}\` must be an array of property names, got ${kindOf(required)}.`, "List the names.");
  }
  result.required = [...new Set(required)];
  // A schema that composes others may take its properties from them, and one part of it from another.
  if (place.isPart) return;
  if (["allOf", "anyOf", "oneOf", "$ref", "patternProperties"].some((key) => key in result)) return;
  const known = isRecord(result.properties) ? Object.keys(result.properties) : [];
  const unknown = required.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    refuse(
      place,
      `\`${place.path}\` names ${JSON.stringify(unknown)}, which is not among the properties.`,
      `Known properties: ${known.join(", ") || "none"}.`,
    );
  }
}

/** A value's kind in words, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === "function" ? "a function" : String(value);
}
