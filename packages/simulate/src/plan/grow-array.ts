import type { RandomStream } from "@whileai/core";
import type { Completable } from "./constraint.js";
import { combination, combinationLevels, type Interaction } from "./interactions.js";

/** An interaction while rows are found for it. */
interface Open extends Interaction {
  /** 1 where the combination still has to occur. */
  readonly missing: Uint8Array;
  missingCount: number;
}

export interface ArrayTask {
  readonly levels: readonly number[];
  readonly strength: number;
  readonly possible: Completable;
  /** Rows that must be in the array. */
  readonly seeds: readonly (readonly number[])[];
}

const UNDECIDED = -1;

const cover = (one: Open, code: number): void => {
  if (code < 0 || one.missing[code] !== 1) return;
  one.missing[code] = 0;
  one.missingCount--;
};

/** Gives every row a level on the new axis: the one that covers most missing combinations, the least used on a tie. */
const growSideways = (
  rows: Int16Array[],
  axis: number,
  task: ArrayTask,
  open: readonly Open[],
  stream: RandomStream,
): void => {
  const { levels, possible } = task;
  const count = levels[axis] as number;
  const used = new Int32Array(count);
  for (const row of stream.shuffle(rows)) {
    if (row[axis] === UNDECIDED) {
      let best = UNDECIDED;
      let bestScore = -1;
      const start = stream.integer(count);
      for (let step = 0; step < count; step++) {
        const level = (start + step) % count;
        row[axis] = level;
        if (!possible(row)) continue;
        let gain = 0;
        for (const one of open) {
          const code = combination(row, one.axes, levels);
          if (code >= 0 && one.missing[code] === 1) gain++;
        }
        const score = gain + 1 / (2 + (used[level] as number));
        if (score > bestScore) [best, bestScore] = [level, score];
      }
      // With nothing to win the cell stays open, for a combination that is still missing later.
      row[axis] = bestScore >= 1 ? best : UNDECIDED;
    }
    const level = row[axis] as number;
    if (level === UNDECIDED) continue;
    used[level] = (used[level] as number) + 1;
    for (const one of open) cover(one, combination(row, one.axes, levels));
  }
};

/** Places each missing combination in the open cells of a row, or in a new one. `axes` are those grown so far. */
const growDownwards = (rows: Int16Array[], task: ArrayTask, open: readonly Open[], axes: readonly number[]): void => {
  const { levels, possible } = task;
  // A row with cells open on later axes alone has no room, and a search through such rows would take their number squared.
  const hasRoom = (row: Int16Array): boolean => axes.some((axis) => row[axis] === UNDECIDED);
  const withOpenCells = new Set(rows.filter(hasRoom));
  for (const one of open) {
    for (let code = 0; one.missingCount > 0 && code < one.size; code++) {
      if (one.missing[code] !== 1) continue;
      const values = combinationLevels(code, one.axes, levels);
      let home: Int16Array | undefined;
      for (const row of withOpenCells) {
        const fits = one.axes.every((axis, at) => row[axis] === UNDECIDED || row[axis] === values[at]);
        if (!fits) continue;
        const trial = Int16Array.from(row);
        for (const [at, axis] of one.axes.entries()) trial[axis] = values[at] as number;
        if (!possible(trial)) continue;
        row.set(trial);
        if (!hasRoom(row)) withOpenCells.delete(row);
        home = row;
        break;
      }
      if (home === undefined) {
        home = new Int16Array(levels.length).fill(UNDECIDED);
        for (const [at, axis] of one.axes.entries()) home[axis] = values[at] as number;
        rows.push(home);
        if (hasRoom(home)) withOpenCells.add(home);
      }
      for (const other of open) cover(other, combination(home, other.axes, levels));
    }
  }
};

const closeOpenCells = (rows: Int16Array[], { levels, possible }: ArrayTask): void => {
  const used = levels.map((count) => new Int32Array(count));
  const count = (counts: Int32Array, level: number): void => {
    counts[level] = (counts[level] as number) + 1;
  };
  for (const row of rows)
    for (const [axis, counts] of used.entries()) if (row[axis] !== UNDECIDED) count(counts, row[axis] as number);
  for (const row of rows) {
    for (const [axis, counts] of used.entries()) {
      if (row[axis] !== UNDECIDED) continue;
      const order = [...counts.keys()].sort((a, b) => (counts[a] as number) - (counts[b] as number) || a - b);
      for (const level of order) {
        row[axis] = level;
        if (possible(row)) break;
      }
      count(counts, row[axis] as number);
    }
  }
};

/**
 * A whole array grown axis by axis, the axis with most levels first (the in-parameter-order family of algorithms). The
 * mandatory rows come first in it.
 *
 * @param interactions - All of them; what is not feasible is not covered.
 */
export function growArray(task: ArrayTask, interactions: readonly Interaction[], stream: RandomStream): Int16Array[] {
  const { levels, strength, seeds } = task;
  const rows = seeds.map((seed) => Int16Array.from(seed));
  const order = levels.map((_, axis) => axis).sort((a, b) => (levels[b] as number) - (levels[a] as number) || a - b);
  const position = new Map(order.map((axis, at) => [axis, at]));
  const byLast = levels.map((): Interaction[] => []);
  for (const one of interactions) byLast[Math.max(...one.axes.map((axis) => position.get(axis) as number))]?.push(one);
  for (let at = strength - 1; at < order.length; at++) {
    const open = (byLast[at] as Interaction[]).map((one) => ({
      ...one,
      missing: one.feasible.slice(),
      missingCount: one.feasibleCount,
    }));
    growSideways(rows, order[at] as number, task, open, stream);
    growDownwards(rows, task, open, order.slice(0, at + 1));
  }
  closeOpenCells(rows, task);
  return rows;
}
