import { checkOptions, OptionError, optionRule } from "@whileai/core";
import { checkConstraints, checkLevels, checkSize } from "./check-model.js";
import type { ForbiddenTuple } from "./constraint.js";
import { type Coverage, CoverageCounter } from "./coverage-counter.js";
import { DEFAULT_STRENGTH } from "./covering-array.js";

/**
 * Counts which combinations of `strength` axes occur among the rows, and which of those the constraints allow do not. An
 * independent check of a covering array: it shares no code with what makes one.
 *
 * @param rows - One level position per axis; -1 where a level is open.
 * @param levels - How many levels each axis has.
 * @param options.strength - Axes per combination, default 2.
 * @param options.constraints - Forbidden tuples; they also rule out what can only be completed through them.
 *   `seeds` and `seed` of `coveringArray()` are passed over, so that its options can be given as they are.
 *
 * @throws OptionError for an unknown option, an axis without levels, a constraint on a level that does not exist, or a row
 *   that does not hold one level, or -1, per axis.
 *
 * @example
 * coverageOf([[0, 0], [1, 1]], [2, 2]).fraction; // 0.5
 */
export function coverageOf(
  rows: Iterable<ArrayLike<number>>,
  levels: readonly number[],
  options: { strength?: number | undefined; constraints?: readonly ForbiddenTuple[] | undefined } = {},
): Coverage {
  checkOptions("coverageOf", options, {
    strength: optionRule.integer(1),
    constraints: optionRule.listOf(optionRule.listOf(optionRule.record, 1)),
    // The options of coveringArray() may be given as they are.
    seeds: optionRule.any,
    seed: optionRule.any,
  });
  checkLevels("coverageOf", levels);
  const { strength = DEFAULT_STRENGTH, constraints = [] } = options;
  checkConstraints("coverageOf", levels, constraints);
  checkSize("coverageOf", levels, Math.min(strength, levels.length));
  const counter = new CoverageCounter(levels, strength, constraints);
  let index = 0;
  for (const row of rows) {
    if (!isRowOf(row, levels)) refuseRow(row, index);
    counter.add(row);
    index++;
  }
  return counter.report();
}

const isRowOf = (row: ArrayLike<number>, levels: readonly number[]): boolean =>
  typeof row === "object" &&
  row !== null &&
  row.length === levels.length &&
  levels.every(
    (count, axis) => Number.isInteger(row[axis]) && (row[axis] as number) >= -1 && (row[axis] as number) < count,
  );

// A row that is passed over would make the coverage of other rows look like that of all.
function refuseRow(row: unknown, index: number): never {
  throw new OptionError({
    message: `coverageOf: rows[${index}] does not hold one level per axis.`,
    option: "rows",
    received: row,
    fix: "Give one level position per axis, or -1 where it is open.",
  });
}
