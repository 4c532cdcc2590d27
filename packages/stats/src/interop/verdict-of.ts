import type { JudgeStatus } from "@whileai/core";

/** A reward, or why there is none. */
export interface ResultVerdict {
  readonly reward: number | null;
  readonly status: JudgeStatus;
  readonly reason?: string | undefined;
}

/** A verdict with a reward. */
export const rewarded = (reward: number, reason?: string | undefined): ResultVerdict => ({
  reward,
  status: "ok",
  reason,
});

/** A verdict without one. */
export const unrewarded = (status: Exclude<JudgeStatus, "ok">, reason: string): ResultVerdict => ({
  reward: null,
  status,
  reason,
});
