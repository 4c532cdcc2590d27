import { checkPValues } from "./check-p-values.js";

/**
 * Benjamini and Hochberg's adjusted p-values (1995, Journal of the Royal Statistical Society B 57): the i-th smallest of
 * m is multiplied by m / i, and none rises above one after it. Of the tests whose adjusted value is at most q, a share of
 * at most q is expected to be false. Meant for many slices, where a few false ones among the found do no harm.
 *
 * Wrong when: a single false rejection does harm (use {@link holm} or {@link maxT}); tests pull against each other
 * (shares of one total): the promise holds for independent tests and those that move together.
 *
 * @returns In the order given. Throws an `OptionError` for a value outside [0, 1].
 *
 * @example
 * benjaminiHochberg([0.01, 0.04, 0.03]); // [0.03, 0.04, 0.04]
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  checkPValues("benjaminiHochberg", pValues);
  const adjusted = new Array<number>(pValues.length);
  const descending = pValues.map((p, index) => ({ p, index })).sort((left, right) => right.p - left.p);
  let below = 1;
  for (const [rank, { p, index }] of descending.entries()) {
    below = Math.min(below, p * (pValues.length / (pValues.length - rank)));
    adjusted[index] = below;
  }
  return adjusted;
}
