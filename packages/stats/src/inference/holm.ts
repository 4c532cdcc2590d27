import { checkPValues } from "./check-p-values.js";

/**
 * Holm's adjusted p-values (1979, Scandinavian Journal of Statistics 6): the i-th smallest of m is multiplied by
 * m - i + 1, and none falls below one before it. Rejecting where the adjusted value is at most alpha keeps the chance of
 * any false rejection at alpha, however the tests depend on each other.
 *
 * Wrong when: tests were picked after looking; give all that were made. Metrics that move together lose power here:
 * {@link maxT} keeps it.
 *
 * @returns In the order given. Throws an `OptionError` for a value outside [0, 1].
 *
 * @example
 * holm([0.01, 0.04, 0.03]); // [0.03, 0.06, 0.06]
 */
export function holm(pValues: readonly number[]): number[] {
  checkPValues("holm", pValues);
  const adjusted = new Array<number>(pValues.length);
  const ascending = pValues.map((p, index) => ({ p, index })).sort((left, right) => left.p - right.p);
  let above = 0;
  for (const [rank, { p, index }] of ascending.entries()) {
    above = Math.max(above, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = above;
  }
  return adjusted;
}
