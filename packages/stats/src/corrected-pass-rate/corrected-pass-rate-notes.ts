import { countText, type Note } from "@whileai/core";
import { dueNotes } from "../notes/note-parts.js";
import { repeatedRollouts } from "../notes/repeated-rollouts.js";
import type { CorrectedPassRateFields } from "./corrected-pass-rate-types.js";

/** Labels below which the tuned weight of the judge is noise (convention, as for the trust of a judge). */
const FEW_LABELS = 50;

const FIX_LABELS = "Label a random part of the rollouts by hand and attach the labels (`gold_reward`).";

/** What to mind about a corrected pass rate, in fixed order. */
export function correctedPassRateNotes(fields: CorrectedPassRateFields): Note[] {
  const { nRows, nLabelled, nLabelsLeftOut, nSkipped, passRate, interval, roganGladen } = fields;
  const notes: Note[] = [];
  if (nRows === 0)
    notes.push({
      code: "not_graded",
      severity: "error",
      message: "no rollout has a verdict of 0 or 1.",
      fix: "Grade the rows first.",
    });
  else if (passRate === null)
    notes.push({
      code: "too_few_labels",
      severity: "error",
      message: `${countText(nLabelled, "labelled rollout")}: a correction needs labels of at least 3 tasks.`,
      fix: FIX_LABELS,
    });
  else if (nLabelled < FEW_LABELS)
    notes.push({
      code: "few_labels",
      severity: "warning",
      message: `${nLabelled} labels: below ${FEW_LABELS} the interval is approximate.`,
      fix: FIX_LABELS,
    });
  if (roganGladen?.reason === "judge_no_better_than_chance")
    notes.push({
      code: "judge_no_better_than_chance",
      severity: "warning",
      message: "the judge passes what is labelled fail as often as what is labelled pass: only the labels count.",
      fix: "Change the judge.",
    });
  const other = roganGladen?.interval;
  if (interval && other && (other.low > interval.high || other.high < interval.low))
    notes.push({
      code: "corrections_disagree",
      severity: "warning",
      message: "the two corrections contradict each other: the labelled rollouts do not look like a random part.",
      fix: FIX_LABELS,
    });
  if (nLabelsLeftOut > 0)
    notes.push({
      code: "labels_left_out",
      severity: "info",
      message: `${countText(nLabelsLeftOut, "label")} left out: not of a trusted kind, or neither 0 nor 1.`,
    });
  if (nSkipped > 0)
    notes.push({
      code: "not_judged",
      severity: "info",
      message: `${countText(nSkipped, "rollout")} without a verdict of 0 or 1 left out.`,
    });
  notes.push(...dueNotes([repeatedRollouts(fields)]));
  return notes;
}
