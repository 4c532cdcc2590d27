import type { Judgment } from "@whileai/core";
import type { Outcome } from "./verifier.js";

/** What became of a judge's answer, as the outcome of a check. */
export function judgmentOutcome({ reward, reason, judge_status, judge_meta }: Judgment): Outcome {
  const { markers, ...meta } = judge_meta;
  return {
    score: reward,
    reason,
    meta,
    ...(judge_status === "ok" ? {} : { status: judge_status }),
    ...(markers === undefined ? {} : { markers: markers as Readonly<Record<string, number>> }),
  };
}
