import { behaviorSignature, isTruncated, type JudgeFunction, type Row, readsAsRefusal, runOne } from "@whileai/core";

/** What a rollout's label was read from. */
export interface ProbeLabel {
  /** Undefined for a rollout that was cut short: it says nothing. */
  readonly label: string | undefined;
  readonly graderFailed: boolean;
}

export interface ProbeLabelOptions {
  readonly grader: JudgeFunction | undefined;
  readonly signal: AbortSignal;
  /** Longest wait for the grader. */
  readonly timeoutMs: number;
}

/**
 * What tells two probe rollouts apart: the grader's reward when it is exactly 0 or 1, else what the agent did (tools,
 * where arguments came from, statuses, refusal) without the length of its reply. Never throws, and never waits longer for a
 * grader than `timeoutMs` or the signal allow.
 */
export async function probeLabel(row: Row, { grader, signal, timeoutMs }: ProbeLabelOptions): Promise<ProbeLabel> {
  if (isTruncated(row)) return { label: undefined, graderFailed: false };
  if (grader === undefined) return { label: behaviorOf(row), graderFailed: false };
  const { reward } = await runOne(row, grader, { signal, timeoutMs });
  if (reward === 0 || reward === 1) return { label: String(reward), graderFailed: false };
  return { label: behaviorOf(row), graderFailed: reward === null };
}

// The signature ends in a bucket of the reply's length; a reply of fixed length keeps the rest.
function behaviorOf(row: Row): string {
  return behaviorSignature({ ...row, final_text: readsAsRefusal(String(row.final_text)) ? "cannot" : "can" });
}
