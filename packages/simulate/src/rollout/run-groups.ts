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
import { isEndpointDown } from "@whileai/core/backends";
import { crew, type Pause } from "./crew.js";
import { endsRun } from "./ends-run.js";
import type { GroupSchedule, ScheduledRollout } from "./group-schedule.js";
import { type ProbeLabel, probeLabel } from "./probe-label.js";
import type { SimulatedRow } from "./simulated-row.js";

/** Failures of the agent so far; shared by the runs of a simulation. */
export interface FailureCounts {
  failures: number;
  retried: number;
  lost: number;
  graderFailures: number;
  first: { readonly error: unknown } | undefined;
}

/** Rows and labels that are known already, and a place for new labels. */
export interface RolloutMemory {
  row(rollout: ScheduledRollout): Promise<SimulatedRow | undefined> | undefined;
  label(row: SimulatedRow): ProbeLabel | undefined;
  keepLabel(row: SimulatedRow, label: ProbeLabel): Promise<void>;
}

export interface GroupRun {
  readonly schedule: GroupSchedule;
  readonly play: (rollout: ScheduledRollout) => Promise<SimulatedRow>;
  /** Waits until a rollout may begin; gives what to call at its end, or undefined when no more may. Recalled ones do not ask. */
  readonly admit?: (() => Promise<(() => void) | undefined>) | undefined;
  /** What earlier sessions of the run left. */
  readonly memory?: RolloutMemory | undefined;
  /** Called once for each row, as it lands; the next rollout waits for what it returns. */
  readonly land: (rollout: ScheduledRollout, row: SimulatedRow, isRecalled: boolean) => Promise<void> | void;
  /** Called for each rollout that was given up. */
  readonly lost?: ((rollout: ScheduledRollout, error: unknown) => Promise<void> | void) | undefined;
  readonly needsLabels: boolean;
  /** Rewards stop the run: rollouts that were cut short are graded too. */
  readonly needsRewards?: boolean | undefined;
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
 * then given up; it never takes others with it. What a backend has retried already is not tried again. A refused key, an endpoint that has gone, or an
 * agent that loses all of the first 16 rollouts (and of the first 4 prompts, so that one bad prompt is not enough), ends the
 * run with that error.
 */
export async function runGroups(run: GroupRun): Promise<void> {
  const { schedule, signal } = run;
  const stopWaiting = onAbort(signal, () => schedule.close());
  if (signal.aborted) schedule.close();
  try {
    await crew(run.concurrency, (pause) => work(run, pause));
  } finally {
    stopWaiting();
  }
}

async function work(run: GroupRun, pause: Pause): Promise<void> {
  try {
    for (let next = await run.schedule.take(); next !== undefined; next = await run.schedule.take()) {
      // Nothing is waited for that is there: a wait takes its turn, and there are several for each of thousands of rows.
      const pausing = pause();
      if (pausing !== undefined) await pausing;
      const recalling = run.memory?.row(next);
      const recalled = recalling && (await recalling);
      const ended = recalled === undefined && run.admit !== undefined ? await run.admit() : () => {};
      if (ended === undefined) return run.schedule.close();
      const row = recalled ?? (await played(run, next, ended));
      if (row === undefined) {
        run.schedule.lose(next);
        const { deadAfter } = run.schedule;
        if (deadAfter !== undefined && !run.signal.aborted) {
          throw deadAgent(run.counts.first?.error, `all of the first ${deadAfter} rollouts`);
        }
        continue;
      }
      const landing = run.land(next, row, recalled !== undefined);
      if (landing !== undefined) await landing;
      run.schedule.finish(next, run.needsLabels ? await labelOf(run, row) : {});
    }
  } catch (error) {
    run.schedule.close();
    throw error;
  }
}

async function played(run: GroupRun, rollout: ScheduledRollout, ended: () => void): Promise<SimulatedRow | undefined> {
  try {
    return await attempt(run, rollout);
  } finally {
    ended();
  }
}

async function labelOf(run: GroupRun, row: SimulatedRow): Promise<ProbeLabel> {
  const known = run.memory?.label(row);
  const label = known ?? (await probeLabel(row, run));
  if (run.signal.aborted && known === undefined) return label;
  if (label.graderFailed) run.counts.graderFailures++;
  // What follows from a label may only be played once the label is kept.
  if (known === undefined && run.grader !== undefined) await run.memory?.keepLabel(row, label);
  return label;
}

async function attempt(run: GroupRun, rollout: ScheduledRollout): Promise<SimulatedRow | undefined> {
  const { counts } = run;
  for (let tries = 0; ; tries++) {
    try {
      return await run.play(rollout);
    } catch (error) {
      if (run.signal.aborted) return undefined;
      if (endsRun(error) || isEndpointDown(error)) throw error;
      counts.failures++;
      counts.first ??= { error };
      if (tries >= run.retries || !isWorthRetrying(error)) {
        counts.lost++;
        await run.lost?.(rollout, error);
        return undefined;
      }
      counts.retried++;
    }
  }
}

// What a backend calls final, and what it has tried again itself, is not tried again here. What a cassette does not hold is:
// a rollout that was tried twice when it was recorded is played twice.
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
