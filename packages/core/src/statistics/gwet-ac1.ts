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
  const { n, agreed, agreement, goldTotals, ratedTotals } = agreementCounts("gwetAC1", table);
  if (agreement === null) return { ac1: null, reason: "no_items", agreement, n };
  // Times 4n² and the number of other classes: of whole numbers up to one division.
  const spread = goldTotals.reduce((sum, count, index) => {
    const both = count + (ratedTotals[index] as number);
    return sum + both * (2 * n - both);
  }, 0);
  const scale = 4 * n * (goldTotals.length - 1);
  return { ac1: (scale * agreed - spread) / (scale * n - spread), reason: null, agreement, n };
}
