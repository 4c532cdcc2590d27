import type { Judgment } from "@whileai/core";

/** Why a judgment has no reward: the time it had, its error, or the judge's words. */
export function whyUnjudged({ judge_status, reason, judge_meta }: Judgment): string {
  if (judge_status === "timeout") return `no verdict came within ${String(judge_meta.timeout_s)} s`;
  if (typeof judge_meta.error === "string") return judge_meta.error;
  return reason === "" ? `the judge returned no usable reward (${judge_status})` : reason;
}
