import {
  asSentence,
  type BackendError,
  describeError,
  errorCode,
  isSpent,
  type JudgeFunction,
  onAbort,
  WhileaiError,
} from "@whileai/core";
import type { GroupSchedule, ScheduledRollout } from "./group-schedule.js";
import { probeLabel } from "./probe-label.js";
import type { SimulatedRow } from "./simulated-row.js";

/** Failures of the agent so far; shared by the runs of a simulation. */
export interface FailureCounts {
  failures: number;
  retried: number;
  lost: number;
  graderFailures: number;
  first: { readonly error: unknown } | undefined;
}

export interface GroupRun {
  readonly schedule: GroupSchedule;
  readonly play: (rollout: ScheduledRollout) => Promise<SimulatedRow>;
  /** Called once for each row, as it lands. */
  readonly land: (rollout: ScheduledRollout, row: SimulatedRow) => void;
  readonly needsLabels: boolean;
  readonly grader: JudgeFunction | undefined;
  readonly concurrency: number;
  readonly retries: number;
  /** Longest wait for the grader. */
  readonly timeoutMs: number;
  readonly counts: FailureCounts;
  readonly signal: AbortSignal;
}

/**
 * Plays a schedule to its end, or until the signal aborts. A rollout whose agent fails is tried again `retries` times and
 * then given up; it never takes others with it. What a backend has retried already is not tried again. A refused key, or an
 * agent that loses all of the first 16 rollouts (and of the first 4 prompts, so that one bad prompt is not enough), ends the
 * run with that error.
 */
export async function runGroups(run: GroupRun): Promise<void> {
  const { schedule, signal } = run;
  const stopWaiting = onAbort(signal, () => schedule.close());
  if (signal.aborted) schedule.close();
  try {
    const workers = Array.from({ length: run.concurrency }, () => work(run));
    const results = await Promise.allSettled(workers);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  } finally {
    stopWaiting();
  }
}

async function work(run: GroupRun): Promise<void> {
  try {
    for (let next = await run.schedule.take(); next !== undefined; next = await run.schedule.take()) {
      const row = await attempt(run, next);
      if (row === undefined) {
        run.schedule.lose(next);
        const { deadAfter } = run.schedule;
        if (deadAfter !== undefined && !run.signal.aborted) {
          throw deadAgent(run.counts.first?.error, `all of the first ${deadAfter} rollouts`);
        }
        continue;
      }
      run.land(next, row);
      run.schedule.finish(next, run.needsLabels ? await labelOf(run, row) : undefined);
    }
  } catch (error) {
    run.schedule.close();
    throw error;
  }
}

async function labelOf(run: GroupRun, row: SimulatedRow): Promise<string | undefined> {
  const { label, graderFailed } = await probeLabel(row, run);
  if (graderFailed && !run.signal.aborted) run.counts.graderFailures++;
  return label;
}

async function attempt(run: GroupRun, rollout: ScheduledRollout): Promise<SimulatedRow | undefined> {
  const { counts } = run;
  for (let tries = 0; ; tries++) {
    try {
      return await run.play(rollout);
    } catch (error) {
      if (run.signal.aborted) return undefined;
      if (errorCode(error) === "auth_failed") throw error;
      counts.failures++;
      counts.first ??= { error };
      if (tries >= run.retries || !isWorthRetrying(error)) {
        counts.lost++;
        return undefined;
      }
      counts.retried++;
    }
  }
}

// What a backend calls final, and what it has tried again itself, is not tried again here.
function isWorthRetrying(error: unknown): boolean {
  return errorCode(error) === undefined || ((error as Partial<BackendError>).isRetryable !== false && !isSpent(error));
}

/** The error of a run whose agent never answers. */
export function deadAgent(cause: unknown, where: string): WhileaiError {
  return new WhileaiError("agent_failed", {
    message: `The agent failed in ${where}. First error: ${asSentence(describeError(cause))}`,
    fix: errorCode(cause) === undefined ? "Correct the agent: the error is its own." : "",
    cause,
  });
}
