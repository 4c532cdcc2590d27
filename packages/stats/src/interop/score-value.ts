import { toNumber } from "@whileai/core";

/** Words that tools use for a score. Convention: those of Inspect, promptfoo and pytest-like tables. */
const PASS_WORDS: ReadonlySet<string> = new Set(["c", "correct", "true", "yes", "y", "pass", "passed", "success"]);
const FAIL_WORDS: ReadonlySet<string> = new Set([
  "i",
  "incorrect",
  "false",
  "no",
  "n",
  "f",
  "fail",
  "failed",
  "failure",
]);
/** What writers of tables and logs put where there is no value: no pass value turns them into a failure. */
const NO_SCORE: ReadonlySet<string> = new Set(["", "nan", "null", "none", "n/a", "na", "infinity", "-infinity"]);

/** A value that alone counts as passed. */
export type PassValue = string | number | boolean;

/**
 * A score as a number: numbers and decimal texts as they are, booleans as 0 and 1, words like yes, no, passed, failed, `C`
 * and `I`; null for anything else. With a `passValue` that value is 1 and every other score 0: a number equals its texts
 * (1 is "1.0"), a boolean its spellings (true is "TRUE"), a text only itself.
 */
export function scoreNumber(value: unknown, passValue?: PassValue | undefined): number | null {
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (passValue !== undefined) return comparedScore(value, passValue);
  if (typeof value === "boolean") return value ? 1 : 0;
  const number = toNumber(value);
  if (number !== null) return Number.isFinite(number) ? number : null;
  return typeof value === "string" ? wordNumber(value.trim().toLowerCase()) : null;
}

function comparedScore(value: unknown, passValue: PassValue): number | null {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const text = String(value).trim();
  const isPass =
    typeof passValue === "number"
      ? toNumber(value) === passValue
      : typeof passValue === "boolean"
        ? text.toLowerCase() === String(passValue)
        : String(value) === passValue;
  if (isPass) return 1;
  return NO_SCORE.has(text.toLowerCase()) ? null : 0;
}

function wordNumber(word: string): number | null {
  if (PASS_WORDS.has(word)) return 1;
  return FAIL_WORDS.has(word) ? 0 : null;
}
