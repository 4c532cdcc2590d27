import { isRecord, type ToolSchema } from "@whileai/core";
import { fieldOf } from "./stored-record.js";
import { profileOf, type ToolProfile } from "./tool-profile.js";

export interface KnownTool {
  readonly tool: ToolSchema;
  readonly profile: ToolProfile;
}

/** A list of tools as a world needs it; read once per list, because every rollout has a world of its own. */
export interface ToolSet {
  readonly byName: ReadonlyMap<string, KnownTool>;
  /** What tools can set on a kind of thing: by kind and field, the field's schema. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

const sets = new WeakMap<readonly ToolSchema[], ToolSet>();

/** The tools of a list by name, and the fields that their records have. */
export function toolSetOf(tools: readonly ToolSchema[]): ToolSet {
  let set = sets.get(tools);
  if (set === undefined) {
    const byName = new Map(tools.map((tool) => [tool.name, { tool, profile: profileOf(tool) }]));
    set = { byName, fields: fieldsOf([...byName.values()]) };
    sets.set(tools, set);
  }
  return set;
}

// What tools can set on a kind of thing is what its records have.
function fieldsOf(tools: readonly KnownTool[]): Map<string, Map<string, unknown>> {
  const kinds = new Map<string, Map<string, unknown>>();
  for (const { tool, profile } of tools) {
    const { verb, kind, idKind, idParameter } = profile;
    const fields = kinds.get(kind) ?? new Map<string, unknown>();
    kinds.set(kind, fields);
    const properties: unknown = tool.parameters.properties;
    if (verb === "search" || verb === "read" || verb === "compute" || !isRecord(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const namesItself = name === idParameter && idKind === kind;
      if (!namesItself && isPlain(schema)) fields.set(fieldOf(name), schema);
    }
  }
  return kinds;
}

const isPlain = (schema: unknown): boolean =>
  isRecord(schema) &&
  (Array.isArray(schema.enum) || ["string", "number", "integer", "boolean"].includes(schema.type as string));
