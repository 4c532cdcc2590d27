import { mean } from "@whileai/core";
import { benjaminiHochberg } from "../inference/benjamini-hochberg.js";
import { holm } from "../inference/holm.js";
import { reachesAlpha } from "../inference/reaches-alpha.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { GroupedRollouts, RolloutCount, Universe } from "./cell-board.js";
import type { FailureCell, FailureCorrection } from "./failure-table-types.js";
import { intervalOverTasks } from "./interval-over-tasks.js";
import { type CellEffort, compareWithRest, rateOf } from "./rest-comparison.js";

/** Tasks that are named as examples. */
const MAX_EXAMPLES = 3;

/** What every cell is read with. */
export interface CellSettings {
  readonly level: number;
  readonly minTasks: number;
  readonly correction: FailureCorrection;
}

/** Draws of a p-value for every one that is expected to reach it by chance once it is adjusted. Convention. */
const DRAWS_OVER_NEED = 20;
const MAX_DRAWS = 1_000_000;
/** Most additions of exact p-values in one table, about half a second: beyond its part of them, a cell draws. */
const MAX_WORK = 2e8;
const MAX_WORK_OF_A_CELL = 5e7;

const NOT_COMPARED = { restFailRate: null, difference: null, comparison: null, pValue: null, nShared: 0 } as const;

const ADJUST: Readonly<Record<FailureCorrection, (pValues: readonly number[]) => readonly number[]>> = {
  "benjamini-hochberg": benjaminiHochberg,
  holm,
  none: (pValues) => pValues,
};

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function examplesOf({ tasks }: RolloutCount): string[] {
  return [...tasks]
    .filter(([, { failures }]) => failures > 0)
    .sort(
      ([leftTask, left], [rightTask, right]) =>
        rateOf(right) - rateOf(left) || right.failures - left.failures || byText(leftTask, rightTask),
    )
    .slice(0, MAX_EXAMPLES)
    .map(([task]) => task);
}

function cellOf(
  name: string,
  count: RolloutCount,
  { by, all }: Universe,
  nFailures: number,
  settings: CellSettings,
  effort: CellEffort,
  clusters: TaskClusters | null,
): FailureCell {
  const rates = [...count.tasks.values()].map(rateOf);
  const nClusters = clusters?.count([...count.tasks.keys()]) ?? null;
  return {
    by,
    cell: name,
    nTasks: rates.length,
    nClusters,
    nRollouts: count.nRollouts,
    nFailures: count.nFailures,
    nUngraded: count.nUngraded,
    failRate: mean(rates),
    interval: intervalOverTasks(count, settings.level, clusters),
    ...((nClusters ?? rates.length) >= settings.minTasks
      ? compareWithRest(count.tasks, all.tasks, settings.minTasks, effort, clusters)
      : NOT_COMPARED),
    adjustedP: null,
    isWorse: false,
    shareOfFailures: nFailures === 0 ? null : count.nFailures / nFailures,
    examples: examplesOf(count),
  };
}

function adjusted(cells: readonly FailureCell[], { correction, level }: CellSettings): FailureCell[] {
  const tested = cells.filter(({ pValue }) => pValue !== null);
  const values = ADJUST[correction](tested.map(({ pValue }) => pValue as number));
  const adjustedOf = new Map(tested.map((cell, index) => [cell, values[index] as number]));
  return cells.map((cell) => {
    const adjustedP = adjustedOf.get(cell) ?? null;
    const isWorse = adjustedP !== null && reachesAlpha(adjustedP, 1 - level) && (cell.difference ?? 0) > 0;
    return { ...cell, adjustedP, isWorse };
  });
}

/** All cells: those with enough tasks, highest fail rate first, and the others by name. */
export function failureCells(
  groups: readonly GroupedRollouts[],
  nFailures: number,
  settings: CellSettings,
  clusters: TaskClusters | null,
): { readonly cells: readonly FailureCell[]; readonly tooFew: readonly FailureCell[] } {
  const order = new Map(groups.map(({ name }, index) => [name, index]));
  const placeOf = ({ by }: FailureCell): number => order.get(by) ?? 0;
  const byName = (left: FailureCell, right: FailureCell): number =>
    placeOf(left) - placeOf(right) || byText(left.cell, right.cell);
  const universes = groups.flatMap((group) => [...group.universes.values()]);
  const nCells = universes.reduce((sum, { cells }) => sum + cells.size, 0);
  // Of m cells the smallest p-value is multiplied by m: draws must be able to show one that stands that.
  const effort = {
    draws: Math.min(MAX_DRAWS, Math.ceil((DRAWS_OVER_NEED * nCells) / (1 - settings.level))),
    maxWork: Math.min(MAX_WORK_OF_A_CELL, MAX_WORK / nCells),
  };
  const all = universes
    .flatMap((universe) =>
      [...universe.cells].map(([name, count]) => cellOf(name, count, universe, nFailures, settings, effort, clusters)),
    )
    .sort(byName);
  const isRanked = ({ nTasks, nClusters }: FailureCell): boolean => (nClusters ?? nTasks) >= settings.minTasks;
  const cells = adjusted(all.filter(isRanked), settings);
  cells.sort(
    (left, right) =>
      (right.failRate ?? 0) - (left.failRate ?? 0) || right.nFailures - left.nFailures || byName(left, right),
  );
  return { cells, tooFew: all.filter((cell) => !isRanked(cell)) };
}
