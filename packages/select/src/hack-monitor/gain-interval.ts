import { type Interval, mean, tQuantile } from "@whileai/core";

/** Tasks that two evals must share for a comparison task by task. Convention. */
export const SHARED_TASKS = 5;
/** Fewest tasks on each side for a comparison of tasks that differ: with fewer, a handful of ties looks like certainty. */
const UNPAIRED_TASKS = 5;

/** A gain from one eval to another. */
export interface Gain {
  readonly gain: number;
  /** Student t over tasks at `level`, null where there are too few. */
  readonly interval: Interval | null;
  readonly level: number;
  /** Tasks that it rests on: those in both evals when paired, else those of the smaller side. */
  readonly nTasks: number;
  readonly paired: boolean;
}

/**
 * How far a score moved between two evals, with an interval over tasks: task by task where the evals share five or more,
 * else between the two sets of tasks. One more task that did not move is added to either, so that a few tasks which
 * happen to agree are no proof, and an interval exists where all agree. Null where a side has no score.
 *
 * @param level - Two-sided.
 */
export function gainBetween(
  then: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
  level: number,
): Gain | null {
  if (then.size === 0 || now.size === 0) return null;
  const gains = sharedGains(then, now);
  return gains.length >= SHARED_TASKS
    ? pairedGain(gains, level)
    : unpairedGain([...then.values()], [...now.values()], level);
}

/**
 * Whether the interval could lie above 0 at all: of `n` shared tasks that all gain alike, t is `n`, which at a high level is
 * too little of five.
 */
export function canTell({ interval, level, nTasks, paired }: Gain): boolean {
  return interval !== null && (!paired || nTasks > tQuantile(nTasks, { level }));
}

/** The gains of the tasks that both evals hold. */
export function sharedGains(then: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): number[] {
  const gains: number[] = [];
  for (const [task, value] of now) {
    const before = then.get(task);
    if (before !== undefined) gains.push(value - before);
  }
  return gains;
}

function pairedGain(gains: readonly number[], level: number): Gain {
  const withStill = [...gains, 0];
  return {
    gain: mean(gains) as number,
    interval: around(mean(withStill) as number, squaredError(withStill), gains.length, level),
    level,
    nTasks: gains.length,
    paired: true,
  };
}

function unpairedGain(then: readonly number[], now: readonly number[], level: number): Gain {
  const gain = (mean(now) as number) - (mean(then) as number);
  const nTasks = Math.min(then.length, now.length);
  const base = { gain, level, nTasks, paired: false };
  if (nTasks < UNPAIRED_TASKS) return { ...base, interval: null };
  const middle = mean([...then, ...now]) as number;
  const [before, after] = [
    [...then, middle],
    [...now, middle],
  ] as const;
  const squared = squaredError(before) + squaredError(after);
  const center = (mean(after) as number) - (mean(before) as number);
  return { ...base, interval: around(center, squared, nTasks, level) };
}

/** The squared standard error of a mean. */
function squaredError(values: readonly number[]): number {
  const center = mean(values) as number;
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

function around(center: number, squared: number, df: number, level: number): Interval {
  const reach = tQuantile(df, { level }) * Math.sqrt(squared);
  return { low: center - reach, high: center + reach };
}
