import { JUDGE_STATUSES, type JudgeStatus, type Row, scalarReward } from "@whileai/core";
import { isShare, judgedReward, judgeFailed } from "../signal/judged-reward.js";

/** Why a row has no reward that a pass rate can be made of. The judge's own statuses come first. */
export type UnlabelledCause =
  | Exclude<JudgeStatus, "ok">
  | "judge_failed"
  | "never_graded"
  | "not_a_number"
  | "out_of_range";

/** The reward of a row where it is one that pass rates can be made of: a judge's number from 0 to 1. */
export function usableLabel(row: Readonly<Row>): number | null {
  const reward = judgedReward(row);
  return reward !== null && isShare(reward) ? reward : null;
}

/** Why `usableLabel` is null. */
export function unlabelledCause(row: Readonly<Row>): UnlabelledCause {
  const status = row.judge_status;
  if (judgeFailed(row)) return isFailure(status) ? status : "judge_failed";
  if (row.reward === null || row.reward === undefined) return "never_graded";
  return scalarReward(row) === null ? "not_a_number" : "out_of_range";
}

function isFailure(status: unknown): status is Exclude<JudgeStatus, "ok"> {
  return (JUDGE_STATUSES as readonly unknown[]).includes(status);
}
