import type { RandomStream } from "../../packages/core/src/index.js";

/** Where the task rates of an eval come from. */
export interface Population {
  readonly name: string;
  /** Mean rate over tasks: what an interval has to cover. */
  readonly mean: number;
  /** Passes of the first rollouts of one task, one more with each call; a new task each time it is begun. */
  begin(stream: RandomStream): () => number;
}

/** How much two rollouts of one task correlate where nothing else is said: task rates are then Beta(4 mean, 4 (1 - mean)). */
export const CORRELATION = 0.2;

/**
 * Tasks whose rates follow Beta(mean s, (1 - mean) s) with s = 1/alike - 1, drawn as an urn: each outcome adds a ball of
 * its kind. `alike` is the correlation of two rollouts of one task; at 0 all tasks have one rate, at 1 each task always
 * passes or always fails.
 */
export function betaTasks(mean: number, alike: number): Population {
  return {
    name: `mean ${mean}, correlation ${alike}`,
    mean,
    begin: (stream) => {
      let [seen, passed] = [0, 0];
      return () => {
        // A first rollout passes with the mean rate, which the fraction cannot say at a correlation of 1.
        const chance = seen === 0 ? mean : (mean * (1 - alike) + alike * passed) / (1 - alike + alike * seen);
        seen++;
        const pass = stream.uniform() < chance ? 1 : 0;
        passed += pass;
        return pass;
      };
    },
  };
}

/** Tasks of two kinds: a share that always passes, and others with one low rate. */
export function twoKinds(share: number, low: number): Population {
  return {
    name: `${share * 100}% always pass, the others at ${low}`,
    mean: share + (1 - share) * low,
    begin: (stream) => {
      const rate = stream.uniform() < share ? 1 : low;
      return () => (stream.uniform() < rate ? 1 : 0);
    },
  };
}

/** Task means of an eval in which every task has k rollouts. */
export function fixedRun(population: Population, tasks: number, k: number, stream: RandomStream): number[] {
  const means: number[] = [];
  for (let task = 0; task < tasks; task++) {
    const rollOut = population.begin(stream);
    let passes = 0;
    for (let rollout = 0; rollout < k; rollout++) passes += rollOut();
    means.push(passes / k);
  }
  return means;
}

/** Rewards by task of an eval that probes each task twice and fills to k where the two disagree. */
export function probeThenFill(population: Population, tasks: number, k: number, stream: RandomStream): number[][] {
  return Array.from({ length: tasks }, () => {
    const rollOut = population.begin(stream);
    const rewards = [rollOut(), rollOut()];
    if (rewards[0] !== rewards[1]) while (rewards.length < k) rewards.push(rollOut());
    return rewards;
  });
}
