import { type Row, scalarReward } from "@whileai/core";

/** The reward that a judge stands behind: any finite number, unless `judge_status` says that judging failed. */
export function judgedReward(row: Readonly<Row>): number | null {
  return judgeFailed(row) ? null : scalarReward(row);
}

/** Whether a reward is one that pass rates can be made of. */
export function isShare(reward: number): boolean {
  return reward >= 0 && reward <= 1;
}

/** Whether a judge stands behind a reward on another scale: no rate can be made of its task, as the rest would mislead. */
export function isOutOfRange(row: Readonly<Row>): boolean {
  const reward = judgedReward(row);
  return reward !== null && !isShare(reward);
}

/** Whether the row says that its judge gave no verdict. A reward beside it is no label. */
export function judgeFailed({ judge_status: status }: Readonly<Row>): boolean {
  return typeof status === "string" && status !== "" && status !== "ok";
}
