import { countText, fixedText, renderNotes, signedText } from "@whileai/core";
import { padToWidth, plainLine, textWidth } from "../table/fit-text.js";
import type { CompareMany, ManyComparison } from "./compare-many-types.js";
import { pText } from "./compare-outcome.js";

const DIGITS = 3;
const HEADINGS = ["candidate", "baseline", "mean", "delta", "interval", "p", "adjusted", "tasks", "outcome"];

const p = (value: number | null): string => (value === null ? "n/a" : pText(value).replace(/^p=?/, ""));

const mean = (value: number | null): string => (value === null ? "n/a" : fixedText(value, DIGITS));

function cells(comparison: ManyComparison): string[] {
  const { candidate, meanBaseline, meanCandidate, delta, ci95, pValue, adjustedP, nUsed, paired, outcome } = comparison;
  return [
    plainLine(candidate),
    // Of the tasks that are compared, which may be others for each candidate.
    mean(meanBaseline),
    mean(meanCandidate),
    delta === null ? "n/a" : signedText(delta, DIGITS),
    ci95 === null ? "n/a" : `[${signedText(ci95.low, DIGITS)}..${signedText(ci95.high, DIGITS)}]`,
    p(pValue),
    p(adjustedP),
    `${nUsed} ${paired ? "paired" : "unpaired"}`,
    outcome,
  ];
}

/** The report as one table a metric. */
export function compareManyTable(report: CompareMany): string {
  const { baseline, metrics, comparisons, correction, best } = report;
  const lines: string[] = [];
  for (const metric of metrics) {
    const own = comparisons.filter((comparison) => comparison.metric === metric);
    const rows = [HEADINGS, ...own.map(cells)];
    const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => textWidth(row[column] as string))));
    lines.push(plainLine(`${metric} against ${baseline}`));
    for (const row of rows)
      lines.push(`  ${row.map((cell, column) => padToWidth(cell, widths[column] as number)).join("  ")}`.trimEnd());
  }
  const adjustment = correction === "none" ? "p-values are not adjusted" : `p-values adjusted by ${correction}`;
  lines.push(`${countText(comparisons.length, "comparison")}, ${adjustment}`);
  if (best !== null)
    lines.push(
      plainLine(`best: ${best.candidate}, ${best.isShown ? "shown" : "not shown"} to be better than ${baseline}`),
    );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
