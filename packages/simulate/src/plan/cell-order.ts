import { derive } from "@whileai/core";
import type { CellGrid } from "./cell-grid.js";
import { completable } from "./constraint.js";
import { ShareMeter } from "./share-meter.js";
import { DIMENSIONS } from "./situation.js";
import { tierOf } from "./tier-of.js";

const CONDITION = DIMENSIONS.indexOf("tool_condition");
const STANCE = DIMENSIONS.indexOf("stance");

/** A cell to write for, and how often it was used before. */
export interface CellUse {
  readonly row: readonly number[];
  readonly pass: number;
}

type Cells = readonly (readonly number[])[];

/**
 * The cells of a run, without end. First the rows of the array in their order, faulted and sound ones taken in turn so that
 * every prefix holds the share of faults within one situation; where the array has too few sound rows, rows of it come
 * without their fault. Then the cells used least, again in turn by fault and by how hard their stance is.
 */
export function* cellOrder(
  grid: CellGrid,
  rows: readonly (readonly number[])[],
  options: { faults: ShareMeter; hardShare: number; seed: number },
): Generator<CellUse> {
  const success = grid.axes.tool_condition.indexOf("success");
  const possible = completable(grid.levels, grid.constraints);
  const isFaulted = (row: readonly number[]): boolean => row[CONDITION] !== success;
  const isHard = (row: readonly number[]): boolean =>
    tierOf(grid.axes.stance[row[STANCE] as number] as string) !== "ordinary";
  const faulted = rows.filter(isFaulted);
  const sound = rows.filter((row) => !isFaulted(row));
  const mended: (readonly number[])[] = [];
  if (success >= 0) {
    const taken = new Set(sound.map(String));
    for (const row of faulted) {
      const copy = row.map((level, axis) => (axis === CONDITION ? success : level));
      if (taken.has(String(copy)) || !possible(Int16Array.from(copy))) continue;
      taken.add(String(copy));
      mended.push(copy);
    }
  }
  const passes = new Map<string, number>();
  const use = (row: readonly number[]): CellUse => {
    const key = String(row);
    const pass = passes.get(key) ?? 0;
    passes.set(key, pass + 1);
    return { row, pass };
  };
  const pools: Cells[] = [[...sound, ...mended], faulted];
  const isFixed = pools[0]?.length === 0 || faulted.length === 0;
  // Where every cell is faulted, or none is, there is no share to hold.
  const faults = isFixed ? new ShareMeter(faulted.length === 0 ? 0 : 1) : options.faults;

  const waiting = [[...sound], [...faulted]];
  const spare = [...mended];
  while ((waiting[0]?.length ?? 0) > 0 || (waiting[1]?.length ?? 0) > 0) {
    const fault = faults.isDue;
    const next = fault ? waiting[1]?.shift() : (waiting[0]?.shift() ?? spare.shift());
    if (next === undefined) break;
    faults.count(fault);
    yield use(next);
  }

  const ofTier = (cells: Cells, wantsHard: boolean): Cells => {
    const fitting = cells.filter((row) => isHard(row) === wantsHard);
    return fitting.length > 0 ? fitting : cells;
  };
  const hard = new ShareMeter(options.hardShare);
  for (let cycle = 0; ; cycle++) {
    const decks = pools.map((pool, at) => {
      // Sorting by use before shuffling within one count keeps the least used cells in front.
      const order = derive(options.seed, "cells", at, cycle).shuffle(pool);
      order.sort((a, b) => (passes.get(String(a)) ?? 0) - (passes.get(String(b)) ?? 0));
      return { hard: order.filter(isHard), easy: order.filter((row) => !isHard(row)) };
    });
    const size = pools.reduce((sum, pool) => sum + pool.length, 0);
    if (size === 0) return;
    for (let step = 0; step < size; step++) {
      const fault = faults.isDue;
      const deck = decks[fault ? 1 : 0] as (typeof decks)[number];
      const wantsHard = hard.isDue;
      const list = wantsHard ? (deck.hard.length > 0 ? deck.hard : null) : deck.easy.length > 0 ? deck.easy : null;
      const pool = pools[fault ? 1 : 0] as Cells;
      const row = list?.shift() ?? leastUsed(ofTier(pool, wantsHard), passes);
      if (row === undefined) return;
      faults.count(fault);
      hard.count(isHard(row));
      yield use(row);
    }
  }
}

const leastUsed = (
  cells: readonly (readonly number[])[],
  passes: ReadonlyMap<string, number>,
): readonly number[] | undefined => {
  let best: readonly number[] | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const row of cells) {
    const count = passes.get(String(row)) ?? 0;
    if (count < fewest) [best, fewest] = [row, count];
  }
  return best;
};
