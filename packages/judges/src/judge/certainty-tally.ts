import { countText, isRecord, type Note, percentText, roundHalfEven } from "@whileai/core";
import { UNSURE_WITHIN } from "./unsure-within.js";

/** Votes that differ this often leave much of the reward to chance; convention. */
const DISAGREEMENT_LIMIT = 0.2;
const RATE_DIGITS = 4;

/** How sure a judge was of the rows it graded, by its votes or its probabilities. */
export class CertaintyTally {
  /** Rows whose verdict the judge's own probabilities call unsure. */
  unsure = 0;
  #voted = 0;
  #disagreement = 0;

  /** Counts the `judge_meta` of a row. */
  add(meta: Readonly<Record<string, unknown>>): void {
    if (meta.unsure === true) this.unsure++;
    const { disagreement } = isRecord(meta.votes) ? meta.votes : {};
    if (typeof disagreement !== "number") return;
    this.#voted++;
    this.#disagreement += disagreement;
  }

  /** Mean share of votes that were outvoted; null when no row was judged by votes. */
  get voteDisagreement(): number | null {
    return this.#voted === 0 ? null : roundHalfEven(this.#disagreement / this.#voted, RATE_DIGITS);
  }

  notes(): Note[] {
    const rate = this.voteDisagreement;
    const notes: Note[] = [];
    if (rate !== null)
      notes.push({
        code: "votes_disagree",
        severity: rate >= DISAGREEMENT_LIMIT ? "warning" : "info",
        message: `Of the votes on ${countText(this.#voted, "row")}, ${percentText(rate)} were outvoted.`,
        ...(rate >= DISAGREEMENT_LIMIT ? { fix: "Say in the rubric what decides, or use a stronger judge." } : {}),
      });
    if (this.unsure > 0)
      notes.push({
        code: "unsure",
        severity: "info",
        message: `The judge was unsure of ${countText(this.unsure, "row")}: its probability was within ${UNSURE_WITHIN} of one half.`,
        fix: "Read those rows first: judge_meta.unsure.",
      });
    return notes;
  }
}
