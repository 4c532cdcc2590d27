import { type Row, scalarReward } from "@whileai/core";

/** The reward that a judge stands behind: any finite number, unless `judge_status` says that judging failed. */
export function judgedReward(row: Readonly<Row>): number | null {
  return judgeFailed(row) ? null : scalarReward(row);
}

/** Whether the row says that its judge gave no verdict. A reward beside it is no label. */
export function judgeFailed({ judge_status: status }: Readonly<Row>): boolean {
  return typeof status === "string" && status !== "" && status !== "ok";
}
