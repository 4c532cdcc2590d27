import { canonicalJson, derive, isRecord, type Json, type JsonObject, type RandomStream, setOwn } from "@whileai/core";
import { copyJson } from "./copy-json.js";
import { sampleSchema } from "./sample-schema.js";
import { sampleCode, sampleDate, sampleId, sampleText } from "./sample-text.js";
import type { WorldState } from "./state-digest.js";
import { newRecord, type StoredRecord } from "./stored-record.js";
import { nameWords } from "./tool-profile.js";
import type { ToolSet } from "./tool-set.js";
import { settledState, WORLD_STATES, type WorldFacts } from "./world-facts.js";

/** How likely an identifier that nothing speaks for is to exist. Convention of the Python package. */
const UNKNOWN_EXISTS = 0.7;
/** Shortest part of an identifier that names a record. */
const SHORTEST_PART = 3;
/** Amounts that records have when no tool says otherwise: 5.00 to 299.99. */
const LEAST_CENTS = 500;
const CENTS_SPAN = 29_500;
const MONEY = /amount|price|refund|pay|total|cost|fee|charge|invoice|order|balance|transaction|transfer|purchase/;

/** Words for what is over, the usual ones first. */
export const OVER = ["closed", "completed", "done", "resolved", "cancelled", "finished", "inactive"] as const;
/** Words for what has begun. */
export const BEGUN = ["open", "new", "pending", "active", "todo", "draft", "created"] as const;

/** Words of a status that says that something was done. */
const DONE_WORD =
  /clos|cancel|refund|return|complet|done|resolv|finish|archiv|delet|reject|revok|approv|paid|inactive/i;

/** Things that happened on a day. */
const DATED = /transaction|payment|transfer|purchase/;

const folded = (text: string): string => text.trim().toLowerCase();
const keyOf = (kind: string, id: string): string => `${kind}\n${folded(id)}`;

/** The records of one rollout: made on first sight from the seed, remembered with every change. */
export class RecordStore {
  readonly seed: number | string;
  #searched: Map<string, StoredRecord[]> | undefined;
  #listed: Map<string, JsonObject[]> | undefined;
  readonly #facts: WorldFacts;
  readonly #tools: ToolSet;
  readonly #records = new Map<string, StoredRecord[]>();
  #issued: Map<string, number> | undefined;
  #state: string | null | undefined;
  #changes = 0;

  constructor(seed: number | string, facts: WorldFacts, tools: ToolSet) {
    this.seed = seed;
    this.#facts = facts;
    this.#tools = tools;
  }

  /** True for a kind of thing that a tool of this world is about, or that the situation is about. */
  isKnownKind(kind: string, parameter: string | null): boolean {
    return this.#tools.fields.has(kind) || (parameter !== null && this.#facts.entity?.parameter === parameter);
  }

  /** What earlier searches came across, by what they asked for. */
  get searched(): Map<string, StoredRecord[]> {
    this.#searched ??= new Map();
    return this.#searched;
  }

  /** What searches of a kind have asked for so far, paging left out. */
  listed(kind: string): JsonObject[] {
    this.#listed ??= new Map();
    let searches = this.#listed.get(kind);
    if (searches === undefined) {
      searches = [];
      this.#listed.set(kind, searches);
    }
    return searches;
  }

  /** Names of the fields that records of a kind have because tools set them. */
  fieldsOf(kind: string): string[] {
    return [...(this.#tools.fields.get(kind)?.keys() ?? [])];
  }

  /** False for a value that no tool could set: one that is not in the field's enumeration. */
  allows(kind: string, field: string, value: Json): boolean {
    const schema = this.#tools.fields.get(kind)?.get(field);
    return !isRecord(schema) || !Array.isArray(schema.enum) || schema.enum.includes(value);
  }

  /** The first of several words for a status that tools can set on a kind; where they can set none of them, the first. */
  statusOf(kind: string, ...words: readonly [string, ...string[]]): string {
    return words.find((word) => this.allows(kind, "status", word)) ?? words[0];
  }

  /** The records that an identifier names: none, one, or two where the world holds a duplicate; deleted ones last. */
  find(kind: string, id: string): StoredRecord[] {
    const subject = this.#isSubject(id) ? this.#facts.entity?.id : undefined;
    const key = keyOf(kind, subject ?? id);
    let records = this.#records.get(key);
    if (records === undefined) {
      records = this.#exists(kind, id) ? this.#make(kind, subject ?? id) : [];
      this.#records.set(key, records);
    }
    return records;
  }

  /** The records of a kind that were seen so far. */
  seen(kind: string): StoredRecord[] {
    const prefix = `${kind}\n`;
    return [...this.#records].filter(([key]) => key.startsWith(prefix)).flatMap(([, records]) => records);
  }

  /** The records that the ask is about, when it is about this kind of thing and they exist. */
  subject(kind: string): StoredRecord[] {
    const { id } = this.#facts.entity ?? {};
    return typeof id === "string" && this.#isAbout(kind) ? this.find(kind, id) : [];
  }

  /** True for words that the person used. */
  isSaid(text: string): boolean {
    return folded(text) !== "" && (this.#facts.prompt ?? "").toLowerCase().includes(folded(text));
  }

  /** True where the situation says that what it is about does not exist. */
  get isSubjectMissing(): boolean {
    return this.#subjectState() === WORLD_STATES.missing;
  }

  /** A record that nobody asked for by name: a search came across it. */
  comeAcross(kind: string, id: string, known: readonly (readonly [string, Json])[]): StoredRecord[] {
    const key = keyOf(kind, id);
    const records = this.#records.get(key);
    if (records !== undefined) return records;
    const record = this.#record(kind, id, 0);
    for (const [name, value] of known) setOwn(record.fields, name, copyJson(value));
    orderSpans(record.fields);
    this.#records.set(key, [record]);
    return [record];
  }

  /** A new record. Its identifier comes from what it is made of, so the order of creations does not change identifiers. */
  create(kind: string, content: JsonObject, givenId?: string): StoredRecord {
    const id = givenId ?? this.#issueId(kind, content);
    const record = newRecord(kind, { id }, true);
    this.#records.set(keyOf(kind, id), [record]);
    return record;
  }

  /** Call before a record changes: keeps how it was. */
  change(record: StoredRecord): void {
    if (record.origin !== null || !record.isNew) record.version++;
    record.origin ??= copyJson(record.fields);
    record.changedAt = ++this.#changes;
  }

  /** Everything that calls have changed, by kind and identifier. */
  state(): WorldState {
    const kinds = new Map<string, [string, Json][]>();
    for (const records of this.#records.values()) {
      for (const record of records) {
        const now = record.deleted ? null : copyJson(record.fields);
        const before = record.isNew ? null : (record.origin ?? record.fields);
        if (canonicalJson(now) === canonicalJson(before)) continue;
        const { id, entry } = record.fields;
        const name = entry === undefined ? String(id) : `${String(id)}#${String(entry)}`;
        const list = kinds.get(record.kind) ?? [];
        kinds.set(record.kind, list);
        list.push([name, now]);
      }
    }
    const byName = (left: readonly [string, unknown], right: readonly [string, unknown]) =>
      left[0] < right[0] ? -1 : 1;
    return Object.fromEntries(
      [...kinds].sort(byName).map(([kind, list]) => [kind, Object.fromEntries(list.sort(byName))]),
    );
  }

  #issueId(kind: string, content: JsonObject): string {
    this.#issued ??= new Map();
    const base = `${kind} ${canonicalJson(content)}`;
    for (;;) {
      const time = this.#issued.get(base) ?? 0;
      this.#issued.set(base, time + 1);
      const id = sampleId(kind, derive(this.seed, "issue", base, time));
      if ((this.#records.get(keyOf(kind, id)) ?? []).length === 0) return id;
    }
  }

  #subjectState(): string | null {
    if (this.#state === undefined) this.#state = settledState(this.#facts, this.seed);
    return this.#state;
  }

  #isAbout(kind: string): boolean {
    const parameter = this.#facts.entity?.parameter;
    if (typeof parameter !== "string") return true;
    const words = nameWords(parameter);
    return words.includes(kind) || words.length === 1;
  }

  // Where the text gives only part of the identifier, that part names the record too.
  #isSubject(id: string): boolean {
    const { entity } = this.#facts;
    if (typeof entity?.id !== "string") return false;
    const [whole, part] = [folded(entity.id), folded(id)];
    return whole === part || (entity.named === "partial" && part.length >= SHORTEST_PART && whole.includes(part));
  }

  #exists(kind: string, id: string): boolean {
    const isMissing = this.isSubjectMissing;
    if (this.#isSubject(id)) return !isMissing;
    const isSaid = this.isSaid(id);
    if (isMissing && isSaid) return false;
    if (!/\d/.test(id) || isSaid) return true;
    return derive(this.seed, "exists", kind, folded(id)).uniform() < UNKNOWN_EXISTS;
  }

  #make(kind: string, id: string): StoredRecord[] {
    const isSubject = typeof this.#facts.entity?.id === "string" ? this.#isSubject(id) : /\d/.test(id);
    const first = this.#record(kind, id, 0);
    if (!isSubject) return [first];
    const state = this.#subjectState();
    if (state === WORLD_STATES.alreadyActedOn) {
      first.fields.status = this.statusOf(kind, "closed", ...OVER);
      first.fields.closed_on = sampleDate(derive(this.seed, "closed", kind, id));
      first.closedBy = "";
    } else if (state === WORLD_STATES.partial) {
      first.fields.status = "in progress";
      first.fields.half_done = true;
      first.fields.done_steps = ["received"];
      first.fields.open_steps = ["confirmation"];
    } else if (state === WORLD_STATES.duplicate) {
      return [first, this.#record(kind, id, 1)].map((record) => this.#untouched(record));
    } else if (state === WORLD_STATES.exists) this.#untouched(first);
    return [first];
  }

  // Nothing has been done to it yet, so no status may say so.
  #untouched(record: StoredRecord): StoredRecord {
    const { kind, fields } = record;
    if (!DONE_WORD.test(String(fields.status))) return record;
    const schema = this.#tools.fields.get(kind)?.get("status");
    const members = isRecord(schema) && Array.isArray(schema.enum) ? (schema.enum as Json[]) : [];
    const open = members.filter((member) => typeof member === "string" && !DONE_WORD.test(member));
    if (members.length === 0) fields.status = BEGUN[0];
    else if (open.length > 0) fields.status = derive(this.seed, "untouched", kind, String(fields.id)).pick(open);
    return record;
  }

  #currency(stream: RandomStream): string {
    const { currencies } = this.#tools;
    return currencies === undefined ? sampleText("currency", undefined, stream) : stream.pick(currencies as string[]);
  }

  #record(kind: string, id: string, copy: number): StoredRecord {
    const stream = derive(this.seed, "record", kind, folded(id), copy);
    const fields: JsonObject = { id };
    if (copy > 0) fields.entry = copy + 1;
    const known = this.#tools.fields.get(kind);
    if (!known?.has("status")) fields.status = stream.pick(["open", "pending", "active", "processing"]);
    for (const [name, schema] of known ?? []) {
      if (!Object.hasOwn(fields, name)) setOwn(fields, name, sampleSchema(schema, stream, name));
    }
    if (MONEY.test(kind) && fields.amount === undefined) {
      fields.amount = (LEAST_CENTS + stream.integer(CENTS_SPAN)) / 100;
      fields.currency ??= this.#currency(stream);
    }
    if (DATED.test(kind) && fields.date === undefined) fields.date = sampleDate(stream);
    if (kind === "file") fields.content = sampleCode(stream);
    if (fields.balance !== undefined) fields.currency ??= this.#currency(stream);
    orderSpans(fields);
    fields.owner ??= sampleText("owner", undefined, stream);
    fields.updated_at = sampleText("", "date-time", stream);
    return newRecord(kind, fields);
  }
}

/** Names of a beginning, and what each makes of its end. */
const SPANS: readonly (readonly [RegExp, string])[] = [
  [/^(start|starts)(?=$|_)/, "end"],
  [/^(start|starts)(?=$|_)/, "ends"],
  [/^check_in/, "check_out"],
  [/^departure/, "arrival"],
  [/^(from)(?=_)/, "to"],
  [/_from$/, "_until"],
];

/** The ends that a name begins, worked out once: all records of a kind have the same names. */
const endings = new Map<string, readonly string[]>();
const MOST_NAMES = 1000;

function endingsOf(name: string): readonly string[] {
  let known = endings.get(name);
  if (known === undefined) {
    known = SPANS.filter(([beginning]) => beginning.test(name)).map(([beginning, end]) => name.replace(beginning, end));
    if (endings.size < MOST_NAMES) endings.set(name, known);
  }
  return known;
}

// What ends does not end before it begins.
function orderSpans(fields: JsonObject): void {
  for (const name of Object.keys(fields)) {
    for (const end of endingsOf(name)) {
      const [from, to] = [fields[name], fields[end]];
      if (typeof from !== "string" || typeof to !== "string") continue;
      if (/^\d{4}-\d\d-\d\dT\d\d:/.test(from)) {
        const hour = String(Number(from.slice(11, 13)) + 1).padStart(2, "0");
        if (hour !== "24") fields[end] = `${from.slice(0, 11)}${hour}${from.slice(13)}`;
      } else if (/^\d{4}-\d\d-\d\d$/.test(from) && to < from) {
        [fields[name], fields[end]] = [to, from];
      }
    }
  }
}
