import { mean } from "@whileai/core";
import { pairedRolloutsP } from "../inference/paired-rollouts-p.js";
import type { Stratum } from "../inference/stratified-exact-p.js";
import { twoSamplePermutationP } from "../inference/two-sample-permutation-p.js";
import type { TaskCount } from "./cell-board.js";
import type { FailureCell } from "./failure-table-types.js";
import { thinnedPermutationP } from "./thinned-permutation-p.js";

/** Fewest tasks on both sides that are compared as pairs. Convention, as in `compareRuns`. */
const MIN_PAIRED = 5;
/** Share of a cell's tasks that must lie outside too, for those tasks alone to speak for the cell. Convention. */
const MIN_SHARED_SHARE = 0.5;

/** Above this ratio of rollouts a task, tasks of the two sides are not taken as they are. Convention. */
const MOST_UNEVEN = 1.25;

type Comparison = Pick<FailureCell, "restFailRate" | "difference" | "comparison" | "pValue" | "nShared">;

export const rateOf = ({ graded, failures }: TaskCount): number => failures / graded;

/**
 * How much more a cell fails than the rollouts outside it. Where at least half of its tasks, and five, have rollouts on
 * both sides, task by task (sign-flip test); else its tasks against those without a rollout in it (two-sample permutation
 * test). Nulls where fewer than `minTasks` tasks lie outside.
 */
export function compareWithRest(
  inside: ReadonlyMap<string, TaskCount>,
  all: ReadonlyMap<string, TaskCount>,
  minTasks: number,
): Comparison {
  const owns: TaskCount[] = [];
  const elsewhere: TaskCount[] = [];
  const shared: { readonly inside: number; readonly outside: number }[] = [];
  const strata: Stratum[] = [];
  for (const [task, whole] of all) {
    const own = inside.get(task);
    if (own === undefined) {
      elsewhere.push(whole);
      continue;
    }
    owns.push(own);
    const outside = { graded: whole.graded - own.graded, failures: whole.failures - own.failures };
    if (outside.graded === 0) continue;
    shared.push({ inside: rateOf(own), outside: rateOf(outside) });
    strata.push({
      inside: own.graded,
      insideEvents: own.failures,
      all: whole.graded,
      allEvents: whole.failures,
    });
  }
  const nShared = shared.length;
  const canPair = nShared >= MIN_PAIRED;
  const canSplit = elsewhere.length >= minTasks;
  if (canPair && (!canSplit || nShared >= MIN_SHARED_SHARE * owns.length)) {
    const differences = shared.map((task) => task.inside - task.outside);
    return {
      restFailRate: mean(shared.map(({ outside }) => outside)),
      difference: mean(differences),
      comparison: "paired",
      pValue: pairedRolloutsP(differences, strata).p,
      nShared,
    };
  }
  const [own, rest] = [mean(owns.map(rateOf)), mean(elsewhere.map(rateOf))];
  if (!canSplit || own === null || rest === null)
    return { restFailRate: null, difference: null, comparison: null, pValue: null, nShared };
  return {
    restFailRate: rest,
    difference: own - rest,
    comparison: "two_sample",
    pValue: twoSampleP(owns, elsewhere),
    nShared,
  };
}

/** Rollouts a task that say as much: the harmonic mean, as the spread of a rate goes with one over their number. */
const rolloutsATask = (tasks: readonly TaskCount[]): number =>
  tasks.length /
  tasks
    .map(({ graded }) => 1 / graded)
    .sort((left, right) => left - right)
    .reduce((sum, share) => sum + share, 0);

function twoSampleP(owns: readonly TaskCount[], elsewhere: readonly TaskCount[]): number {
  const sizes = [rolloutsATask(owns), rolloutsATask(elsewhere)];
  const fewest = Math.min(...sizes);
  if (Math.max(...sizes) > MOST_UNEVEN * fewest)
    return thinnedPermutationP(owns, elsewhere, Math.max(1, Math.round(fewest)));
  return twoSamplePermutationP(elsewhere.map(rateOf), owns.map(rateOf)).p;
}
