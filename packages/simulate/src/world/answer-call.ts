import { canonicalJson, derive, type Json, type JsonObject, roundHalfEven } from "@whileai/core";
import { evaluateArithmetic } from "./arithmetic.js";
import { sampleText } from "./sample-text.js";
import { searchRecords } from "./search-records.js";
import { type StoredRecord, shown } from "./stored-record.js";
import { type Answer, halfSaved, type WorldCall } from "./world-call.js";
import { changeRecord, createRecord } from "./write-record.js";

/** Results that are made up are below this. */
const RESULT_SPAN = 100;
/** What a tool that gives a number calls it. */
const MEASURED = /price|temperature|weather|distance|rate|balance|score|count|total|duration|speed|population/i;

/**
 * What the mock world answers: reads show seeded records, writes change them, searches are bounded. An argument never comes
 * back as a finding, so an agent cannot make a fact true by naming it; only writes put values into records.
 *
 * A tool with an output schema answers a success with what the schema allows and nothing around it. Failures are status
 * objects (`{status: "not_found", …}`); where the schema has a place for a status or an error they are put there.
 */
export function answerCall(call: WorldCall): Json {
  const answer = answerOf(call);
  const { output } = call;
  if ("failure" in answer) return output === undefined ? answer.failure : output.failure(answer.failure);
  if (output !== undefined) return output.success(answer.status, answer.data, call, answer.salt);
  if (answer.isFlat) return { status: answer.status, ...(answer.data as JsonObject), ...answer.beside };
  return { status: answer.status, data: answer.data, ...answer.beside };
}

function answerOf(call: WorldCall): Answer {
  const { verb } = call.profile;
  if (verb === "compute") return halfOfNothing(call) ?? compute(call);
  if (verb === "search") return halfOfNothing(call) ?? searchRecords(call);
  if (verb === "create") return createRecord(call, targetOf(call));
  const id = entityId(call);
  if (id === null) return halfOfNothing(call) ?? (verb === "read" ? readWithoutId(call) : acknowledge(call));
  if (verb === "read") return halfOfNothing(call) ?? read(call, id);
  return changeRecord(call, id);
}

/** The identifier that a call names its record by. */
function entityId({ profile, arguments: args }: WorldCall): string | null {
  const value = profile.idParameter === null ? undefined : args[profile.idParameter];
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** The record of another kind that a creation is about, or undefined: an order for a booking, but no name for an account. */
function targetOf(call: WorldCall): { readonly kind: string; readonly id: string } | undefined {
  const { kind, idKind, idParameter } = call.profile;
  const id = entityId(call);
  return id !== null && idKind !== kind && call.store.isKnownKind(idKind, idParameter)
    ? { kind: idKind, id }
    : undefined;
}

function read(call: WorldCall, id: string): Answer {
  const view = call.manner === "outdated" ? "before" : "now";
  const records = call.store
    .find(call.profile.kind, id)
    .filter((record) => (view === "before" ? !record.isNew : !record.deleted));
  const [first, ...others] = records.map((record) => named(record, id, view));
  if (first === undefined) return { failure: { status: "not_found", missing: [id] } };
  // What an output schema adds to a record stays, whatever changes about the record.
  const salt = id;
  if (others.length === 0) return { status: "ok", data: first, salt };
  return { status: "ok", data: [first, ...others], beside: { matches: records.length }, salt };
}

// A record that was asked for by part of its identifier goes by that part.
function named(record: StoredRecord, id: string, view: "now" | "before"): JsonObject {
  const fields = shown(record, view);
  if (String(fields.id).toLowerCase() !== id.trim().toLowerCase()) fields.id = id;
  return fields;
}

function compute(call: WorldCall): Answer {
  for (const value of Object.values(call.arguments)) {
    const result = typeof value === "string" ? evaluateArithmetic(value) : null;
    if (result !== null) return { status: "ok", data: { expression: value as string, result }, salt: String(value) };
  }
  const salt = saltOf(call);
  const stream = derive(call.store.seed, "result", salt);
  return { status: "ok", data: { result: roundHalfEven(stream.uniform() * RESULT_SPAN, 2) }, salt };
}

// A read that names no record: the same question gets the same answer.
function readWithoutId(call: WorldCall): Answer {
  const { tool, store } = call;
  const salt = saltOf(call);
  const stream = derive(store.seed, "answer", salt);
  const ran = call.profile.action === "run" || call.profile.action === "test";
  const data: JsonObject = {
    ...(ran ? { exit_code: 0 } : { found: true }),
    updated_at: sampleText("", "date-time", stream),
  };
  if (MEASURED.test(`${tool.name} ${tool.description}`)) data.value = roundHalfEven(stream.uniform() * RESULT_SPAN, 1);
  return { status: "ok", data, salt };
}

const acknowledge = (call: WorldCall): Answer => ({
  status: "ok",
  data: { done: call.profile.action },
  isFlat: true,
  salt: saltOf(call),
});

const saltOf = ({ tool, arguments: args }: WorldCall): string => `${tool.name} ${canonicalJson(args)}`;

// Nothing is saved by a call that changes no record, so nothing is half saved either; the caller only learns of a failure.
function halfOfNothing({ manner, arguments: args }: WorldCall): Answer | undefined {
  return manner === "half" ? { failure: halfSaved(Object.keys(args)) } : undefined;
}
