import { DEFAULT_DRAWS, mean } from "@whileai/core";
import { pairedRolloutsP } from "../inference/paired-rollouts-p.js";
import type { Stratum } from "../inference/stratified-exact-p.js";
import { twoSamplePermutationP } from "../inference/two-sample-permutation-p.js";
import { twoSampleRolloutsP } from "../inference/two-sample-rollouts-p.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { TaskCount } from "./cell-board.js";
import type { FailureCell } from "./failure-table-types.js";

/** Fewest tasks on both sides that are compared as pairs. Convention, as in `compareRuns`. */
const MIN_PAIRED = 5;
/** Share of a cell's tasks that must lie outside too, for those tasks alone to speak for the cell. Convention. */
const MIN_SHARED_SHARE = 0.5;

/** A p-value that as few draws reached is roughly known: 10 hits leave it uncertain by a third. Convention. */
const FEW_HITS = 10;

type Comparison = Pick<FailureCell, "restFailRate" | "difference" | "comparison" | "pValue" | "nShared">;

export const rateOf = ({ graded, failures }: TaskCount): number => failures / graded;

const rollouts = ({ graded, failures }: TaskCount) => ({ rollouts: graded, events: failures });

/** What one cell's p-value may cost. */
export interface CellEffort {
  /** Of a small p-value that is drawn: as many as its adjustment for all cells needs. Default 2000. */
  readonly draws?: number | undefined;
  /** As of `twoSamplePermutationP`. */
  readonly maxWork?: number | undefined;
}

interface Tested {
  readonly p: number;
  readonly method: string;
}

/** A p-value, with more draws where the usual ones hardly ever reached what was seen: they would bound it from below. */
function finePValue(test: (draws: number) => Tested, draws: number): number {
  const { p, method } = test(DEFAULT_DRAWS);
  return method === "monte_carlo" && draws > DEFAULT_DRAWS && p <= FEW_HITS / DEFAULT_DRAWS ? test(draws).p : p;
}

/**
 * How much more a cell fails than the rollouts outside it. Where at least half of its tasks, and five, have rollouts on
 * both sides, task by task (sign-flip test); else its tasks against those without a rollout in it (two-sample permutation
 * test). Nulls where fewer than `minTasks` tasks lie outside. With clusters these count in place of tasks.
 */
export function compareWithRest(
  inside: ReadonlyMap<string, TaskCount>,
  all: ReadonlyMap<string, TaskCount>,
  minTasks: number,
  { draws = DEFAULT_DRAWS, maxWork }: CellEffort = {},
  clusters: TaskClusters | null = null,
): Comparison {
  const owns = new Map<string, TaskCount>();
  const elsewhere = new Map<string, TaskCount>();
  const shared = new Map<string, { readonly inside: number; readonly outside: number }>();
  const strata: Stratum[] = [];
  for (const [task, whole] of all) {
    const own = inside.get(task);
    if (own === undefined) {
      elsewhere.set(task, whole);
      continue;
    }
    owns.set(task, own);
    const outside = { graded: whole.graded - own.graded, failures: whole.failures - own.failures };
    if (outside.graded === 0) continue;
    shared.set(task, { inside: rateOf(own), outside: rateOf(outside) });
    strata.push({
      inside: own.graded,
      insideEvents: own.failures,
      all: whole.graded,
      allEvents: whole.failures,
    });
  }
  const nShared = shared.size;
  const unitsOf = (tasks: ReadonlyMap<string, unknown>): number => clusters?.count([...tasks.keys()]) ?? tasks.size;
  const canPair = unitsOf(shared) >= MIN_PAIRED;
  const canSplit = unitsOf(elsewhere) >= minTasks;
  if (canPair && (!canSplit || nShared >= MIN_SHARED_SHARE * owns.size)) {
    const differences = [...shared.values()].map((task) => task.inside - task.outside);
    const flippable = clusters?.sums([...shared.keys()], differences) ?? differences;
    return {
      restFailRate: mean([...shared.values()].map(({ outside }) => outside)),
      difference: mean(differences),
      comparison: "paired",
      pValue: finePValue((count) => pairedRolloutsP(flippable, strata, { draws: count }), draws),
      nShared,
    };
  }
  const ratesOf = (tasks: ReadonlyMap<string, TaskCount>): number[] => [...tasks.values()].map(rateOf);
  const [own, rest] = [mean(ratesOf(owns)), mean(ratesOf(elsewhere))];
  if (!canSplit || own === null || rest === null)
    return { restFailRate: null, difference: null, comparison: null, pValue: null, nShared };
  return {
    restFailRate: rest,
    difference: own - rest,
    comparison: "two_sample",
    pValue: finePValue((count) => {
      const effort = { draws: count, maxWork };
      const [there, here] = [elsewhere, owns];
      return clusters === null
        ? twoSampleRolloutsP([...there.values()].map(rollouts), [...here.values()].map(rollouts), effort)
        : twoSamplePermutationP(
            clusters.values([...there.keys()], ratesOf(there)),
            clusters.values([...here.keys()], ratesOf(here)),
            effort,
          );
    }, draws),
    nShared,
  };
}
