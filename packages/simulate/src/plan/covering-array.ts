import { checkOptions, derive, OptionError, optionRule, type RandomStream } from "@whileai/core";
import { type Completable, completable, type ForbiddenTuple } from "./constraint.js";
import { byGain } from "./gain-order.js";
import { combination, combinationLevels, type Interaction, interaction, subsets } from "./interactions.js";

/** Axes per combination when nothing else is said: every pair. */
export const DEFAULT_STRENGTH = 2;
/** Attempts with other tie breaks, and the work (rows times levels) that bounds them. Convention. */
const MOST_ATTEMPTS = 30;
const WORK_PER_ARRAY = 900_000;

export interface CoveringArrayOptions {
  readonly strength?: 2 | 3 | 4 | undefined;
  readonly constraints?: readonly ForbiddenTuple[] | undefined;
  /** Rows that must be in the array. */
  readonly seeds?: readonly (readonly number[])[] | undefined;
  /** Breaks ties; other seeds give other arrays of about the same size. */
  readonly seed?: number | undefined;
}

export interface CoveringArray {
  /** One level per axis, the row that adds most combinations first. */
  readonly rows: readonly (readonly number[])[];
  readonly feasible: number;
  readonly covered: number;
}

const UNDECIDED = -1;

const cover = (one: Interaction, code: number): void => {
  if (code < 0 || one.missing[code] !== 1) return;
  one.missing[code] = 0;
  one.missingCount--;
};

/** Gives every row a level on the new axis: the one that covers most missing combinations, the least used on a tie. */
const growSideways = (
  rows: Int16Array[],
  axis: number,
  levels: readonly number[],
  open: readonly Interaction[],
  possible: Completable,
  stream: RandomStream,
): void => {
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

/** Places each missing combination in the open cells of a row, or in a new one. */
const growDownwards = (
  rows: Int16Array[],
  levels: readonly number[],
  open: readonly Interaction[],
  possible: Completable,
): void => {
  const withOpenCells = new Set(rows.filter((row) => row.includes(UNDECIDED)));
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
        if (!row.includes(UNDECIDED)) withOpenCells.delete(row);
        home = row;
        break;
      }
      if (home === undefined) {
        home = new Int16Array(levels.length).fill(UNDECIDED);
        for (const [at, axis] of one.axes.entries()) home[axis] = values[at] as number;
        rows.push(home);
        withOpenCells.add(home);
      }
      for (const other of open) cover(other, combination(home, other.axes, levels));
    }
  }
};

const closeOpenCells = (rows: Int16Array[], levels: readonly number[], possible: Completable): void => {
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

const growArray = (
  levels: readonly number[],
  strength: number,
  possible: Completable,
  pristine: ReadonlyMap<number, readonly Interaction[]>,
  order: readonly number[],
  seeds: readonly (readonly number[])[],
  stream: RandomStream,
): Int16Array[] => {
  const rows = seeds.map((seed) => Int16Array.from(seed));
  for (let position = strength - 1; position < order.length; position++) {
    const axis = order[position] as number;
    const open = (pristine.get(axis) as readonly Interaction[]).map((one) => ({
      ...one,
      missing: one.missing.slice(),
    }));
    growSideways(rows, axis, levels, open, possible, stream);
    growDownwards(rows, levels, open, possible);
  }
  closeOpenCells(rows, levels, possible);
  return rows;
};

const checkSeeds = (levels: readonly number[], seeds: readonly (readonly number[])[], possible: Completable): void => {
  for (const [index, seed] of seeds.entries()) {
    const inRange =
      seed.length === levels.length &&
      seed.every((level, axis) => Number.isInteger(level) && level >= 0 && level < (levels[axis] as number));
    if (!inRange || !possible(Int16Array.from(seed))) {
      throw new OptionError({
        message: `seeds[${index}] must hold one allowed level per axis and break no constraint`,
        option: "seeds",
        received: seed,
        fix: "Give one level position per axis, and drop the row or the constraint it breaks.",
      });
    }
  }
};

/**
 * Rows in which every combination of `strength` axes that the constraints allow occurs at least once, and no forbidden
 * tuple does. Grown axis by axis (the in-parameter-order family of algorithms) with several tie breaks, of which the
 * smallest is kept. The same arguments give the same rows. Rows come in order of gain: each adds as many combinations not
 * seen before as any that is left, so that a prefix covers as much as it can.
 *
 * @param levels - How many levels each axis has.
 * @param options.strength - 2 (default) to 4; never more than there are axes.
 * @throws OptionError for an unknown option, an axis without levels, or a seed row that breaks a constraint.
 *
 * @example
 * coveringArray([3, 2, 2]).rows.length; // 6
 */
export function coveringArray(levels: readonly number[], options: CoveringArrayOptions = {}): CoveringArray {
  checkOptions("coveringArray", options, {
    strength: optionRule.integer(2, 4),
    constraints: optionRule.listOf(optionRule.listOf(optionRule.record, 1)),
    seeds: optionRule.listOf(optionRule.listOf(optionRule.integer(0))),
    seed: optionRule.integer(0),
  });
  const complaint = optionRule.listOf(optionRule.integer(1, 32_000), 1)(levels);
  if (complaint)
    throw new OptionError({
      message: `levels must be ${complaint}`,
      option: "levels",
      received: levels,
      fix: "Give the number of levels of each axis.",
    });
  const strength = Math.min(options.strength ?? DEFAULT_STRENGTH, levels.length);
  const possible = completable(levels, options.constraints ?? []);
  const seeds = options.seeds ?? [];
  checkSeeds(levels, seeds, possible);

  const axes = levels.map((_, axis) => axis);
  const order = [...axes].sort((a, b) => (levels[b] as number) - (levels[a] as number) || a - b);
  const pristine = new Map<number, Interaction[]>();
  for (const [position, axis] of order.entries()) {
    const earlier = order.slice(0, position);
    const sets = subsets(earlier, strength - 1).map((set) => interaction([...set, axis], levels, possible));
    pristine.set(axis, sets);
  }
  const floor = order.slice(0, strength).reduce((product, axis) => product * (levels[axis] as number), 1);
  const work = floor * levels.reduce((sum, count) => sum + count, 0);
  const attempts = Math.max(1, Math.min(MOST_ATTEMPTS, Math.floor(WORK_PER_ARRAY / work)));
  let best: Int16Array[] | undefined;
  for (let attempt = 0; attempt < attempts && (best?.length ?? Number.POSITIVE_INFINITY) > floor; attempt++) {
    const stream = derive(options.seed ?? 0, "covering-array", attempt);
    const rows = growArray(levels, strength, possible, pristine, order, seeds, stream);
    if (best === undefined || rows.length < best.length) best = rows;
  }
  const interactions = [...pristine.values()].flat();
  const feasible = interactions.reduce((sum, one) => sum + one.missingCount, 0);
  const ordered = byGain(best as Int16Array[], levels, interactions);
  return { rows: ordered.rows.map((row) => Array.from(row)), feasible, covered: ordered.covered };
}
