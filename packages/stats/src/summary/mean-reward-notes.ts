import { countText, fixedText, MIN_INTERVAL_VALUES, type Note } from "@whileai/core";
import { duplicateRolloutsNote } from "./duplicate-rollouts-note.js";
import type { MeanRewardFields } from "./mean-reward-types.js";

/** Below this many tasks the bootstrap interval is too narrow and Student's is the one to read. Hesterberg 2015. */
const FEW_TASKS = 20;
const DIGITS = 3;

function spreadNotes({ nRows, nTasks, lowest, highest }: MeanRewardFields): Note[] {
  const notes: Note[] = [];
  if (nRows >= 2 && lowest === highest)
    notes.push({
      code: "degenerate",
      severity: "warning",
      message: `all ${nRows} rewards are ${lowest}: nothing separates the tasks, and no interval is given.`,
      fix: "Check the judge on rows that must differ.",
    });
  if (nRows > 0 && nTasks < MIN_INTERVAL_VALUES)
    notes.push({
      code: "no_interval",
      severity: "info",
      message: `${countText(nTasks, "task")}, and an interval needs ${MIN_INTERVAL_VALUES}.`,
    });
  else if (nTasks < FEW_TASKS && lowest !== highest)
    notes.push({
      code: "few_tasks",
      severity: "info",
      message: `${nTasks} tasks: read the wider of the two intervals.`,
    });
  if (lowest !== null && highest !== null && (lowest < 0 || highest > 1))
    notes.push({
      code: "outside_unit",
      severity: "info",
      message: `rewards run from ${fixedText(lowest, DIGITS)} to ${fixedText(highest, DIGITS)}, not from 0 to 1.`,
    });
  return notes;
}

/** The notes of a mean reward, in their fixed order. */
export function meanRewardNotes(fields: MeanRewardFields, nRowsWithStepRewards: number): Note[] {
  const { source, nRows, nDuplicates, nRewardedSteps, nUnrewardedSteps } = fields;
  const notes: Note[] = [];
  if (nRows === 0)
    notes.push({
      code: "not_graded",
      severity: "error",
      message: source === "row" ? "no row has a numeric `reward`." : "no step has a numeric `reward`.",
      fix:
        source === "row" && nRowsWithStepRewards > 0
          ? 'Steps have rewards: read them with `steps: "mean"`, "sum" or "last".'
          : "Grade the rows first.",
    });
  else if (source === "row" && nRowsWithStepRewards > 0)
    notes.push({
      code: "step_rewards_unread",
      severity: "info",
      message: `${countText(nRowsWithStepRewards, "row")} with rewards on steps, which \`steps\` reads.`,
    });
  notes.push(...spreadNotes(fields));
  if (nUnrewardedSteps > 0)
    notes.push({
      code: "unrewarded_steps",
      severity: "info",
      message: `${nUnrewardedSteps} of ${nUnrewardedSteps + nRewardedSteps} steps have no reward and count as none, not as 0.`,
    });
  notes.push(...duplicateRolloutsNote(nDuplicates));
  return notes;
}
