import type { RandomStream } from "@whileai/core";
import { CoverCounts } from "./cover-counts.js";
import type { ArrayTask } from "./grow-array.js";
import type { Interaction } from "./interactions.js";

/** How many steps a changed cell stays as it is, at least, and by how many more at random. Measured on the models of the benchmark. */
const LEAST_TENURE = 3;
const TENURE_SPREAD = 3;
/** Rows tried for a combination that no single changed cell can place. */
const MOST_ROWS_TRIED = 20;
/** Combinations looked at for each one to cover, without a row saved, before the search gives up. Measured likewise. */
const PATIENCE = 5000;
/** Above this many combinations a search would hold more memory than the rows it saves are worth. */
const MOST_COMBINATIONS = 8_000_000;

interface Move {
  readonly row: number;
  readonly axis: number;
  readonly level: number;
}

/**
 * A whole array with as few rows as a search finds: takes the row that least depends on, mends what is missing then by
 * changing one cell at a time (tabu search), and keeps the array each time it is whole again. Stops at `floor` rows or when
 * the work is spent, never by the clock. The first `task.seeds.length` rows stay as they are.
 *
 * @param effort - Combinations to look at, all in all.
 */
export function shrinkArray(
  grown: readonly Int16Array[],
  task: ArrayTask,
  interactions: readonly Interaction[],
  options: { floor: number; effort: number; stream: RandomStream },
): Int16Array[] {
  const size = interactions.reduce((sum, one) => sum + one.size, 0);
  if (grown.length <= options.floor || size > MOST_COMBINATIONS) return [...grown];
  const { levels, possible, seeds } = task;
  const { stream, floor, effort } = options;
  const kept = seeds.length;
  const rows = grown.map((row) => Int16Array.from(row));
  const counts = new CoverCounts(levels, interactions, rows);
  let whole = rows.map((row) => Int16Array.from(row));
  let fewest = 0;
  let step = 0;
  let freeAt = new Int32Array(0);

  const takeOne = (): void => {
    let chosen = kept;
    let least = Number.POSITIVE_INFINITY;
    const start = stream.integer(rows.length - kept);
    for (let at = 0; at < rows.length - kept; at++) {
      const index = kept + ((start + at) % (rows.length - kept));
      const alone = counts.alone(rows[index] as Int16Array);
      if (alone < least) [chosen, least] = [index, alone];
    }
    counts.remove(rows[chosen] as Int16Array);
    rows.splice(chosen, 1);
    fewest = counts.missingCount;
    freeAt = new Int32Array(rows.length * levels.length);
  };

  const isAllowed = (row: Int16Array, axis: number, level: number): boolean => {
    const before = row[axis] as number;
    row[axis] = level;
    const answer = possible(row);
    row[axis] = before;
    return answer;
  };

  const hold = (row: number, axis: number): void => {
    freeAt[row * levels.length + axis] = step + LEAST_TENURE + stream.integer(TENURE_SPREAD);
  };

  /** The best change of one cell that places the combination; a cell changed lately only where that sets a record. */
  const bestMove = (axes: readonly number[], values: readonly number[]): Move | undefined => {
    let best: Move | undefined;
    let least = Number.POSITIVE_INFINITY;
    let ties = 0;
    counts.work += rows.length - kept;
    for (let index = kept; index < rows.length; index++) {
      const row = rows[index] as Int16Array;
      let differing = 0;
      let at = 0;
      for (let part = 0; part < axes.length && differing < 2; part++) {
        if (row[axes[part] as number] === values[part]) continue;
        differing++;
        at = part;
      }
      if (differing !== 1) continue;
      const axis = axes[at] as number;
      const level = values[at] as number;
      const grown = counts.change(row, axis, level);
      if (grown > least) continue;
      if ((freeAt[index * levels.length + axis] as number) > step && counts.missingCount + grown >= fewest) continue;
      if (!isAllowed(row, axis, level)) continue;
      ties = grown < least ? 1 : ties + 1;
      if (ties > 1 && stream.integer(ties) !== 0) continue;
      best = { row: index, axis, level };
      least = grown;
    }
    return best;
  };

  /** The combination, with as much of the row as goes with it. */
  const merged = (row: Int16Array, axes: readonly number[], values: readonly number[]): Int16Array => {
    const made = new Int16Array(levels.length).fill(-1);
    for (const [part, axis] of axes.entries()) made[axis] = values[part] as number;
    for (const axis of stream.shuffle([...levels.keys()])) {
      if (made[axis] !== -1) continue;
      const first = row[axis] as number;
      for (let offset = 0; offset < (levels[axis] as number); offset++) {
        made[axis] = (first + offset) % (levels[axis] as number);
        if (possible(made)) break;
      }
    }
    return made;
  };

  const force = (axes: readonly number[], values: readonly number[]): void => {
    let index = kept;
    let made: Int16Array | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < MOST_ROWS_TRIED && least > axes.length; attempt++) {
      const tried = kept + stream.integer(rows.length - kept);
      const row = rows[tried] as Int16Array;
      const candidate = merged(row, axes, values);
      const changed = candidate.reduce((sum, level, axis) => sum + (level === row[axis] ? 0 : 1), 0);
      counts.work += levels.length;
      if (changed < least) [index, made, least] = [tried, candidate, changed];
    }
    for (const axis of levels.keys()) if (made?.[axis] !== rows[index]?.[axis]) hold(index, axis);
    counts.replace(rows[index] as Int16Array, made as Int16Array);
  };

  const patience = PATIENCE * interactions.reduce((sum, one) => sum + one.feasibleCount, 0);
  let last = counts.work + Math.min(patience, effort);
  while (counts.work < last) {
    if (counts.missingCount === 0) {
      last = Math.min(counts.work + patience, effort);
      whole = rows.map((row) => Int16Array.from(row));
      if (rows.length <= Math.max(floor, kept)) break;
      takeOne();
      continue;
    }
    step++;
    fewest = Math.min(fewest, counts.missingCount);
    if (rows.length === kept) break;
    const { axes, values } = counts.missingAt(stream.integer(counts.missingCount));
    const move = bestMove(axes, values);
    if (move === undefined) {
      force(axes, values);
      continue;
    }
    counts.set(rows[move.row] as Int16Array, move.axis, move.level);
    hold(move.row, move.axis);
  }
  return whole;
}
