import type { Row } from "@whileai/core";
import { isOutOfRange } from "../signal/judged-reward.js";
import { usableLabel } from "./unlabelled.js";

/** The judge's name on a row whose reward was taken away for being cut. */
export const PENALTY_JUDGE = "overlong_penalty";

/** The reward that pass rates are made of: what a judge measured, also where a selection took it away. */
export function measuredReward(row: Readonly<Row>): number | null {
  return usableLabel(asMeasured(row));
}

/** Whether what a judge measured is on another scale, so that the task has no pass rate. */
export function isMeasuredOutOfRange(row: Readonly<Row>): boolean {
  return isOutOfRange(asMeasured(row));
}

function asMeasured(row: Readonly<Row>): Readonly<Row> {
  if (row.judge_name !== PENALTY_JUDGE) return row;
  return { reward: row.reward_before_penalty as number | null };
}
