import { canonicalJson, derive, type Json, type JsonObject } from "@whileai/core";
import { boundedFields } from "./bounded-field.js";
import { sampleId, samplePath } from "./sample-text.js";
import { type SearchFilter, searchFilters } from "./search-filters.js";
import { type StoredRecord, shown } from "./stored-record.js";
import type { Answer, WorldCall } from "./world-call.js";

/** Most items a search gives when the call does not say. */
const SEARCH_LIMIT = 6;
/** Most items a search gives, whatever the call says. Convention. */
const LARGEST_LIMIT = 50;
/** How likely words that nothing speaks for are to find something. Convention of the Python package, as for identifiers. */
const WORDS_FIND = 0.7;
const LIMIT_ARGUMENT =
  /^(limit|max|top_?k|n|count|page_?size|max_?results|num_?results|per_page|first|size|maxResults|pageSize|topK)$/i;
const SKIP_ARGUMENT = /^(offset|skip|start_?index)$/i;
const PAGE_ARGUMENT = /^page(_?(number|no|index))?$/i;

/**
 * The records of a kind that fit the arguments: the one the ask is about first, then what the rollout changed last, then what
 * earlier searches came across, then new finds. The same search finds the same records again, changed as they are by then.
 */
export function searchRecords(call: WorldCall): Answer {
  const { store, profile, arguments: args } = call;
  const { kind } = profile;
  const foreign = foreignId(call);
  if (foreign !== undefined && store.find(foreign.kind, foreign.id).every((record) => record.deleted)) {
    return foreign.isRequired ? { failure: { status: "not_found", missing: [foreign.id] } } : listing([], call, kind);
  }
  const asked = Object.entries(args).filter(([name]) => !isPaging(name));
  const filters = searchFilters(Object.fromEntries(asked), call);
  const salt = `${kind} ${canonicalJson(Object.fromEntries(asked))}`;
  const view = call.manner === "outdated" ? "before" : "now";
  const found = matching(call, filters, salt).filter((record) => (view === "before" ? !record.isNew : !record.deleted));
  const { limit, skip } = paging(args);
  const page = found.slice(skip, skip + limit).map((record) => shown(record, view));
  return listing(page, call, salt, skip + limit < found.length && limit > 0);
}

const listing = (items: JsonObject[], { tool }: WorldCall, salt: string, hasMore = false): Answer => ({
  status: "ok",
  data: items,
  beside: { total: items.length, ...(hasMore ? { has_more: true } : {}) },
  salt: `${tool.name} ${salt}`,
});

function matching(call: WorldCall, filters: readonly SearchFilter[], salt: string): StoredRecord[] {
  const { store } = call;
  const { kind } = call.profile;
  const named = filters.find((filter) => filter.type === "id");
  if (named !== undefined) return fitting(store.find(kind, named.text), filters);
  const subject = store.subject(kind).filter((record) => filters.every((filter) => filter.allows(record, true)));
  const others = fitting(
    store.seen(kind).filter((record) => !subject.includes(record)),
    filters,
  );
  const isRepeated = store.searched.has(salt);
  const before = store.searched.get(salt) ?? [];
  // A find stays a find of the same words, though the words are nowhere in it.
  const again = before.filter(
    (record) => !subject.includes(record) && !others.includes(record) && agrees(record, filters),
  );
  const known = [...subject, ...others.sort((left, right) => right.changedAt - left.changedAt), ...again];
  if (isRepeated) return known;
  const finds = wasListed(call, filters) ? [] : newFinds(call, filters, salt, known.length);
  store.searched.set(salt, finds);
  store.listed(kind).push(Object.fromEntries(Object.entries(call.arguments).filter(([name]) => !isPaging(name))));
  return [...known, ...finds];
}

// A list that was shown whole has all that a narrower one has: what was not there is not found by asking for less of it.
function wasListed({ store, profile, arguments: args }: WorldCall, filters: readonly SearchFilter[]): boolean {
  const listed = store.listed(profile.kind);
  if (listed.length === 0 || filters.some((filter) => filter.isFree)) return false;
  const seen = store.seen(profile.kind);
  const names = filters.flatMap(({ bound, fields }) => bound?.field ?? fields.map(([name]) => name));
  // What records do not have says nothing of them.
  const isTold = (name: string): boolean => seen.some(({ fields }) => Object.hasOwn(fields, name));
  if (seen.length > 0 && !names.every(isTold)) return false;
  return listed.some((wider) => isNarrower(args, wider));
}

const isNarrower = (args: JsonObject, wider: JsonObject): boolean =>
  Object.entries(wider).every(
    ([name, value]) => Object.hasOwn(args, name) && canonicalJson(args[name] as Json) === canonicalJson(value),
  );

const fitting = (records: readonly StoredRecord[], filters: readonly SearchFilter[]): StoredRecord[] =>
  records.filter((record) => filters.every((filter) => filter.allows(record, false)));

const agrees = (record: StoredRecord, filters: readonly SearchFilter[]): boolean =>
  filters.every((filter) => filter.type === "words" || filter.allows(record, false));

function newFinds(call: WorldCall, filters: readonly SearchFilter[], salt: string, known: number): StoredRecord[] {
  const { store } = call;
  const { kind } = call.profile;
  const words = filters.filter((filter) => filter.isFree);
  // What the person speaks of is what the situation says is missing.
  if (words.some((filter) => store.isSaid(filter.text)) && store.isSubjectMissing) return [];
  const drawn = 1 + derive(store.seed, "count", salt).integer(SEARCH_LIMIT);
  const isFound =
    words.every((filter) => store.isSaid(filter.text)) || derive(store.seed, "words", salt).uniform() < WORDS_FIND;
  const stream = derive(store.seed, "search", salt);
  const finds: StoredRecord[] = [];
  const fields = filters.flatMap((filter) => filter.fields);
  for (let count = known; isFound && count < drawn; count++) {
    const id = kind === "file" ? samplePath(folderOf(filters), stream) : sampleId(kind, stream);
    const [record] = store.comeAcross(kind, id, [...fields, ...boundedFields(filters, stream)]);
    if (record !== undefined && record.changedAt === 0) finds.push(record);
  }
  return finds;
}

const folderOf = (filters: readonly SearchFilter[]): string =>
  filters.find(({ type }) => type === "folder")?.text.replace(/\/+$/, "") ?? "src";

/** An argument that names a record of another kind: the customer whose orders are listed. */
function foreignId({ store, profile, tool, arguments: args }: WorldCall) {
  const { idParameter, kind, idKind } = profile;
  const value = idParameter === null ? undefined : args[idParameter];
  if (idParameter === null || idKind === kind || (typeof value !== "string" && typeof value !== "number")) return;
  if (!store.isKnownKind(idKind, idParameter)) return;
  const { required } = tool.parameters;
  return { kind: idKind, id: String(value), isRequired: Array.isArray(required) && required.includes(idParameter) };
}

const isPaging = (name: string): boolean =>
  LIMIT_ARGUMENT.test(name) || SKIP_ARGUMENT.test(name) || PAGE_ARGUMENT.test(name);

function paging(args: JsonObject): { readonly limit: number; readonly skip: number } {
  const numbered = (pattern: RegExp): number | undefined => {
    const entry = Object.entries(args).find(([name, value]) => pattern.test(name) && wholeNumber(value) !== undefined);
    return entry && wholeNumber(entry[1]);
  };
  const limit = Math.min(numbered(LIMIT_ARGUMENT) ?? SEARCH_LIMIT, LARGEST_LIMIT);
  const page = numbered(PAGE_ARGUMENT) ?? 1;
  const skip = (numbered(SKIP_ARGUMENT) ?? 0) + Math.max(0, page - 1) * limit;
  return { limit, skip };
}

// "3" and 3.7 mean 3; what is negative or no number means nothing.
function wholeNumber(value: Json): number | undefined {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return undefined;
  const number = Math.floor(Number(value));
  return number >= 0 ? Math.min(number, Number.MAX_SAFE_INTEGER) : undefined;
}
