import { mean, type SignFlipOptions, type SignFlipResult, signFlipP } from "@whileai/core";
import { type Stratum, stratifiedExactP } from "./stratified-exact-p.js";

/** A sign-flip result, unless dealing events out within tasks was the stricter test. */
export type PairedRolloutsResult = Omit<SignFlipResult, "method"> & {
  readonly method: SignFlipResult["method"] | "stratified";
};

/**
 * The sign-flip p-value where each task has as many rollouts on both sides, else the larger of two p-values. With unequal
 * numbers, rates near 0 or 1 make the differences lopsided, and flipping their signs finds too much. Dealing events out
 * within tasks is exact where no task differs, and finds too much where some differ one way and some the other. 1 where
 * the two point apart.
 *
 * @param differences - One for each unit whose sign may be flipped.
 * @param strata - One for each task: rollouts of the second side, and of both.
 */
export function pairedRolloutsP(
  differences: readonly number[],
  strata: readonly Stratum[],
  options?: SignFlipOptions,
): PairedRolloutsResult {
  const flipped = signFlipP(differences, options);
  if (strata.every(({ inside, all }) => all === 2 * inside)) return flipped;
  const dealt = stratifiedExactP(strata);
  const p = (mean(differences) ?? 0) * dealt.excess > 0 ? dealt.p : 1;
  return p <= flipped.p ? flipped : { ...flipped, p, midP: null, method: "stratified" };
}
