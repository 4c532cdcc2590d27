import { derive, type Row } from "@whileai/core";

/** One comparison whose truth is known. */
export interface PairDesign {
  readonly nTasks: number;
  /** What is added to the pass rate of every task. */
  readonly effect: number;
  /** Share of tasks that restate another one: the same ask in other words, with that one's own outcome. Default 0. */
  readonly restated?: number | undefined;
}

/** Rollouts of a task on each side. */
const SIMULATED_K = 4;
/** Task rates before the change are spread evenly from the one to the other: all keep room for the effect. */
const LOWEST_RATE = 0.2;
const HIGHEST_RATE = 0.8;

/** Rows of both sides. */
export interface SimulatedPair {
  readonly before: Row[];
  readonly after: Row[];
}

/** Two sides drawn from known pass rates. The same seed and trial give the same rows. */
export function simulatedPair(design: PairDesign, seed: number, trial: number): SimulatedPair {
  const { nTasks, effect, restated = 0 } = design;
  const stream = derive(seed, "self-check", nTasks, effect, restated, trial);
  const nOriginals = nTasks - Math.round(nTasks * restated);
  const before: Row[] = [];
  const after: Row[] = [];
  const outcomes = (rate: number) => Array.from({ length: SIMULATED_K }, () => Number(stream.uniform() < rate));
  const originals = Array.from({ length: nOriginals }, () => {
    const rate = LOWEST_RATE + (HIGHEST_RATE - LOWEST_RATE) * stream.uniform();
    return { before: outcomes(rate), after: outcomes(rate + effect) };
  });
  for (let task = 0; task < nTasks; task++) {
    const document = task % nOriginals;
    const original = originals[document] as (typeof originals)[number];
    const rowsOf = (rewards: readonly number[]): Row[] =>
      rewards.map((reward, index) => ({
        scenario_id: `t${task}`,
        rollout_index: index,
        reward,
        document: `d${document}`,
      }));
    before.push(...rowsOf(original.before));
    after.push(...rowsOf(original.after));
  }
  return { before, after };
}

/** Standard deviation of one task's difference in this population, from its mean and mean square. */
export function simulatedTaskStd(effect: number): number {
  const mean = (LOWEST_RATE + HIGHEST_RATE) / 2;
  const square = mean ** 2 + (HIGHEST_RATE - LOWEST_RATE) ** 2 / 12;
  const after = square + 2 * mean * effect + effect ** 2;
  return Math.sqrt((mean - square + mean + effect - after) / SIMULATED_K);
}
