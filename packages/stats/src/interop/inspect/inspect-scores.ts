import { isRecord } from "@whileai/core";
import { type Fields, fieldsOf } from "../field.js";
import { type PassValue, scoreNumber } from "../score-value.js";

/** Inspect's partial credit; in tables of other tools a P is as likely to be a pass. */
const PARTIAL_LETTER = "P";
const PARTIAL_CREDIT = 0.5;

/** A value of a scorer as a number: `C` 1, `P` 0.5, `I` and `N` (no answer) 0, others as tools write scores. */
export const inspectScore = (value: unknown, passValue?: PassValue | undefined): number | null =>
  value === PARTIAL_LETTER && passValue === undefined ? PARTIAL_CREDIT : scoreNumber(value, passValue);

/** One value of one scorer. */
export interface NamedScore {
  readonly value: unknown;
  /** What else the scorer said. */
  readonly score: Fields;
}

/** The scores of a sample by name; a scorer that gives several values has one `scorer/key` for each. */
export function namedScores(scores: unknown): Map<string, NamedScore> {
  const named = new Map<string, NamedScore>();
  for (const [scorer, given] of Object.entries(fieldsOf(scores))) {
    const score = fieldsOf(given);
    const { value } = score;
    if (isRecord(value) || Array.isArray(value))
      for (const [key, part] of Object.entries(value)) named.set(`${scorer}/${key}`, { value: part, score });
    else if (value !== undefined && value !== null) named.set(scorer, { value, score });
  }
  return named;
}
