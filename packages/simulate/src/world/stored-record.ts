import { type Json, type JsonObject, setOwn } from "@whileai/core";
import { copyJson } from "./copy-json.js";

/** A thing in the world. */
export interface StoredRecord {
  readonly kind: string;
  fields: JsonObject;
  /** The fields before the first change; null as long as nothing has changed. */
  origin: JsonObject | null;
  /** True for what a call has created. */
  readonly isNew: boolean;
  deleted: boolean;
  /** Set once an action has closed the record, by the situation or by a call: the action's word, or "". */
  closedBy: string | null;
  /** The arguments of the creation that was cut off, as text; null for every other record. */
  begunBy: string | null;
  /** How many calls changed it, plus one. */
  version: number;
  /** When it was changed last, among the changes of the rollout; 0 for never. */
  changedAt: number;
}

export const newRecord = (kind: string, fields: JsonObject, isNew = false): StoredRecord => ({
  kind,
  fields,
  origin: null,
  isNew,
  deleted: false,
  closedBy: null,
  begunBy: null,
  version: 1,
  changedAt: 0,
});

/** A record as a tool shows it: as it is, or as it was before the rollout changed it. */
export function shown(record: StoredRecord, view: "now" | "before" = "now"): JsonObject {
  if (view === "before" && record.origin !== null) return copyJson(record.origin);
  const fields = copyJson(record.fields);
  if (record.version > 1 && !Object.hasOwn(fields, "version")) fields.version = record.version;
  return fields;
}

/** The field of a record that an argument of a write sets: `new_date` sets `date`. */
export const fieldOf = (argument: string): string => argument.replace(/^(new|updated|target)_?(?=[a-z])/i, "");

/** Arguments that hold the changes instead of naming one. */
const CHANGES = /^(fields|changes|updates?|patch|attributes|properties|values)$/i;

/** What the arguments of a write set, by field. */
export function writtenFields(args: JsonObject, idParameter: string | null): [string, Json][] {
  return Object.entries(args).flatMap(([name, value]): [string, Json][] => {
    if (name === idParameter) return [];
    if (CHANGES.test(name) && typeof value === "object" && value !== null && !Array.isArray(value)) {
      return Object.entries(value).filter(([field]) => field !== "id");
    }
    return [[fieldOf(name), value]];
  });
}

/** Pairs of arguments that say which text takes the place of which: `old_text` and `new_text`. */
const REPLACEMENTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^old_?(text|str|string|content|code|value)$/i, ["new"]],
  [/^(search|find)(_text|_string)?$/i, ["replace", "replacement"]],
];

/** Which arguments replace a part of a record's text. */
export function replacements(args: Readonly<Record<string, unknown>>): { readonly old: string; readonly by: string }[] {
  return Object.keys(args).flatMap((old) =>
    REPLACEMENTS.flatMap(([pattern, words]) => {
      if (!pattern.test(old)) return [];
      const names = words.flatMap((word) => [word, old.replace(/^(old|search|find)/i, word)]);
      const by = names.find((name) => Object.hasOwn(args, name) && name !== old);
      return by === undefined ? [] : [{ old, by }];
    }),
  );
}

/** Sets fields of a record. */
export function setFields(record: StoredRecord, fields: readonly (readonly [string, Json])[]): void {
  for (const [name, value] of fields) setOwn(record.fields, name, copyJson(value));
}
