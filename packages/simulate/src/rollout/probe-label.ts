import {
  behaviorSignature,
  frozenCopy,
  isRecord,
  isTruncated,
  type JudgeFunction,
  type Row,
  toNumber,
} from "@whileai/core";

/** What a rollout's label was read from. */
export interface ProbeLabel {
  /** Undefined for a rollout that was cut short: it says nothing. */
  readonly label: string | undefined;
  readonly graderFailed: boolean;
}

/**
 * What tells two probe rollouts apart: the grader's reward when it is exactly 0 or 1, else what the agent did (tools,
 * where arguments came from, statuses, refusal) without the length of its reply.
 */
export async function probeLabel(
  row: Row,
  grader: JudgeFunction | undefined,
  signal: AbortSignal,
): Promise<ProbeLabel> {
  if (isTruncated(row)) return { label: undefined, graderFailed: false };
  if (grader === undefined) return { label: behaviorOf(row), graderFailed: false };
  try {
    const verdict = await grader(frozenCopy(row), { signal });
    const reward = toNumber(isRecord(verdict) ? (verdict.reward ?? verdict.score) : verdict);
    const flag = isRecord(verdict) ? verdict.reward : verdict;
    if (typeof flag === "boolean") return { label: flag ? "1" : "0", graderFailed: false };
    if (reward === 0 || reward === 1) return { label: String(reward), graderFailed: false };
    return { label: behaviorOf(row), graderFailed: reward === null };
  } catch {
    return { label: behaviorOf(row), graderFailed: true };
  }
}

const REFUSAL = /can't|cannot|unable|won't/;

// The signature ends in a bucket of the reply's length; a reply of fixed length keeps the rest.
function behaviorOf(row: Row): string {
  const refuses = REFUSAL.test(String(row.final_text).toLowerCase());
  return behaviorSignature({ ...row, final_text: refuses ? "cannot" : "can" });
}
