import type { Row } from "@whileai/core";

/**
 * The reward of a judged row: from 0 to 1 and, where there is a status, with the status ok; undefined otherwise. Booleans count;
 * texts do not.
 */
export function verdictReward(row: Row): number | undefined {
  const { reward, judge_status } = row ?? {};
  if (judge_status !== undefined && judge_status !== null && judge_status !== "ok") return undefined;
  if (typeof reward === "boolean") return Number(reward);
  return typeof reward === "number" && reward >= 0 && reward <= 1 ? reward : undefined;
}
