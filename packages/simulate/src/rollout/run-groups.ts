import { asSentence, type BackendError, describeError, type JudgeFunction, WhileaiError } from "@whileai/core";
import type { GroupSchedule, ScheduledRollout } from "./group-schedule.js";
import { probeLabel } from "./probe-label.js";
import type { SimulatedRow } from "./simulated-row.js";

/** Failures without a single row after which the agent counts as dead. */
const DEAD_AGENT_FAILURES = 16;

/** Failures of the agent so far; shared by the runs of a simulation. */
export interface FailureCounts {
  failures: number;
  retried: number;
  lost: number;
  landed: number;
  graderFailures: number;
  first: unknown;
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
  readonly counts: FailureCounts;
  readonly signal: AbortSignal;
}

/**
 * Plays a schedule to its end, or until the signal aborts. A rollout whose agent fails is tried again `retries` times and
 * then given up; it never takes others with it. A refused key, or an agent that fails 16 times before anything landed,
 * ends the run with that error.
 */
export async function runGroups(run: GroupRun): Promise<void> {
  const { schedule, signal } = run;
  const onAbort = (): void => schedule.close();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) schedule.close();
  try {
    const workers = Array.from({ length: run.concurrency }, () => work(run));
    const results = await Promise.allSettled(workers);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function work(run: GroupRun): Promise<void> {
  try {
    for (let next = await run.schedule.take(); next !== undefined; next = await run.schedule.take()) {
      const row = await attempt(run, next);
      if (row === undefined) {
        run.schedule.finish(next, undefined);
        continue;
      }
      run.counts.landed++;
      run.land(next, row);
      run.schedule.finish(next, run.needsLabels ? await labelOf(run, row) : undefined);
    }
  } catch (error) {
    run.schedule.close();
    throw error;
  }
}

async function labelOf(run: GroupRun, row: SimulatedRow): Promise<string | undefined> {
  const { label, graderFailed } = await probeLabel(row, run.grader, run.signal);
  if (graderFailed) run.counts.graderFailures++;
  return label;
}

async function attempt(run: GroupRun, rollout: ScheduledRollout): Promise<SimulatedRow | undefined> {
  const { counts } = run;
  for (let tries = 0; ; tries++) {
    try {
      return await run.play(rollout);
    } catch (error) {
      if (run.signal.aborted) return undefined;
      if (WhileaiError.isInstance(error) && error.code === "auth_failed") throw error;
      counts.failures++;
      counts.first ??= error;
      if (counts.landed === 0 && counts.failures >= DEAD_AGENT_FAILURES) throw deadAgent(counts.first);
      const isFinal = WhileaiError.isInstance(error) && (error as Partial<BackendError>).isRetryable === false;
      if (tries >= run.retries || isFinal) {
        counts.lost++;
        return undefined;
      }
      counts.retried++;
    }
  }
}

/** The error of a run in which the agent never answered. */
export function deadAgent(cause: unknown): WhileaiError {
  return new WhileaiError("agent_failed", {
    message: `The agent failed in every rollout, so there is not a single row. First error: ${asSentence(describeError(cause))}`,
    fix: WhileaiError.isInstance(cause) ? "" : "Correct the agent: the error is its own.",
    cause,
  });
}
