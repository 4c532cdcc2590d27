import { derive, isRecord, type Json, type JsonObject, roundHalfEven, type ToolSchema } from "@whileai/core";
import { evaluateArithmetic } from "./arithmetic.js";
import { fieldOf, type RecordStore, type StoredRecord, shown } from "./record-store.js";
import { sampleSchema } from "./sample-schema.js";
import { sampleText } from "./sample-text.js";
import type { ToolProfile } from "./tool-profile.js";

/** Most items a search gives when the call does not say. */
const SEARCH_LIMIT = 6;
/** Results that are made up are below this. */
const RESULT_SPAN = 100;
/** What a tool that gives a number calls it. */
const MEASURED = /price|temperature|weather|distance|rate|balance|score|count|total|duration|speed|population/i;
const LIMIT_ARGUMENT = /^(limit|max|top_?k|n|count|page_?size|max_?results|num_?results|per_page)$/i;

/** A valid call on a known tool, and what it may touch. */
export interface WorldCall {
  readonly tool: ToolSchema;
  readonly profile: ToolProfile;
  readonly arguments: JsonObject;
  readonly store: RecordStore;
  readonly seed: number | string;
}

/**
 * What the mock world answers: reads show seeded records, writes change them, searches are bounded. An argument never comes
 * back as a finding, so an agent cannot make a fact true by naming it; only writes put values into records.
 */
export function answerCall(call: WorldCall): Json {
  const { profile } = call;
  if (profile.verb === "compute") return compute(call);
  if (profile.verb === "search") return search(call);
  if (profile.verb === "create") return create(call);
  const id = entityId(call);
  if (id === null) return profile.verb === "read" ? readWithoutId(call) : acknowledge(call);
  const [record, ...others] = call.store.find(profile.kind, id);
  if (record === undefined) return { status: "not_found", missing: [id] };
  if (profile.verb === "read") {
    if (others.length > 0) return { status: "ok", data: [record, ...others].map(shown), matches: others.length + 1 };
    return succeeded(call, record);
  }
  return write(call, id, record);
}

function entityId(call: WorldCall): string | null {
  const { idParameter } = call.profile;
  if (idParameter === null) return null;
  const value = call.arguments[idParameter];
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function write(call: WorldCall, id: string, record: StoredRecord): Json {
  const { verb, action, idParameter } = call.profile;
  if (record.closedBy === "" || (verb === "close" && record.closedBy === action)) {
    return { status: "already_done", reason: "already_acted_on", data: shown(record) };
  }
  if (verb === "delete") {
    record.deleted = true;
    return { status: "deleted", removed: id };
  }
  for (const [name, value] of Object.entries(call.arguments)) {
    if (name !== idParameter && !Array.isArray(value) && !isRecord(value)) record.fields[fieldOf(name)] = value;
  }
  if (verb === "close") {
    record.closedBy = action;
    record.fields.status = pastOf(action);
  }
  if (record.fields.half_done === true) {
    record.fields.half_done = false;
    record.fields.open_steps = [];
  }
  record.fields.version = Number(record.fields.version ?? 1) + 1;
  return succeeded(call, record);
}

function create(call: WorldCall): Json {
  const fields = Object.entries(call.arguments).filter(([, value]) => !isRecord(value));
  const { id, record } = call.store.create(call.profile.kind, structuredClone(Object.fromEntries(fields)));
  if (call.tool.output !== undefined) return shaped(call, record);
  return { status: "created", ...(shown(record) as JsonObject), id };
}

function search(call: WorldCall): Json {
  const { tool, profile, store, seed } = call;
  const salt = `${tool.name} ${JSON.stringify(sorted(call.arguments))}`;
  const asked = Object.entries(call.arguments).find(([name, value]) => LIMIT_ARGUMENT.test(name) && Number(value) >= 0);
  const drawn = 1 + derive(seed, "count", salt).integer(SEARCH_LIMIT);
  const count = Math.min(drawn, asked === undefined ? SEARCH_LIMIT : Math.floor(Number(asked[1])));
  if (tool.output !== undefined) return sampleSchema(tool.output, derive(seed, "output", salt));
  const items = store.some(profile.kind, count, salt).map(shown);
  return { status: "ok", data: items, total: items.length };
}

function compute(call: WorldCall): Json {
  for (const value of Object.values(call.arguments)) {
    const result = typeof value === "string" ? evaluateArithmetic(value) : null;
    if (result !== null && call.tool.output === undefined) {
      return { status: "ok", data: { expression: value as string, result } };
    }
  }
  if (call.tool.output !== undefined) return readWithoutId(call);
  const stream = derive(call.seed, "result", call.tool.name, JSON.stringify(sorted(call.arguments)));
  return { status: "ok", data: { result: roundHalfEven(stream.uniform() * RESULT_SPAN, 2) } };
}

// A read that names no record: the same question gets the same answer.
function readWithoutId(call: WorldCall): Json {
  const { tool, seed } = call;
  const stream = derive(seed, "answer", tool.name, JSON.stringify(sorted(call.arguments)));
  if (tool.output !== undefined) return sampleSchema(tool.output, stream);
  const data: JsonObject = { found: true, updated_at: sampleText("", "date-time", stream) };
  if (MEASURED.test(`${tool.name} ${tool.description}`)) data.value = roundHalfEven(stream.uniform() * RESULT_SPAN, 1);
  return { status: "ok", data };
}

function acknowledge(call: WorldCall): Json {
  const stream = derive(call.seed, "acknowledge", call.tool.name, JSON.stringify(sorted(call.arguments)));
  return call.tool.output === undefined
    ? { status: "ok", done: call.profile.action }
    : sampleSchema(call.tool.output, stream);
}

// A tool that says what it answers answers that and nothing around it.
function succeeded(call: WorldCall, record: StoredRecord): Json {
  const data = shaped(call, record);
  return call.tool.output === undefined ? { status: "ok", data } : data;
}

/** The record in the shape that the tool promises; the record's own values where they fit by name and type. */
function shaped(call: WorldCall, record: StoredRecord): Json {
  const { output } = call.tool;
  if (output === undefined) return shown(record);
  const stream = derive(call.seed, "output", call.tool.name, String(record.fields.id));
  const sampled = sampleSchema(output, stream);
  if (!isRecord(sampled) || !isRecord(output.properties)) return sampled;
  for (const [name, schema] of Object.entries(output.properties)) {
    const own = record.fields[name === call.profile.idParameter ? "id" : name];
    if (own !== undefined && fits(own, schema)) (sampled as JsonObject)[name] = own;
  }
  return sampled;
}

function fits(value: Json, schema: unknown): boolean {
  if (!isRecord(schema) || "const" in schema || "pattern" in schema || "format" in schema) return false;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (schema.type === "integer") return Number.isInteger(value);
  return typeof value === schema.type && value !== null && Object.keys(schema).every((key) => PLAIN_KEYS.has(key));
}

const PLAIN_KEYS = new Set(["type", "description", "title", "default", "x-original-type", "examples"]);

const sorted = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(sorted)
    : isRecord(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted((value as JsonObject)[key] ?? null)]),
        )
      : value;

const PAST = new Map([
  ["cancel", "cancelled"],
  ["pay", "paid"],
]);
const pastOf = (action: string): string => PAST.get(action) ?? (action.endsWith("e") ? `${action}d` : `${action}ed`);
