import type { Completable } from "./constraint.js";

/** One set of axes whose joint levels are to be covered; each combination has a number. */
export interface Interaction {
  readonly axes: readonly number[];
  readonly size: number;
  /** 1 where the combination can occur. */
  readonly feasible: Uint8Array;
  readonly feasibleCount: number;
}

/** Every set of `size` items, in order. */
function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) => subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]));
}

/** The number of the combination a row shows on these axes, or -1 where one of them is open. */
export function combination(row: ArrayLike<number>, axes: readonly number[], levels: readonly number[]): number {
  let code = 0;
  for (const axis of axes) {
    const level = row[axis] as number;
    if (level < 0) return -1;
    code = code * (levels[axis] as number) + level;
  }
  return code;
}

/** The levels of a numbered combination, in the order of the axes. */
export function combinationLevels(code: number, axes: readonly number[], levels: readonly number[]): number[] {
  const found: number[] = [];
  let rest = code;
  for (let position = axes.length - 1; position >= 0; position--) {
    const count = levels[axes[position] as number] as number;
    found.unshift(rest % count);
    rest = Math.floor(rest / count);
  }
  return found;
}

/** All combinations of these axes that the constraints allow. */
function interaction(axes: readonly number[], levels: readonly number[], possible: Completable): Interaction {
  const size = axes.reduce((product, axis) => product * (levels[axis] as number), 1);
  const feasible = new Uint8Array(size);
  const row = new Int16Array(levels.length).fill(-1);
  let feasibleCount = 0;
  for (let code = 0; code < size; code++) {
    const values = combinationLevels(code, axes, levels);
    for (const [position, axis] of axes.entries()) row[axis] = values[position] as number;
    if (!possible(row)) continue;
    feasible[code] = 1;
    feasibleCount++;
  }
  return { axes, size, feasible, feasibleCount };
}

/** Every set of `strength` axes with what the constraints allow of it. */
export function allInteractions(levels: readonly number[], strength: number, possible: Completable): Interaction[] {
  const axes = levels.map((_, axis) => axis);
  return subsets(axes, strength).map((chosen) => interaction(chosen, levels, possible));
}
