import { completable, type ForbiddenTuple } from "./constraint.js";
import { combination, combinationLevels, interaction, subsets } from "./interactions.js";

export interface Coverage {
  readonly strength: number;
  readonly feasible: number;
  readonly covered: number;
  /** 1 when nothing can occur. */
  readonly fraction: number;
  /** Rows that hold a forbidden tuple. */
  readonly forbiddenRows: number;
  /** Combinations that never occurred, at most `uncoveredLimit`. */
  readonly uncovered: readonly { readonly axis: number; readonly level: number }[][];
}

/** How many uncovered combinations a report lists. */
const UNCOVERED_LIMIT = 20;

/**
 * Counts, apart from how the rows were made, which combinations of `strength` axes occur among the rows and which of the
 * combinations the constraints allow do not.
 *
 * @param options.strength - Axes per combination, default 2.
 * @param options.constraints - Forbidden tuples; they also rule out what can only be completed through them.
 *
 * @example
 * coverageOf([[0, 0], [1, 1]], [2, 2]).fraction; // 0.5
 */
export function coverageOf(
  rows: Iterable<ArrayLike<number>>,
  levels: readonly number[],
  options: { strength?: number | undefined; constraints?: readonly ForbiddenTuple[] | undefined } = {},
): Coverage {
  const strength = Math.min(options.strength ?? 2, levels.length);
  const constraints = options.constraints ?? [];
  const possible = completable(levels, constraints);
  const axes = levels.map((_, axis) => axis);
  const interactions = subsets(axes, strength).map((chosen) => interaction(chosen, levels, possible));
  let forbiddenRows = 0;
  for (const row of rows) {
    if (constraints.some((tuple) => tuple.every((part) => row[part.axis] === part.level))) forbiddenRows++;
    for (const one of interactions) {
      const code = combination(row, one.axes, levels);
      if (code < 0 || one.missing[code] !== 1) continue;
      one.missing[code] = 0;
      one.missingCount--;
    }
  }
  let feasible = 0;
  let missing = 0;
  const uncovered: { axis: number; level: number }[][] = [];
  for (const one of interactions) {
    missing += one.missingCount;
    for (let code = 0; code < one.size; code++) {
      if (one.feasible[code] !== 1) continue;
      feasible++;
      if (one.missing[code] !== 1 || uncovered.length >= UNCOVERED_LIMIT) continue;
      const values = combinationLevels(code, one.axes, levels);
      uncovered.push(one.axes.map((axis, position) => ({ axis, level: values[position] as number })));
    }
  }
  const covered = feasible - missing;
  return { strength, feasible, covered, fraction: feasible === 0 ? 1 : covered / feasible, forbiddenRows, uncovered };
}
