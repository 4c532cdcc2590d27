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
 *
 * @example
 * coverageOf([[0, 0], [1, 1]], [2, 2]).fraction; // 0.5
 */
export function coverageOf(
  rows: Iterable<ArrayLike<number>>,
  levels: readonly number[],
  options: { strength?: number | undefined; constraints?: readonly ForbiddenTuple[] | undefined } = {},
): Coverage {
  const counter = new CoverageCounter(levels, options.strength ?? DEFAULT_STRENGTH, options.constraints ?? []);
  for (const row of rows) counter.add(row);
  return counter.report();
}
