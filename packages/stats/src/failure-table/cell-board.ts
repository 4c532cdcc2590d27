import type { Placement } from "./grouping.js";
import type { Rollout } from "./rollout-tally.js";

/** What happened to the rollouts of one task. */
export interface TaskCount {
  graded: number;
  failures: number;
}

/** Rollouts that lie together, task by task. */
export class RolloutCount {
  readonly tasks = new Map<string, TaskCount>();
  nRollouts = 0;
  nFailures = 0;
  nUngraded = 0;
  nPartial = 0;

  add({ task, label, isPartial }: Rollout): void {
    if (label === null) {
      this.nUngraded++;
      if (isPartial) this.nPartial++;
      return;
    }
    const count = this.tasks.get(task) ?? { graded: 0, failures: 0 };
    if (count.graded === 0) this.tasks.set(task, count);
    count.graded++;
    this.nRollouts++;
    if (label === 1) return;
    count.failures++;
    this.nFailures++;
  }
}

/** Cells that are compared with each other, and all rollouts that lie among them. */
export interface Universe {
  readonly by: string;
  readonly all: RolloutCount;
  readonly cells: Map<string, RolloutCount>;
  /** Rollouts that lie in no cell, which still are the rest of every cell. */
  nOutside: number;
}

/** What one grouping found. */
export interface GroupedRollouts {
  readonly name: string;
  readonly universes: ReadonlyMap<string, Universe>;
  /** Rollouts that do not say where they lie. */
  readonly nUnplaced: number;
  /** Rollouts that lie in several cells of a universe. */
  readonly nInSeveral: number;
}

/** A rollout, and where it lies by each grouping. */
export type LaidOut = Rollout & { readonly placements: readonly (readonly Placement[])[] };

/** Lays the rollouts out by one grouping, which their placements have at an index. */
export function groupRollouts(rollouts: readonly LaidOut[], name: string, index: number): GroupedRollouts {
  const universes = new Map<string, Universe>();
  let [nUnplaced, nInSeveral] = [0, 0];
  for (const rollout of rollouts) {
    const placements = rollout.placements[index] ?? [];
    if (placements.length === 0) nUnplaced++;
    if (placements.some(({ cells }) => cells.length > 1)) nInSeveral++;
    for (const { universe: key, cells } of placements) {
      let universe = universes.get(key);
      if (universe === undefined) {
        universe = { by: name, all: new RolloutCount(), cells: new Map(), nOutside: 0 };
        universes.set(key, universe);
      }
      universe.all.add(rollout);
      if (cells.length === 0) universe.nOutside++;
      for (const cell of cells) {
        let count = universe.cells.get(cell);
        if (count === undefined) {
          count = new RolloutCount();
          universe.cells.set(cell, count);
        }
        count.add(rollout);
      }
    }
  }
  return { name, universes, nUnplaced, nInSeveral };
}

/** Whether the rollouts of a grouping differ in where they lie. */
export const hasContrast = ({ universes }: GroupedRollouts): boolean =>
  [...universes.values()].some(({ cells, nOutside }) => cells.size > 1 || (cells.size === 1 && nOutside > 0));
