import { countText, describeError, isRecord, type JudgeObject, type Note } from "@whileai/core";
import type { GradeFacts } from "./grade-report.js";
import type { GradeTally } from "./grade-tally.js";
import { missingNotes } from "./missing-notes.js";
import { skippedNotes } from "./skipped-notes.js";

/** What a reader should know about how the grading went. */
export function runNotes(tally: GradeTally, facts: GradeFacts): Note[] {
  return [...missingNotes(tally), ...endNotes(tally.rows, facts), ...keptNotes(facts)];
}

function endNotes(rows: number, facts: GradeFacts): Note[] {
  const notes: Note[] = [];
  if (facts.aborted)
    notes.push({
      code: "aborted",
      severity: "warning",
      message: "The call was aborted; verdicts that had come are kept, the other rows have reward null.",
      fix: "Grade the rows again that `unjudged()` gives.",
    });
  notes.push(...facts.limitNotes);
  if (facts.sourceError !== undefined)
    notes.push({
      code: "rows_ended_early",
      severity: "error",
      message: `The rows broke off after ${rows}: ${describeError(facts.sourceError)}`,
      fix: "Mend the source; what was graded before is kept.",
    });
  notes.push(...skippedNotes(facts.skipped));
  if (facts.callbackError !== undefined)
    notes.push({
      code: "progress_failed",
      severity: "warning",
      message: `onProgress threw and was not called again: ${describeError(facts.callbackError)}`,
    });
  return notes;
}

/** Verdicts that this call did not ask for. */
function keptNotes({ kept, cached, cacheError, store, version }: GradeFacts): Note[] {
  const notes: Note[] = [];
  if (kept > 0)
    notes.push({
      code: "verdicts_kept",
      severity: "info",
      message: `${countText(kept, "row")} kept the verdict that version ${version} of the judge had given.`,
      fix: "Leave `resume` out to judge them again.",
    });
  if (cached > 0)
    notes.push({
      code: "verdicts_cached",
      severity: "info",
      message: `${countText(cached, "verdict")} came from the cache.`,
    });
  if (cacheError !== undefined)
    notes.push({
      code: "cache_failed",
      severity: "warning",
      message: `The cache failed, and the rows were judged without it: ${describeError(cacheError)}`,
    });
  if (store === undefined) return notes;
  if (store.recalled > 0)
    notes.push({
      code: "run_resumed",
      severity: "info",
      message: `${countText(store.recalled, "row")} came from an earlier session in ${store.dir}, without being judged again.`,
      fix: "Give another store.dir to judge all rows anew.",
    });
  if (store.rejected > 0)
    notes.push({
      code: "lines_rejected",
      severity: "info",
      message: `${countText(store.rejected, "line")} of ${store.dir}/rows.jsonl moved to rejected.jsonl: rows without a verdict, which were judged again, or torn ones.`,
    });
  if (store.unwritten > 0)
    notes.push({
      code: "rows_unwritten",
      severity: "warning",
      message: `Not in ${store.dir}: ${countText(store.unwritten, "row")} with something that JSON cannot hold.`,
      fix: "Keep rows to plain data: no NaN, no functions, no dates.",
    });
  if (version === null)
    notes.push({
      code: "judge_unversioned",
      severity: "info",
      message:
        "The judge has no version: that it is the same one when this folder is gone on with is told by its name and its text alone.",
      fix: "Give it one: { name, version, judge }.",
    });
  return notes;
}

/** What the judge says of itself. Whatever it says, the verdicts are reported. */
export function judgeNotes(judge: JudgeObject): readonly Note[] {
  try {
    const notes: unknown = judge.notes?.() ?? [];
    if (Array.isArray(notes) && notes.every(isNote)) return notes;
    throw new TypeError("notes() gave something that is no list of { code, severity, message }");
  } catch (error) {
    return [
      {
        code: "judge_notes_failed",
        severity: "warning",
        message: `What the judge says of itself could not be read: ${describeError(error)}`,
      },
    ];
  }
}

const isNote = (value: unknown): value is Note =>
  isRecord(value) &&
  [value.code, value.message, value.fix ?? ""].every((text) => typeof text === "string") &&
  ["info", "warning", "error"].includes(value.severity as string);

/** What the verdicts themselves show. */
export function verdictNotes(tally: GradeTally): Note[] {
  const notes: Note[] = [];
  const { graded, onlyReward, goldSources, emptyMarkers, reduced, misfitStepRewards } = tally;
  if (onlyReward !== undefined)
    notes.push({
      code: "one_value",
      severity: "warning",
      message: `All ${graded} graded rows got ${onlyReward}: there is nothing to learn or compare.`,
      fix: "Check the judge on a reply that must fail and one that must pass; if it is right, use harder or easier tasks.",
    });
  if (goldSources.length > 1)
    notes.push({
      code: "gold_sources_mixed",
      severity: "warning",
      message: `Right answers were read from ${goldSources.join(", ")}.`,
      fix: "Name the one that is meant: verify.…({ field }).",
    });
  if (emptyMarkers.length > 0)
    notes.push({
      code: "marker_without_number",
      severity: "warning",
      message: `The markers ${emptyMarkers.join(", ")} are a number on no row.`,
      fix: "A marker is a number, 1 for good; null where it does not apply.",
    });
  if (misfitStepRewards > 0)
    notes.push({
      code: "step_rewards_misfit",
      severity: "warning",
      message: `The step_rewards of ${countText(misfitStepRewards, "row")} do not fit the steps and were left in judge_meta.`,
      fix: "Give one number or null for each step of the row.",
    });
  if (reduced > 0)
    notes.push({
      code: "records_shortened",
      severity: "info",
      message: `${reduced} of ${graded} rows were shortened to fit what the judge is shown.`,
      fix: "Raise payloadChars of the judge where its model reads more.",
    });
  return notes;
}
