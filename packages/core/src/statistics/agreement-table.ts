import { OptionError } from "../errors/option-error.js";
import { requireCounts } from "./check-numbers.js";

/** Counts of items: `table[gold][rated]`, square, classes in the same order both ways. */
export type AgreementTable = readonly (readonly number[])[];

/** What every measure of agreement starts from. */
export interface AgreementCounts {
  readonly n: number;
  /** Items on the diagonal. */
  readonly agreed: number;
  /** Share of items on the diagonal; null without items. */
  readonly agreement: number | null;
  readonly goldTotals: readonly number[];
  readonly ratedTotals: readonly number[];
}

/** Margins and raw agreement of a table; throws an `OptionError` unless it is square and holds counts. */
export function agreementCounts(call: string, table: AgreementTable): AgreementCounts {
  const size = Array.isArray(table) ? table.length : 0;
  if (size < 2 || table.some((row) => !Array.isArray(row) || row.length !== size))
    throw new OptionError({
      option: "table",
      received: table,
      message: `${call}: \`table\` must be square with at least two classes.`,
      fix: "Pass counts as table[gold][rated], for two classes [[tp, fn], [fp, tn]].",
    });
  const cells = table.flatMap((row, gold) => row.map((count, rated) => [`table[${gold}][${rated}]`, count] as const));
  requireCounts(call, Object.fromEntries(cells));
  const goldTotals = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const ratedTotals = goldTotals.map((_, column) => table.reduce((sum, row) => sum + (row[column] as number), 0));
  const n = goldTotals.reduce((sum, count) => sum + count, 0);
  const agreed = table.reduce((sum, row, index) => sum + (row[index] as number), 0);
  return { n, agreed, agreement: n === 0 ? null : agreed / n, goldTotals, ratedTotals };
}
