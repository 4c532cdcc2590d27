import { type AgreementTable, agreementCounts } from "./agreement-table.js";

/** Cohen's kappa, or why there is none. */
export interface KappaResult {
  readonly kappa: number | null;
  /** Why `kappa` is null: nothing was rated, or the gold labels are all of one class. */
  readonly reason: "no_items" | "one_class" | null;
  /** Share of items rated as the gold labels say; null without items. */
  readonly agreement: number | null;
  readonly n: number;
}

/**
 * Cohen's kappa (1960): agreement above chance, (po - pe) / (1 - pe), where chance comes from both margins.
 *
 * Null with the reason when the gold labels hold one class only: nothing can then be told from chance (a perfect
 * rater and one that always says the same thing look alike). Throws an `OptionError` unless the table is square and
 * holds counts.
 *
 * @param table - `table[gold][rated]`; for two classes `[[tp, fn], [fp, tn]]`.
 *
 * @example
 * cohenKappa([[40, 3], [5, 52]]).kappa; // 0.8377...
 */
export function cohenKappa(table: AgreementTable): KappaResult {
  const { n, agreed, agreement, goldTotals, ratedTotals } = agreementCounts("cohenKappa", table);
  if (agreement === null) return { kappa: null, reason: "no_items", agreement, n };
  if (goldTotals.some((count) => count === n)) return { kappa: null, reason: "one_class", agreement, n };
  // Times n²: of whole numbers up to one division, so that a kappa of 0.6 is 0.6 and no bar is missed by a last bit.
  const chance = goldTotals.reduce((sum, count, index) => sum + count * (ratedTotals[index] as number), 0);
  return { kappa: (n * agreed - chance) / (n * n - chance), reason: null, agreement, n };
}
