import { canonicalJson, type Json, type JsonObject } from "@whileai/core";
import { BEGUN, OVER, type RecordStore } from "./record-store.js";
import { replacements, type StoredRecord, setFields, shown, writtenFields } from "./stored-record.js";
import { type Answer, halfSaved, type Success, type WorldCall } from "./world-call.js";

/** Parameters whose value is the identifier of the thing that is made: a path, not a title. */
const GIVEN_ID = /(^|_)(ids?|uuid|guid|key|slug|sku|paths?|file|filename|filepath|folder|directory|url|uri)$/i;
/** Words of a tool that puts something in its place, whether it was there or not. */
const OVERWRITES = new Set(["write", "upload", "post", "send", "submit"]);
/** Where a record stands in the middle of something. */
const UNDER_WAY = "in progress";

/** Carries out a call that changes, closes or deletes one record. */
export function changeRecord(call: WorldCall, id: string): Answer {
  const found = writable(call, call.profile.kind, id);
  if ("failure" in found) return found;
  const { record } = found;
  const { verb, action } = call.profile;
  if (verb === "close" && record.closedBy === action && !isHalfDone(record)) return alreadyDone(record);
  const edited = replaced(record, call.arguments);
  if ("failure" in edited) return edited;
  const fields = edited.fields ?? writtenFields(call.arguments, call.profile.idParameter);
  call.store.change(record);
  if (call.manner === "half") return changeHalf(call, record, fields);
  finish(record, call.store);
  if (verb === "delete") {
    record.deleted = true;
    return { status: "deleted", data: { removed: id }, isFlat: true, salt: id };
  }
  setFields(record, fields);
  const state = verb === "change" ? STATES.get(action) : undefined;
  if (
    state !== undefined &&
    !fields.some(([name]) => name === "status") &&
    call.store.allows(record.kind, "status", state)
  ) {
    record.fields.status = state;
  }
  if (verb === "close") {
    record.closedBy = action;
    record.fields.status = call.store.statusOf(record.kind, pastOf(action), ...OVER);
  }
  return answered(call, "ok", record);
}

/** Fields that a replacement looks in, before all others. */
const TEXT_FIELDS = ["content", "text", "body", "description", "code"];

// A replacement changes the text that has the old words, and fails where no text has them.
function replaced(
  { fields }: StoredRecord,
  args: JsonObject,
): { readonly fields?: readonly (readonly [string, Json])[] } | { readonly failure: JsonObject } {
  const [pair] = replacements(args);
  if (pair === undefined) return {};
  const [old, by] = [args[pair.old], args[pair.by]];
  if (typeof old !== "string" || typeof by !== "string" || old === "") return {};
  const names = [...TEXT_FIELDS, ...Object.keys(fields)].filter((name) => name !== "id" && Object.hasOwn(fields, name));
  const name = names.find((field) => typeof fields[field] === "string" && (fields[field] as string).includes(old));
  if (name === undefined) {
    return { failure: { status: "rejected", reason: "no_match", error: `the text of \`${pair.old}\` is not there` } };
  }
  return { fields: [[name, (fields[name] as string).replace(old, () => by)]] };
}

// The first half of what was to be set is set; a call that sets nothing has only its own step left.
function changeHalf(call: WorldCall, record: StoredRecord, fields: readonly (readonly [string, Json])[]): Answer {
  const { verb, action, idParameter } = call.profile;
  const ends = verb === "change" ? [] : [action];
  const half = Math.floor(fields.length / 2);
  setFields(record, fields.slice(0, half));
  const open = [...fields.slice(half).map(([name]) => name), ...ends];
  markHalfDone(record, open);
  const names = [...(idParameter === null ? [] : [idParameter]), ...fields.map(([name]) => name), ...ends];
  return { failure: halfSaved(names, names.length - open.length) };
}

/**
 * Creates a record. `target` is the record of another kind that it is for, which must be there. A creation that was cut off
 * before is finished by the same call.
 */
export function createRecord(
  call: WorldCall,
  target: { readonly kind: string; readonly id: string } | undefined,
): Answer {
  const { store, profile, arguments: args } = call;
  if (target !== undefined) {
    const found = writable(call, target.kind, target.id);
    if ("failure" in found) return found;
  }
  const given = givenId(call);
  const content = Object.entries(args).filter(([name]) => given === undefined || name !== profile.idParameter);
  const begun = given === undefined ? unfinished(store, profile.kind, args) : present(store, profile.kind, given);
  if (begun !== undefined && !isHalfDone(begun) && !OVERWRITES.has(profile.action)) {
    return { failure: { status: "rejected", reason: "already_exists", data: shown(begun) } };
  }
  const record = begun ?? store.create(profile.kind, args, given);
  store.change(record);
  if (call.manner === "half") {
    const half = Math.floor(content.length / 2);
    const names = content.map(([name]) => name);
    setFields(record, content.slice(0, half));
    markHalfDone(record, names.slice(half));
    record.begunBy = canonicalJson(args);
    return { failure: { ...halfSaved(names, half), id: record.fields.id as Json } };
  }
  finish(record, store);
  setFields(record, content);
  record.fields.status ??= store.statusOf(profile.kind, ...BEGUN);
  return { ...answered(call, "created", record), isFlat: true, beside: { id: record.fields.id as Json } };
}

const unfinished = (store: RecordStore, kind: string, args: JsonObject): StoredRecord | undefined =>
  store.seen(kind).find((record) => isHalfDone(record) && record.begunBy === canonicalJson(args));

const present = (store: RecordStore, kind: string, id: string): StoredRecord | undefined =>
  store.seen(kind).find((record) => !record.deleted && String(record.fields.id) === id);

function givenId({ profile, arguments: args }: WorldCall): string | undefined {
  const { idParameter, kind, idKind } = profile;
  if (idParameter === null || idKind !== kind || !GIVEN_ID.test(idParameter)) return undefined;
  const value = args[idParameter];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** The one record that a write is about, or why there is none. */
function writable(
  { store, arguments: args }: WorldCall,
  kind: string,
  id: string,
): { readonly record: StoredRecord } | { readonly failure: JsonObject } {
  const records = store.find(kind, id).filter((record) => !record.deleted);
  // Of several records under one identifier, a call can only mean one by its number.
  const [record] =
    records.length > 1
      ? records.filter(({ fields }) => fields.entry !== undefined && fields.entry === args.entry)
      : records;
  if (record === undefined) {
    return records.length === 0
      ? { failure: { status: "not_found", missing: [id] } }
      : {
          failure: {
            status: "rejected",
            reason: "ambiguous",
            error: "more than one record answers to this",
            matches: records.length,
            data: records.map((entry) => shown(entry)),
          },
        };
  }
  return record.closedBy === "" ? alreadyDone(record) : { record };
}

const alreadyDone = (record: StoredRecord): { readonly failure: JsonObject } => ({
  failure: { status: "already_done", reason: "already_acted_on", data: shown(record) },
});

function answered(call: WorldCall, status: string, record: StoredRecord): Success {
  const data = shown(record, call.manner === "outdated" ? "before" : "now");
  return { status, data, salt: String(record.fields.id) };
}

const isHalfDone = (record: StoredRecord): boolean => record.fields.half_done === true;

function markHalfDone({ fields }: StoredRecord, open: readonly string[]): void {
  fields.half_done = true;
  fields.open_steps = [...open];
  fields.status = UNDER_WAY;
}

// What a fault left half done leaves no trace once it is finished; what the situation left so is marked as finished.
function finish({ kind, fields, origin }: StoredRecord, store: RecordStore): void {
  if (fields.half_done !== true) return;
  const wasHalfDone = origin?.half_done === true;
  if (fields.status === UNDER_WAY) {
    delete fields.status;
    const status = wasHalfDone ? store.statusOf(kind, "completed", ...OVER) : origin?.status;
    if (status !== undefined) fields.status = status;
  }
  if (wasHalfDone) {
    fields.half_done = false;
    fields.done_steps = [...asList(origin?.done_steps), ...asList(origin?.open_steps)];
    fields.open_steps = [];
  } else {
    delete fields.half_done;
    delete fields.open_steps;
  }
}

const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Where a record stands after what was done, which can be done again or undone. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["freeze", "frozen"],
  ["unfreeze", "active"],
  ["lock", "locked"],
  ["unlock", "active"],
  ["block", "blocked"],
  ["unblock", "active"],
  ["suspend", "suspended"],
  ["resume", "active"],
  ["pause", "paused"],
  ["activate", "active"],
  ["reactivate", "active"],
  ["deactivate", "inactive"],
  ["enable", "enabled"],
  ["disable", "disabled"],
  ["acknowledge", "acknowledged"],
  ["escalate", "escalated"],
  ["rollback", "rolled back"],
  ["restart", "active"],
  ["publish", "published"],
  ["ship", "shipped"],
  ["confirm", "confirmed"],
]);

const PAST = new Map([
  ["cancel", "cancelled"],
  ["pay", "paid"],
]);
const pastOf = (action: string): string => PAST.get(action) ?? (action.endsWith("e") ? `${action}d` : `${action}ed`);
