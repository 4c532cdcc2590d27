import { isRecord } from "@whileai/core";

const YES = new Set(["true", "yes", "met", "1", "pass", "passed"]);
const NO = new Set(["false", "no", "not met", "unmet", "0", "fail", "failed", "none"]);
/** Fields in which models put the answer when they give an object for each item. */
const ANSWER_FIELDS = ["met", "value", "answer", "result"] as const;

/**
 * The answer to one criterion: true for true, a number above 0 and the words of a yes; false for false, null, other
 * numbers and the words of a no. Any other word is no answer: `undefined`, never a guess.
 *
 * @example
 * readAnswer("yes"); // true
 * readAnswer("partly"); // undefined
 */
export function readAnswer(value: unknown): boolean | undefined {
  if (value === null) return false;
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isNaN(value) ? undefined : value > 0;
  if (typeof value === "string") {
    const word = value.trim().toLowerCase();
    if (YES.has(word)) return true;
    return NO.has(word) ? false : undefined;
  }
  if (!isRecord(value)) return undefined;
  const field = ANSWER_FIELDS.find((name) => Object.hasOwn(value, name));
  const inner = field === undefined ? undefined : value[field];
  return isRecord(inner) ? undefined : readAnswer(inner);
}
