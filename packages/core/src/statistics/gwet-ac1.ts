import { type AgreementTable, agreementCounts } from "./agreement-table.js";

/** Gwet's AC1; null only when nothing was rated. */
export interface GwetResult {
  readonly ac1: number | null;
  readonly reason: "no_items" | null;
  readonly agreement: number | null;
  readonly n: number;
}

/**
 * Gwet's AC1 (2008): agreement above chance where chance is the share of items expected to be rated at random, so it
 * stays meaningful when one class is rare and where Cohen's kappa is not defined.
 *
 * Throws an `OptionError` unless the table is square and holds counts.
 *
 * @param table - `table[gold][rated]`; for two classes `[[tp, fn], [fp, tn]]`.
 *
 * @example
 * gwetAC1([[118, 5], [2, 0]]).ac1; // 0.9405...
 */
export function gwetAC1(table: AgreementTable): GwetResult {
  const { n, agreement, goldTotals, ratedTotals } = agreementCounts("gwetAC1", table);
  if (agreement === null) return { ac1: null, reason: "no_items", agreement, n };
  const spread = goldTotals.reduce((sum, count, index) => {
    const share = (count + (ratedTotals[index] as number)) / (2 * n);
    return sum + share * (1 - share);
  }, 0);
  const chance = spread / (goldTotals.length - 1);
  return { ac1: (agreement - chance) / (1 - chance), reason: null, agreement, n };
}
