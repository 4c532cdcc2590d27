import fc from "fast-check";
import type { ForbiddenTuple } from "../constraint.js";

/** A small model of mixed levels with forbidden tuples, contradictory ones among them, and numbers to pick rows by. */
export const constrainedModel = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 })
  .chain((levels) => {
    const part = fc
      .nat(levels.length - 1)
      .chain((axis) => fc.record({ axis: fc.constant(axis), level: fc.nat((levels[axis] as number) - 1) }));
    return fc.record({
      levels: fc.constant(levels),
      constraints: fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { maxLength: 9 }),
      picks: fc.array(fc.nat(), { maxLength: 4 }),
      seed: fc.nat(1000),
    });
  });

/** Every row that holds no forbidden tuple, by trying all of them. */
export function everyRow(levels: readonly number[], constraints: readonly ForbiddenTuple[]): number[][] {
  const all = levels.reduce<number[][]>(
    (rows, count) => rows.flatMap((row) => Array.from({ length: count }, (_, level) => [...row, level])),
    [[]],
  );
  return all.filter((row) => !constraints.some((tuple) => tuple.every((part) => row[part.axis] === part.level)));
}

const axisSets = (axes: number, size: number): number[][] =>
  Array.from({ length: 2 ** axes }, (_, bits) => [...Array(axes).keys()].filter((axis) => (bits >> axis) & 1)).filter(
    (set) => set.length === size,
  );

/** What some rows show, each combination as text. */
export function shownCombinations(rows: readonly (readonly number[])[], strength: number): Set<string> {
  const sets = axisSets(rows[0]?.length ?? 0, Math.min(strength, rows[0]?.length ?? 0));
  return new Set(rows.flatMap((row) => sets.map((set) => set.map((axis) => `${axis}=${row[axis]}`).join())));
}

/** What can occur in some allowed row. */
export const feasibleCombinations = (
  levels: readonly number[],
  constraints: readonly ForbiddenTuple[],
  strength: number,
): Set<string> => shownCombinations(everyRow(levels, constraints), strength);
