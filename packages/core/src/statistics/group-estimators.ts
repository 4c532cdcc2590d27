import { OptionError } from "../errors/option-error.js";
import { requireCounts } from "./check-numbers.js";

function checkGroup(call: string, n: number, passes: number, k: number): void {
  // The common case first: this runs once for each task.
  if (
    Number.isSafeInteger(n) &&
    Number.isSafeInteger(passes) &&
    Number.isSafeInteger(k) &&
    passes >= 0 &&
    passes <= n &&
    k >= 1
  )
    return;
  requireCounts(call, { n, passes, k });
  throw new OptionError({
    option: k < 1 ? "k" : "passes",
    received: k < 1 ? k : passes,
    message: `${call}: \`passes\` must be from 0 to n and \`k\` at least 1, got n ${n}, passes ${passes}, k ${k}.`,
    fix: "",
  });
}

/**
 * The chance that `k` draws without replacement from `n` items are all among `marked`: C(marked, k) / C(n, k). Checks
 * nothing; for counts that are known to be possible, with k at most n.
 */
export function shareAllDrawn(n: number, marked: number, k: number): number {
  if (marked < k) return 0;
  // Groups that are filled up to a large k in thought are all of one kind or not drawn at all: no k steps for them.
  if (marked === n) return 1;
  let product = 1;
  for (let index = 0; index < k; index++) product *= (marked - index) / (n - index);
  return product;
}

/**
 * pass@k of one group: the unbiased estimate of the chance that at least one of k rollouts passes,
 * 1 - C(n-c, k) / C(n, k) (Chen et al. 2021, arXiv:2107.03374), as a product that holds for large n and k.
 * Null when the group has fewer than k rollouts. Throws an `OptionError` for impossible counts.
 *
 * @example
 * groupPassAtK(8, 1, 4); // 0.5
 */
export function groupPassAtK(n: number, passes: number, k: number): number | null {
  checkGroup("groupPassAtK", n, passes, k);
  return n < k ? null : 1 - shareAllDrawn(n, n - passes, k);
}

/**
 * pass^k of one group: the unbiased estimate of the chance that all of k rollouts pass, C(c, k) / C(n, k)
 * (Yao et al. 2024, arXiv:2406.12045), as a product that holds for large n and k.
 * Null when the group has fewer than k rollouts. Throws an `OptionError` for impossible counts.
 *
 * @example
 * groupPassPowK(8, 7, 4); // 0.5
 */
export function groupPassPowK(n: number, passes: number, k: number): number | null {
  checkGroup("groupPassPowK", n, passes, k);
  return n < k ? null : shareAllDrawn(n, passes, k);
}
