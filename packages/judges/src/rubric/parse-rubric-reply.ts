import { isRecord, setOwn } from "@whileai/core";
import { decidingObject } from "../judge/deciding-object.js";
import { reasonText } from "../judge/reason-text.js";
import { readAnswer } from "./read-answer.js";

/** An item judge's reply, read: an answer for each key it gives, or null when it gives no list of answers. */
export interface ParsedRubricReply {
  readonly results: Readonly<Record<string, boolean>> | null;
  readonly reason: string;
  /** Why there are no answers. */
  readonly problem?: string | undefined;
}

const LATER_ANSWERS = /["'“‘`]criteria["'”’`]\s*:/i;
/** Fields in which a model names the item of a list entry. */
const NAME_FIELDS = ["title", "item", "number", "id", "criterion", "name"] as const;

/**
 * Reads an item judge's reply `{"criteria": {"1": true, …}, "reason": "…"}`. The last complete JSON object decides, as for
 * a verdict. `criteria` may also be a list: of `{title, met}` objects, or of answers in the order of the items. Answers
 * that are no yes or no are left out.
 *
 * @example
 * parseRubricReply('{"criteria": {"1": "yes", "2": false}, "reason": "short"}').results; // { "1": true, "2": false }
 */
export function parseRubricReply(
  reply: string,
  { evidence }: { readonly evidence?: string | undefined } = {},
): ParsedRubricReply {
  const deciding = decidingObject(reply, { laterAnswer: LATER_ANSWERS, evidence });
  if (deciding.value === undefined) return { results: null, reason: "", problem: deciding.problem };
  const { criteria, reason } = deciding.value;
  const entries = Array.isArray(criteria)
    ? listEntries(criteria)
    : isRecord(criteria)
      ? Object.entries(criteria)
      : null;
  const results = entries === null ? null : answersOf(entries);
  if (results !== null) return { results, reason: reasonText(reason) };
  const problem = entries === null ? "the last object has no criteria" : "an item is answered twice, and differently";
  return { results, reason: reasonText(reason), problem };
}

function answersOf(entries: readonly (readonly [string, unknown])[]): Record<string, boolean> | null {
  const answers: Record<string, boolean> = {};
  for (const [key, value] of entries) {
    const answer = readAnswer(value);
    if (answer === undefined) continue;
    // A list that names an item twice and answers it differently answers nothing.
    if (Object.hasOwn(answers, key) && answers[key] !== answer) return null;
    setOwn(answers, key, answer);
  }
  return answers;
}

const listEntries = (list: readonly unknown[]): [string, unknown][] =>
  list.map((entry, index) => {
    const name = isRecord(entry) ? NAME_FIELDS.map((field) => entry[field]).find(isName) : undefined;
    return [name === undefined ? String(index + 1) : String(name), entry];
  });

const isName = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";
