import { sha256Hex } from "../hash/hash.js";
import { isRecord } from "../json/json.js";
import {
  pythonCompare,
  pythonJson,
  pythonRepr,
  pythonText,
  pythonTrim,
  pythonWords,
  tuple,
} from "../text/python-text.js";
import { callsTool, looseRow, looseSteps } from "./loose-row.js";
import { readsAsRefusal } from "./reads-as-refusal.js";
import type { Row } from "./row.js";
import { resultObject } from "./trace-fault.js";

/** Hex digits kept of the hash. */
const SIGNATURE_DIGITS = 12;
/** Words that count as one step of the length bucket, and the last bucket. */
const WORDS_PER_BUCKET = 12;
const LAST_BUCKET = 12;

function provenance(value: unknown, prompt: string, earlier: EarlierResults): string {
  const text = pythonTrim(pythonText(value).toLowerCase());
  if (text === "") return "absent";
  if (prompt.includes(text)) return "user";
  return earlier.text().includes(text) ? "derived" : "invented";
}

/** Results of earlier calls as one text, which is written only when somebody looks for something in it. */
class EarlierResults {
  readonly #results: unknown[] = [];
  #written = 0;
  #text = "";

  add(result: unknown): void {
    this.#results.push(result ?? null);
  }

  text(): string {
    for (; this.#written < this.#results.length; this.#written++) {
      this.#text += pythonJson(this.#results[this.#written]).toLowerCase();
    }
    return this.#text;
  }
}

/** Short behaviours come again and again. */
const MOST_SIGNATURES = 1000;
const LONGEST_KEPT = 500;
const signatures = new Map<string, string>();

function signatureOf(behavior: string): string {
  let signature = signatures.get(behavior);
  if (signature === undefined) {
    signature = sha256Hex(behavior, SIGNATURE_DIGITS);
    if (signatures.size < MOST_SIGNATURES && behavior.length <= LONGEST_KEPT) signatures.set(behavior, signature);
  }
  return signature;
}

/**
 * What a rollout did, as 12 hex digits: which tools it called in which order, where each argument came from (the
 * prompt, an earlier result, or nowhere), the status of each result, whether the reply refuses, and roughly how long it
 * is. Two rollouts with the same signature behaved the same way in other words.
 *
 * The value is the one the Python package stores in `behavior_signature`. JSON read here does not tell `3.0` from `3`,
 * so a whole float as an argument can differ in provenance when the prompt spells it with a point.
 *
 * @example
 * behaviorSignature({ prompt: "hi", steps: [], final_text: "Hello." });
 */
export function behaviorSignature(row: Readonly<Row>): string {
  const known = looseRow(row);
  const prompt = pythonText(known.prompt ?? "").toLowerCase();
  const earlier = new EarlierResults();
  const shape: string[] = [];
  for (const step of looseSteps(known)) {
    if (!callsTool(step)) continue;
    const given = Object.entries(isRecord(step.arguments) ? step.arguments : {});
    const named = given
      .sort(([a], [b]) => pythonCompare(a, b))
      .map(([name, value]) => tuple([pythonRepr(name), pythonRepr(provenance(value, prompt, earlier))]));
    const { status = "" } = resultObject(step.result);
    shape.push(tuple([pythonRepr(step.tool), tuple(named), pythonRepr(pythonText(status))]));
    earlier.add(step.result);
  }
  const reply = pythonText(known.final_text ?? "");
  const refuses = readsAsRefusal(reply);
  const size = Math.min(Math.floor(pythonWords(reply) / WORDS_PER_BUCKET), LAST_BUCKET);
  return signatureOf(tuple([tuple(shape), pythonRepr(refuses), String(size)]));
}
