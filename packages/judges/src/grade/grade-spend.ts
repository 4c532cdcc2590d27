import { fixedText } from "@whileai/core";
import { callsText, type RoleSpend, thousandsText, usdText } from "@whileai/core/backends";

/** What the models that judged have used. Unknown is null, never zero. */
export interface GradeSpend {
  /** Calls that were answered. */
  readonly calls: number;
  /** Requests that were sent for them, those that failed included. */
  readonly requests: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars; null without a price or without counts. */
  readonly usd: number | null;
  /** Of one row that was judged, on average. */
  readonly perRow: { readonly tokens: number | null; readonly usd: number | null };
  /** The same by model. */
  readonly models: Readonly<Record<string, RoleSpend>>;
}

/** Sums what models used; null when none was asked. `judged` counts the rows that it was used for. */
export function gradeSpend(models: Readonly<Record<string, RoleSpend>>, judged: number): GradeSpend | null {
  const all = Object.values(models);
  if (all.length === 0) return null;
  const sum = (of: (spend: RoleSpend) => number | null): number | null =>
    all.reduce<number | null>((total, spend) => plus(total, of(spend)), 0);
  const inputTokens = sum((spend) => spend.inputTokens);
  const outputTokens = sum((spend) => spend.outputTokens);
  const usd = sum((spend) => spend.usd);
  const perRow = (total: number | null): number | null => (total === null || judged === 0 ? null : total / judged);
  return {
    calls: sum((spend) => spend.calls) ?? 0,
    requests: sum((spend) => spend.requests) ?? 0,
    inputTokens,
    outputTokens,
    usd,
    perRow: { tokens: perRow(plus(inputTokens, outputTokens)), usd: perRow(usd) },
    models,
  };
}

/** How long work took: in all, and on average for one row or pair where that is known. */
export interface WorkTime {
  readonly seconds: number;
  readonly secondsPerRow: number | null;
}

/** The report's line on what the models used. `unit` is what was judged. */
export function spendLine(spend: GradeSpend, { seconds, secondsPerRow }: WorkTime, unit = "row"): string {
  const { usd, perRow } = spend;
  const each = [
    ...(perRow.tokens === null ? [] : [`${thousandsText(Math.round(perRow.tokens))} tokens`]),
    ...(perRow.usd === null ? [] : [usdText(perRow.usd)]),
    ...(secondsPerRow === null ? [] : [`${fixedText(secondsPerRow, 2)} s`]),
  ];
  const money = usd === null ? "cost unknown (give prices with setPrices)" : usdText(usd);
  return (
    `  spent: ${callsText(spend)}, ${money}` +
    ` in ${fixedText(seconds, 1)} s${each.length === 0 ? "" : `; a ${unit} ${each.join(", ")}`}`
  );
}

const plus = (sum: number | null, value: number | null): number | null =>
  sum === null || value === null ? null : sum + value;
