import { isRecord, type Json, type JsonObject } from "@whileai/core";
import { fieldOf, type StoredRecord } from "./stored-record.js";
import type { WorldCall } from "./world-call.js";

/** One end of what a field may be. */
export interface Bound {
  readonly field: string;
  readonly value: number | string;
  /** 1 for the least, -1 for the most. */
  readonly direction: 1 | -1;
}

/** What one argument of a search asks of a record. */
export interface SearchFilter {
  readonly type: "id" | "field" | "bound" | "words" | "folder";
  /** The value as text. */
  readonly text: string;
  /** True for words that may name something, or nothing at all. */
  readonly isFree: boolean;
  /** What a record that this search finds has in its fields. */
  readonly fields: readonly (readonly [string, Json])[];
  /** For a bound: the field that it bounds, and the side. */
  readonly bound?: Bound;
  /** `isSubject` is true for the record that the ask is about: what is not known of it does not speak against it. */
  allows(record: StoredRecord, isSubject: boolean): boolean;
}

const WORDS_ARGUMENT = /(^|_)(q|query|text|keywords?|search|terms?|pattern|question|topic|phrase)$/i;
/** Arguments that say how results are shown. */
const SHAPE_ARGUMENT =
  /^(sort|order|sort_?by|order_?by|direction|fields|format|include|cursor|page_?token|language|verbose)$/i;
const LOWER_BOUND = /^(min|from|since|after|start)(_|$)|_(from|min|after|since)$/i;
const UPPER_BOUND = /^(max|to|until|before|end)(_|$)|_(to|max|before|until)$/i;
const FOLDER_ARGUMENT = /^(path|dir|directory|folder|root|in)$/i;
const SHORTEST_WORD = 3;

/** What the arguments of a search ask for, paging left out. */
export function searchFilters(args: JsonObject, call: WorldCall): SearchFilter[] {
  return Object.entries(args).flatMap(([name, value]): SearchFilter[] => {
    const { idParameter, idKind, kind } = call.profile;
    if (SHAPE_ARGUMENT.test(name) || value === null || typeof value === "object") return [];
    const isOwnId =
      name === "id" || name === `${kind}_id` || (name === idParameter && idKind === kind && /id$/i.test(name));
    if (isOwnId) return [idFilter(String(value))];
    if (kind === "file" && FOLDER_ARGUMENT.test(name)) return [folderFilter(String(value))];
    if (WORDS_ARGUMENT.test(name)) return [wordsFilter(String(value))];
    for (const [bound, direction] of [[LOWER_BOUND, 1] as const, [UPPER_BOUND, -1] as const]) {
      if (bound.test(name) && isComparable(value))
        return [boundFilter(name.replace(bound, ""), value, direction, call)];
    }
    return [fieldFilter(fieldOf(name), value, name !== idParameter && isFreeText(call, name), call)];
  });
}

// Members of an enumeration and numbers sort records; any other text names something.
function isFreeText({ tool }: WorldCall, name: string): boolean {
  const properties = tool.parameters.properties;
  const schema = isRecord(properties) ? properties[name] : undefined;
  if (/^(status|state|type|category|kind|priority|date|day)$/i.test(name)) return false;
  return isRecord(schema) && schema.type === "string" && !Array.isArray(schema.enum) && schema.format === undefined;
}

const idFilter = (text: string): SearchFilter => ({
  type: "id",
  text,
  isFree: false,
  fields: [],
  allows: () => true,
});

// Files lie in the folder that their path says.
function folderFilter(text: string): SearchFilter {
  const folder = text.replace(/^\.\//, "").replace(/\/+$/, "");
  return {
    type: "folder",
    text: folder,
    isFree: false,
    fields: [],
    allows: ({ fields }) => folder === "" || folder === "." || String(fields.id).startsWith(`${folder}/`),
  };
}

function wordsFilter(text: string): SearchFilter {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word.length >= SHORTEST_WORD);
  return {
    type: "words",
    text,
    isFree: true,
    fields: [],
    allows: (record, isSubject) =>
      isSubject ||
      words.length === 0 ||
      Object.values(record.fields).some(
        (value) => typeof value === "string" && words.some((word) => value.toLowerCase().includes(word)),
      ),
  };
}

function fieldFilter(name: string, value: Json, isFree: boolean, { store }: WorldCall): SearchFilter {
  return {
    type: "field",
    text: String(value),
    isFree,
    fields: [[name, value]],
    allows: (record, isSubject) => {
      const own = Object.hasOwn(record.fields, name) ? record.fields[name] : undefined;
      if (own === undefined) return isSubject;
      // What the person says of their own record is true of it, as long as no call has changed it.
      if (isSubject && isFree && record.changedAt === 0 && store.isSaid(String(value))) return true;
      return String(own).toLowerCase() === String(value).toLowerCase();
    },
  };
}

const isDate = (value: Json): value is string => typeof value === "string" && /^\d{4}-\d\d/.test(value);
const isComparable = (value: Json): value is number | string => typeof value === "number" || isDate(value);

/** Fields that say when a thing is, where none is called a date. */
const WHEN = /^(start|when|scheduled|due|begin)|(^|_)(date|day|time|at|on)$/i;

// "from" and "since" without a word of their own bound the day that things of this kind have.
function boundField(rest: string, value: number | string, { store, profile }: WorldCall): string {
  if (rest !== "" && rest !== "date" && rest !== "time") return rest;
  if (!isDate(value)) return rest === "" ? "amount" : rest;
  const fields = store.fieldsOf(profile.kind);
  return fields.find((name) => name === "date") ?? fields.find((name) => WHEN.test(name)) ?? "date";
}

function boundFilter(rest: string, value: number | string, direction: 1 | -1, call: WorldCall): SearchFilter {
  const field = boundField(rest, value, call);
  return {
    type: "bound",
    text: String(value),
    isFree: false,
    fields: [],
    bound: { field, value, direction },
    allows: (record, isSubject) => {
      const own = Object.hasOwn(record.fields, field) ? record.fields[field] : undefined;
      if (own === undefined) return isSubject;
      if (typeof own !== typeof value) return false;
      // A day is bounded as a day, whatever the hour.
      const side = typeof own === "string" ? own.slice(0, String(value).length) : (own as number);
      return side === value || side > value === direction > 0;
    },
  };
}
