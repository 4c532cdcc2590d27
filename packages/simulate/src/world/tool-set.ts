import { isRecord, type ToolSchema } from "@whileai/core";
import { fieldOf, replacements } from "./stored-record.js";
import { nameWords, profileOf, type ToolProfile } from "./tool-profile.js";

export interface KnownTool {
  readonly tool: ToolSchema;
  readonly profile: ToolProfile;
}

/** A list of tools as a world needs it; read once per list, because every rollout has a world of its own. */
export interface ToolSet {
  readonly byName: ReadonlyMap<string, KnownTool>;
  /** What tools can set on a kind of thing: by kind and field, the field's schema. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** The currencies that the tools know, or undefined where none says. */
  readonly currencies: readonly string[] | undefined;
}

const sets = new WeakMap<readonly ToolSchema[], ToolSet>();

/** The tools of a list by name, and the fields that their records have. */
export function toolSetOf(tools: readonly ToolSchema[]): ToolSet {
  let set = sets.get(tools);
  if (set === undefined) {
    const byName = new Map(tools.map((tool) => [tool.name, { tool, profile: profileOf(tool) }]));
    set = { byName, fields: fieldsOf([...byName.values()]), currencies: currenciesOf(tools) };
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
    const measured = measuredBy(tool, profile);
    if (measured !== undefined) fields.set(measured, MEASURE);
    if (verb === "search" || verb === "read" || verb === "compute" || !isRecord(properties)) continue;
    const replaced = new Set(replacements(properties).flatMap(({ old, by }) => [old, by]));
    for (const [name, schema] of Object.entries(properties)) {
      const namesItself = (name === idParameter && idKind === kind) || replaced.has(name) || OTHER.test(name);
      if (!namesItself && isPlain(schema)) fields.set(fieldOf(name), schema);
    }
  }
  return kinds;
}

/** An argument that names another thing of the kind, which is no part of it. */
const OTHER = /^(duplicate|secondary|other)_/;

/** What an account has that `get_balance` tells. */
const MEASURE = { type: "number", minimum: 0, maximum: 2000, multipleOf: 0.01 };

/** The number of a record that a tool reads: its name says `balance`, its identifier an account. */
function measuredBy(tool: ToolSchema, { verb, kind }: ToolProfile): string | undefined {
  if (verb !== "read") return undefined;
  return nameWords(tool.name).find((word) => word !== kind && MEASURED.test(word));
}

const MEASURED = /^(balance|price|score|temperature|weight|distance)$/;

// A world whose tools take euros has no dollars.
function currenciesOf(tools: readonly ToolSchema[]): readonly string[] | undefined {
  for (const { parameters } of tools) {
    const { currency } = isRecord(parameters.properties) ? parameters.properties : {};
    const members: unknown[] = isRecord(currency) && Array.isArray(currency.enum) ? currency.enum : [];
    const texts = members.filter((member) => typeof member === "string");
    if (texts.length > 0) return texts;
  }
  return undefined;
}

const isPlain = (schema: unknown): boolean =>
  isRecord(schema) &&
  (Array.isArray(schema.enum) || ["string", "number", "integer", "boolean"].includes(schema.type as string));
