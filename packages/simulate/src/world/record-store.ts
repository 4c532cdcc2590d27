import { derive, isRecord, type Json, type JsonObject, roundHalfEven, type ToolSchema } from "@whileai/core";
import type { SituationEntity } from "../plan/situation.js";
import { sampleSchema } from "./sample-schema.js";
import { sampleDate, sampleId, sampleText } from "./sample-text.js";
import { nameWords, type ToolProfile } from "./tool-profile.js";

/** States of the record that a situation is about, as its cell names them. */
export const WORLD_STATES = {
  exists: "entity exists",
  missing: "entity missing",
  alreadyActedOn: "entity already acted on",
  duplicate: "duplicate entity",
  partial: "partially completed",
  unknown: "unknown",
} as const;

/** What is true of the world before the first call. */
export interface WorldFacts {
  /** The state of the record the ask is about; null leaves it open. */
  readonly state?: string | null | undefined;
  readonly entity?: SituationEntity | undefined;
  /** What the person says; identifiers in it exist unless the state says otherwise. */
  readonly prompt?: string | undefined;
}

/** A thing in the world. */
export interface StoredRecord {
  readonly fields: JsonObject;
  deleted: boolean;
  /** Set once an action has closed the record, by the situation or by a call: the action's word, or "". */
  closedBy: string | null;
}

/** How likely an identifier that nothing speaks for is to exist. Convention of the Python package. */
const UNKNOWN_EXISTS = 0.7;
/** Shortest part of an identifier that names a record. */
const SHORTEST_PART = 3;
const MONEY = /amount|price|refund|pay|total|cost|fee|charge|invoice|order|balance/;

const sameId = (left: string, right: string): boolean => left.trim().toLowerCase() === right.trim().toLowerCase();

/** The records of one rollout: made on first sight from the seed, remembered with every change. */
export class RecordStore {
  readonly #seed: number | string;
  readonly #facts: WorldFacts;
  readonly #fieldSchemas: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly #records = new Map<string, StoredRecord[]>();
  readonly #issued = new Set<string>();
  #issuedCount = 0;

  constructor(seed: number | string, facts: WorldFacts, tools: readonly (readonly [ToolSchema, ToolProfile])[]) {
    this.#seed = seed;
    this.#facts = facts;
    this.#fieldSchemas = fieldSchemas(tools);
  }

  /** The records that an identifier names: none, one, or two where the world holds a duplicate. */
  find(kind: string, id: string): StoredRecord[] {
    const key = keyOf(kind, id);
    let records = this.#records.get(key);
    if (records === undefined) {
      records = this.#exists(kind, id) ? this.#make(kind, id) : [];
      this.#records.set(key, records);
    }
    return records.filter((record) => !record.deleted);
  }

  /** A new record with an identifier of its own. */
  create(kind: string, fields: JsonObject): { id: string; record: StoredRecord } {
    const id = this.#issueId(kind);
    const record: StoredRecord = { fields: { id, ...fields, status: "open" }, deleted: false, closedBy: null };
    this.#records.set(keyOf(kind, id), [record]);
    return { id, record };
  }

  /** A few records of a kind, the one the ask is about first when it exists. */
  some(kind: string, count: number, salt: string): StoredRecord[] {
    const { id } = this.#facts.entity ?? {};
    const about = typeof id === "string" && this.#isAbout(kind) ? this.find(kind, id) : [];
    const created = [...this.#records].filter(([key]) => key.startsWith(`${kind}\n`)).flatMap(([, list]) => list);
    const known = [...new Set([...about, ...created])].filter((record) => !record.deleted);
    const stream = derive(this.#seed, "search", kind, salt);
    const result = known.slice(0, count);
    while (result.length < count) {
      const made = sampleId(kind, stream);
      this.#issued.add(keyOf(kind, made));
      result.push(...this.find(kind, made).slice(0, count - result.length));
    }
    return result;
  }

  #issueId(kind: string): string {
    const stream = derive(this.#seed, "issue", kind, this.#issuedCount++);
    const id = sampleId(kind, stream);
    this.#issued.add(keyOf(kind, id));
    return id;
  }

  #isAbout(kind: string): boolean {
    const parameter = this.#facts.entity?.parameter;
    if (typeof parameter !== "string") return true;
    const words = nameWords(parameter);
    return words.includes(kind) || words.length === 1;
  }

  // Where the text gives only part of the identifier, that part names the record too; it then goes by that part.
  #isSubject(id: string): boolean {
    const { entity } = this.#facts;
    if (typeof entity?.id !== "string") return false;
    if (sameId(entity.id, id)) return true;
    const part = id.trim().toLowerCase();
    return entity.named === "partial" && part.length >= SHORTEST_PART && entity.id.toLowerCase().includes(part);
  }

  #exists(kind: string, id: string): boolean {
    const { state, prompt } = this.#facts;
    if (this.#issued.has(keyOf(kind, id))) return true;
    if (this.#isSubject(id)) return state !== WORLD_STATES.missing;
    if (state === WORLD_STATES.missing && (prompt ?? "").toLowerCase().includes(id.toLowerCase())) return false;
    if (!/\d/.test(id) || (prompt ?? "").includes(id)) return true;
    return derive(this.#seed, "exists", kind, id.toLowerCase()).uniform() < UNKNOWN_EXISTS;
  }

  #make(kind: string, id: string): StoredRecord[] {
    const { entity, state } = this.#facts;
    const isSubject =
      typeof entity?.id === "string" ? this.#isSubject(id) : !this.#issued.has(keyOf(kind, id)) && /\d/.test(id);
    const first = this.#record(kind, id, 0);
    if (!isSubject) return [first];
    if (state === WORLD_STATES.alreadyActedOn) {
      first.fields.status = "closed";
      first.fields.closed_on = sampleDate(derive(this.#seed, "closed", kind, id));
      first.closedBy = "";
    } else if (state === WORLD_STATES.partial) {
      first.fields.status = "in progress";
      first.fields.half_done = true;
      first.fields.done_steps = ["received"];
      first.fields.open_steps = ["confirmation"];
    } else if (state === WORLD_STATES.duplicate) {
      return [first, this.#record(kind, id, 1)];
    }
    return [first];
  }

  #record(kind: string, id: string, copy: number): StoredRecord {
    const stream = derive(this.#seed, "record", kind, id.toLowerCase(), copy);
    const fields: JsonObject = { id };
    if (copy > 0) fields.entry = copy + 1;
    fields.status = stream.pick(["open", "pending", "active", "processing"]);
    for (const [name, schema] of this.#fieldSchemas.get(kind) ?? []) {
      if (!Object.hasOwn(fields, name)) fields[name] = sampleSchema(schema, stream, name);
    }
    if (MONEY.test(kind) && fields.amount === undefined) {
      fields.amount = roundHalfEven(5 + stream.uniform() * 295, 2);
      fields.currency ??= sampleText("currency", undefined, stream);
    }
    fields.owner ??= sampleText("owner", undefined, stream);
    fields.updated_at = sampleText("", "date-time", stream);
    return { fields, deleted: false, closedBy: null };
  }
}

const keyOf = (kind: string, id: string): string => `${kind}\n${id.trim().toLowerCase()}`;

/** The field of a record that an argument of a write sets: `new_date` sets `date`. */
export const fieldOf = (argument: string): string => argument.replace(/^(new|updated|target)_?(?=[a-z])/i, "");

// What tools can set on a kind of thing is what its records have.
function fieldSchemas(tools: readonly (readonly [ToolSchema, ToolProfile])[]): Map<string, Map<string, unknown>> {
  const kinds = new Map<string, Map<string, unknown>>();
  for (const [tool, profile] of tools) {
    if (profile.verb === "search" || profile.verb === "compute") continue;
    const properties: unknown = tool.parameters.properties;
    if (!isRecord(properties)) continue;
    const fields = kinds.get(profile.kind) ?? new Map<string, unknown>();
    for (const [name, schema] of Object.entries(properties)) {
      const writes = profile.verb !== "read";
      if (writes && name !== profile.idParameter && isPlain(schema)) fields.set(fieldOf(name), schema);
    }
    kinds.set(profile.kind, fields);
  }
  return kinds;
}

const isPlain = (schema: unknown): boolean =>
  isRecord(schema) &&
  (Array.isArray(schema.enum) || ["string", "number", "integer", "boolean"].includes(schema.type as string));

/** A record as a tool shows it. */
export function shown(record: StoredRecord): Json {
  return structuredClone(record.fields);
}
