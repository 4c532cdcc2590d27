import { behaviorSignature, isTruncated, type JudgeFunction, type Row, readsAsRefusal, runOne } from "@whileai/core";

/** What a rollout's label was read from. */
export interface ProbeLabel {
  /** Undefined for a rollout that was cut short: it says nothing. */
  readonly label: string | undefined;
  /** What the grader gave; null when it gave none or was not asked. */
  readonly reward: number | null;
  readonly graderFailed: boolean;
}

export interface ProbeLabelOptions {
  readonly grader: JudgeFunction | undefined;
  readonly signal: AbortSignal;
  /** Longest wait for the grader. */
  readonly timeoutMs: number;
  /** Ask the grader about rollouts that were cut short too: their rewards count, their labels do not. */
  readonly needsRewards?: boolean | undefined;
}

/**
 * What tells two probe rollouts apart: the grader's reward when it is exactly 0 or 1, else what the agent did (tools,
 * where arguments came from, statuses, refusal) without the length of its reply. Never throws, and never waits longer for a
 * grader than `timeoutMs` or the signal allow.
 */
export async function probeLabel(row: Row, options: ProbeLabelOptions): Promise<ProbeLabel> {
  const { grader, signal, timeoutMs, needsRewards = false } = options;
  const isCut = isTruncated(row);
  if (isCut && !needsRewards) return { label: undefined, reward: null, graderFailed: false };
  if (grader === undefined) return { label: behaviorOf(row), reward: null, graderFailed: false };
  const { reward } = await runOne(row, grader, { signal, timeoutMs });
  if (isCut) return { label: undefined, reward, graderFailed: reward === null };
  if (reward === 0 || reward === 1) return { label: String(reward), reward, graderFailed: false };
  return { label: behaviorOf(row), reward, graderFailed: reward === null };
}

// The signature ends in a bucket of the reply's length; a reply of fixed length keeps the rest.
function behaviorOf(row: Row): string {
  return behaviorSignature({ ...row, final_text: readsAsRefusal(String(row.final_text)) ? "cannot" : "can" });
}
