import type { Row } from "@whileai/core";
import { usableLabel } from "./unlabelled.js";

/** The judge's name on a row whose reward was taken away for being cut. */
export const PENALTY_JUDGE = "overlong_penalty";

/** The reward that pass rates are made of: what a judge measured, also where a selection took it away. */
export function measuredReward(row: Readonly<Row>): number | null {
  if (row.judge_name !== PENALTY_JUDGE) return usableLabel(row);
  const { reward_before_penalty: reward } = row;
  return usableLabel({ reward: reward as number | null });
}
