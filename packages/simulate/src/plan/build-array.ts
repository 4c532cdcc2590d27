import { derive } from "@whileai/core";
import { type ArrayTask, growArray } from "./grow-array.js";
import type { Interaction } from "./interactions.js";
import { shrinkArray } from "./shrink-array.js";
import { starterArray } from "./starter-array.js";

/** Arrays grown with other tie breaks, of which the smallest is shrunk. Convention. */
const MOST_ATTEMPTS = 8;
/** What growing an array costs for each of its rows and levels, in combinations looked at. Rough. */
const GROWTH_COST = 40;

/** A search for a starter, and for rows it can do without, may each take the whole effort divided by this. */
const STARTER_SHARE = 2;

/** The fewest rows in which this many columns of two levels can show every pair (Kleitman and Spencer, 1973). */
const fewestForColumns = (columns: number): number => {
  if (columns < 2) return columns + 1;
  for (let rows = 4; ; rows++) {
    let room = 1;
    for (let chosen = 1; chosen < Math.floor(rows / 2); chosen++) room = (room * (rows - chosen)) / chosen;
    if (room >= columns) return rows;
  }
};

/** A number of rows that no array can go below. */
const floorOf = (task: ArrayTask, interactions: readonly Interaction[], isConstrained: boolean): number => {
  const most = interactions.reduce((highest, one) => Math.max(highest, one.feasibleCount), 0);
  const columns = task.levels.filter((count) => count >= 2).length;
  const forColumns = task.strength < 2 || isConstrained || columns < 2 ? 0 : fewestForColumns(columns);
  return Math.max(most, forColumns, task.seeds.length);
};

/**
 * Rows that show every feasible combination, mandatory rows first: grown axis by axis several times, and the smallest of
 * them searched for rows it can do without; or made from a starter, where that is smaller still.
 *
 * @param options.effort - Combinations the search may look at.
 */
export function buildArray(
  task: ArrayTask,
  interactions: readonly Interaction[],
  options: { seed: number | string; effort: number },
): Int16Array[] {
  const isConstrained = interactions.some((one) => one.feasibleCount < one.size);
  const floor = floorOf(task, interactions, isConstrained);
  const cost = GROWTH_COST * floor * task.levels.reduce((sum, count) => sum + count, 0);
  const attempts = Math.max(1, Math.min(MOST_ATTEMPTS, Math.floor(options.effort / 8 / cost)));
  let best: Int16Array[] | undefined;
  for (let attempt = 0; attempt < attempts && (best?.length ?? Number.POSITIVE_INFINITY) > floor; attempt++) {
    const rows = growArray(task, interactions, derive(options.seed, "covering-array", attempt));
    if (best === undefined || rows.length < best.length) best = rows;
  }
  const shrunk = (rows: Int16Array[], name: string, effort: number): Int16Array[] =>
    shrinkArray(rows, task, interactions, { floor, effort, stream: derive(options.seed, "covering-array", name) });
  const small = shrunk(best as Int16Array[], "shrink", options.effort);
  if (task.strength !== 2 || isConstrained || task.seeds.length > 0 || small.length <= floor) return small;
  const stream = derive(options.seed, "covering-array", "starter");
  const effort = options.effort / STARTER_SHARE;
  const made = starterArray(task.levels, { below: small.length, effort, stream });
  // All pairs may be allowed where some triple is not.
  return made?.every((row) => task.possible(row)) ? shrunk(made, "shrink-starter", effort) : small;
}
