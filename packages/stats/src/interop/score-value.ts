import { toNumber } from "@whileai/core";

/** Words that tools use for a score. Convention: those of Inspect, promptfoo and pytest-like tables. */
const PASS_WORDS: ReadonlySet<string> = new Set(["c", "correct", "true", "yes", "y", "pass", "passed", "success"]);
const FAIL_WORDS: ReadonlySet<string> = new Set(["i", "incorrect", "false", "no", "f", "fail", "failed", "failure"]);
/** Inspect's partial credit, and its "no answer", which it counts as a failure of the model. */
const PARTIAL_WORD = "p";
const PARTIAL_CREDIT = 0.5;
const NO_ANSWER_WORD = "n";

/**
 * A score as a number: numbers and decimal texts as they are, booleans as 0 and 1, `C` 1, `I` 0, `P` 0.5, `N` 0 and words
 * like yes, no, passed, failed; null for anything else. With a `passValue` exactly that value is 1 and every other score 0.
 */
export function scoreNumber(value: unknown, passValue?: string | number | boolean): number | null {
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (passValue !== undefined) {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
    return String(value) === String(passValue) ? 1 : 0;
  }
  if (typeof value === "boolean") return value ? 1 : 0;
  const number = toNumber(value);
  if (number !== null) return Number.isFinite(number) ? number : null;
  return typeof value === "string" ? wordNumber(value.trim().toLowerCase()) : null;
}

function wordNumber(word: string): number | null {
  if (PASS_WORDS.has(word)) return 1;
  if (FAIL_WORDS.has(word) || word === NO_ANSWER_WORD) return 0;
  return word === PARTIAL_WORD ? PARTIAL_CREDIT : null;
}
