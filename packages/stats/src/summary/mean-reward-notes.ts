import { countText, fixedText, MIN_INTERVAL_VALUES, type Note } from "@whileai/core";
import { dueNotes, type NoteParts } from "../notes/note-parts.js";
import { repeatedRollouts } from "../notes/repeated-rollouts.js";
import type { MeanRewardFields } from "./mean-reward-types.js";

/** Below this many tasks the bootstrap interval is too narrow and Student's is the one to read. Hesterberg 2015. */
const FEW_TASKS = 20;
const DIGITS = 3;

function spreadNotes({ nRows, nTasks, lowest, highest }: MeanRewardFields): NoteParts[] {
  const differ = lowest !== highest;
  const hasInterval = nTasks >= MIN_INTERVAL_VALUES;
  const [least, most] = [lowest ?? 0, highest ?? 1];
  return [
    [
      nRows >= 2 && !differ,
      "degenerate",
      `all ${nRows} rewards are ${lowest}: nothing separates the tasks, and no interval is given.`,
      "Check the judge on rows that must differ.",
    ],
    [
      nRows > 0 && !hasInterval,
      "no_interval",
      `${countText(nTasks, "task")}, and an interval needs ${MIN_INTERVAL_VALUES}.`,
      undefined,
      "info",
    ],
    [
      hasInterval && nTasks < FEW_TASKS && differ,
      "few_tasks",
      `${nTasks} tasks: read the wider of the two intervals.`,
      undefined,
      "info",
    ],
    [
      least < 0 || most > 1,
      "outside_unit",
      `rewards run from ${fixedText(least, DIGITS)} to ${fixedText(most, DIGITS)}, not from 0 to 1.`,
      undefined,
      "info",
    ],
  ];
}

/** The notes of a mean reward, in their fixed order. */
export function meanRewardNotes(fields: MeanRewardFields, nRowsWithStepRewards: number): Note[] {
  const { source, nRows, nRewardedSteps, nUnrewardedSteps } = fields;
  const areOnSteps = source === "row" && nRowsWithStepRewards > 0;
  return dueNotes([
    [
      nRows === 0,
      "not_graded",
      source === "row" ? "no row has a numeric `reward`." : "no step has a numeric `reward`.",
      areOnSteps ? 'Steps have rewards: read them with `steps: "mean"`, "sum" or "last".' : "Grade the rows first.",
      "error",
    ],
    [
      nRows > 0 && areOnSteps,
      "step_rewards_unread",
      `${countText(nRowsWithStepRewards, "row")} with rewards on steps, which \`steps\` reads.`,
      undefined,
      "info",
    ],
    ...spreadNotes(fields),
    [
      nUnrewardedSteps > 0,
      "unrewarded_steps",
      `${nUnrewardedSteps} of ${nUnrewardedSteps + nRewardedSteps} steps have no reward and count as none, not as 0.`,
      undefined,
      "info",
    ],
    repeatedRollouts(fields),
  ]);
}
