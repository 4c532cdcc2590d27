import { derive, isRecord, type Json, type JsonObject, setOwn, type ToolSchema } from "@whileai/core";
import type { ValueCheck } from "./argument-check.js";
import { copyJson } from "./copy-json.js";
import { sampleSchema } from "./sample-schema.js";
import type { WorldCall } from "./world-call.js";

/** Draws for a value that a schema allows, before the last one is given as it is. */
const DRAWS = 24;
/** Where an answer may keep its record: `{data: {…}}`. */
const ENVELOPES = new Set(["data", "result", "record", "item", "payload", "body", "response"]);
const SUCCESS_WORDS = ["ok", "success", "succeeded", "completed", "done"];
const FAILURE_WORD = /fail|error|denied|reject|invalid|not_?found|missing|timeout/i;
const SUCCESS_FLAG = /^(ok|success|succeeded|successful|found|exists|done|deleted|created|updated|valid)$/i;
const COUNT = /^(total|count|total_?count|num_?results|size|length)$/i;
const ERROR_PLACES = ["error", "errors", "error_message", "error_code", "failure"];

/** Puts answers into the shape that a tool's output schema promises. */
export class OutputShape {
  readonly #schema: Readonly<Record<string, unknown>>;
  readonly #check: ValueCheck;
  readonly #tool: ToolSchema;

  constructor(tool: ToolSchema, schema: Readonly<Record<string, unknown>>, check: ValueCheck) {
    this.#tool = tool;
    this.#schema = schema;
    this.#check = check;
  }

  /**
   * A value that the schema allows, with the record's own values wherever they fit by name; the rest is drawn. The status, a
   * flag of success and the count of a list say what happened.
   */
  success(status: string, data: Json, call: WorldCall, salt: string): Json {
    const base = this.#draw(call, salt);
    if (Array.isArray(data)) this.#putList(base, data, call);
    const answer = Array.isArray(base) && Array.isArray(data) ? this.#list(base, data, call) : base;
    if (isRecord(answer)) {
      const record = Array.isArray(data) ? (data[0] ?? {}) : data;
      if (isRecord(record)) this.#putRecord(answer as JsonObject, answer as JsonObject, record as JsonObject, call, 0);
      this.#putStatus(answer as JsonObject, status, isRecord(record) ? (record as JsonObject) : {});
    }
    return answer;
  }

  /** A failure as the schema has a place for it; where it has none, as it is. */
  failure(failure: JsonObject): Json {
    if (this.#isValid(failure)) return failure;
    const places = placesOf(this.#schema);
    const text = String(failure.error ?? failure.reason ?? failure.status);
    const known = Object.entries(failure).filter(([name]) => places.has(name));
    const errors = ERROR_PLACES.filter((name) => places.has(name)).flatMap((name) =>
      [text, { message: text }, { code: String(failure.status), message: text }, [text]].map((value) => [
        [name, value],
      ]),
    );
    for (const own of [known, known.filter(([name]) => name === "status"), []]) {
      for (const error of [...errors, []]) {
        const candidate = Object.fromEntries([...own, ...error]) as JsonObject;
        const says = ["status", ...ERROR_PLACES].some((name) => Object.hasOwn(candidate, name));
        if (says && this.#isValid(candidate)) return candidate;
      }
    }
    return failure;
  }

  #isValid(value: Json): boolean {
    return this.#check(value).length === 0;
  }

  #draw({ store }: WorldCall, salt: string): Json {
    let value: Json = null;
    for (let draw = 0; draw < DRAWS; draw++) {
      const stream = derive(store.seed, "output", this.#tool.name, salt, draw);
      // The first options and all properties first; what that cannot give, other draws may.
      const options = { anyOption: draw >= 4 && draw % 2 === 1, requiredOnly: draw >= 2 && draw % 4 >= 2 };
      value = sampleSchema(this.#schema, stream, "", options);
      if (this.#isValid(value)) return value;
    }
    return value;
  }

  // Tries a value in its place and takes it back where the whole is then not what the schema allows.
  #try(root: Json, owner: JsonObject, name: string, value: Json): boolean {
    const had = Object.hasOwn(owner, name);
    const before = owner[name] as Json;
    setOwn(owner, name, value);
    if (this.#isValid(root)) return true;
    if (had) setOwn(owner, name, before);
    else delete owner[name];
    return false;
  }

  #putRecord(root: Json, owner: JsonObject, record: JsonObject, call: WorldCall, depth: number): void {
    const { kind, idParameter } = call.profile;
    for (const name of Object.keys(owner)) {
      const own = ownValue(record, name, kind, idParameter);
      const inside = owner[name];
      if (own !== undefined) this.#try(root, owner, name, copyJson(own));
      else if (depth === 0 && isRecord(inside) && (ENVELOPES.has(name) || name === kind)) {
        this.#putRecord(root, inside as JsonObject, record, call, 1);
      }
    }
  }

  #list(base: Json[], items: readonly Json[], call: WorldCall): Json[] {
    return this.#fit(items, base, call, (list) => this.#isValid(list)) ?? base;
  }

  #putList(root: Json, items: readonly Json[], call: WorldCall): void {
    if (!isRecord(root)) return;
    const owner = root as JsonObject;
    const place = Object.keys(owner).find((name) => Array.isArray(owner[name]) && !ERROR_PLACES.includes(name));
    if (place === undefined) return;
    const list = this.#fit(items, owner[place] as Json[], call, (value) => {
      const before = owner[place] as Json;
      owner[place] = value;
      const valid = this.#isValid(root);
      owner[place] = before;
      return valid;
    });
    if (list === undefined) return;
    owner[place] = list;
    for (const name of Object.keys(owner)) if (COUNT.test(name)) this.#try(root, owner, name, list.length);
  }

  // Items in the shape of the drawn ones: as many as there are, else as many as the schema allows.
  #fit(items: readonly Json[], drawn: readonly Json[], call: WorldCall, isValid: (list: Json[]) => boolean) {
    const pattern = drawn.find(isRecord) as JsonObject | undefined;
    if (pattern === undefined) return drawn.length === 0 || items.length > 0 ? undefined : isValid([]) ? [] : undefined;
    const list: Json[] = [];
    for (const item of items) {
      const shaped = copyJson(pattern);
      const alone = [shaped];
      for (const name of Object.keys(shaped)) {
        const own = ownValue(item as JsonObject, name, call.profile.kind, call.profile.idParameter);
        if (own === undefined) continue;
        const before = shaped[name] as Json;
        setOwn(shaped, name, copyJson(own));
        if (!isValid(alone) && !isValid([...drawn.slice(1), shaped])) setOwn(shaped, name, before);
      }
      list.push(shaped);
    }
    for (let length = list.length; length >= 0; length--) {
      const part = list.slice(0, length);
      if (isValid(part)) return part;
    }
    return undefined;
  }

  #putStatus(answer: JsonObject, status: string, record: JsonObject): void {
    for (const name of Object.keys(answer)) {
      if (SUCCESS_FLAG.test(name) && typeof answer[name] === "boolean") this.#try(answer, answer, name, true);
      if (ERROR_PLACES.includes(name)) this.#dropError(answer, name);
    }
    if (!Object.hasOwn(answer, "status")) return;
    const words = [record.status, status, ...SUCCESS_WORDS].filter((word) => typeof word === "string");
    if (words.some((word) => this.#try(answer, answer, "status", word))) return;
    if (!FAILURE_WORD.test(String(answer.status))) return;
    const allowed = isRecord(this.#schema.properties) ? this.#schema.properties.status : undefined;
    const members = isRecord(allowed) && Array.isArray(allowed.enum) ? (allowed.enum as Json[]) : [];
    members
      .filter((word) => !FAILURE_WORD.test(String(word)))
      .some((word) => this.#try(answer, answer, "status", word));
  }

  #dropError(answer: JsonObject, name: string): void {
    const before = answer[name] as Json;
    delete answer[name];
    if (this.#isValid(answer)) return;
    setOwn(answer, name, before);
    for (const nothing of [null, "", []]) if (this.#try(answer, answer, name, nothing)) return;
  }
}

const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

// The record's value for a property: by its name, by its name in snake case, or the identifier by any of its names.
function ownValue(record: JsonObject, name: string, kind: string, idParameter: string | null): Json | undefined {
  const plain = snake(name);
  for (const key of [name, plain]) if (Object.hasOwn(record, key)) return record[key];
  const isId = name === idParameter || plain === `${kind}_id`;
  return isId && Object.hasOwn(record, "id") ? record.id : undefined;
}

/** Names of the properties that a schema has somewhere at its top: its own, and those of its options. */
function placesOf(schema: unknown, depth = 0): Set<string> {
  const places = new Set<string>();
  if (!isRecord(schema) || depth > 3) return places;
  if (isRecord(schema.properties)) for (const name of Object.keys(schema.properties)) places.add(name);
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const options = schema[key];
    if (Array.isArray(options))
      for (const option of options) for (const name of placesOf(option, depth + 1)) places.add(name);
  }
  return places;
}
