import { renderNotes, UNSPECIFIED } from "@whileai/core";
import { cutToWidth } from "../table/fit-text.js";
import type { AxisCoverage, CoverageGap } from "./coverage-gap-types.js";

const WIDTH = 100;
const AXIS_WIDTH = 12;
/** Entries of a list that are printed; the rest is counted. */
const MAX_LISTED = 12;

export const countOf = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;

function axisLine(name: string, { counts, untouched }: AxisCoverage): string | null {
  const touched = [...counts].filter(([, count]) => count > 0);
  // What only the world decides shows in no ask, and "unspecified" is no level that could be missed.
  if (untouched === null || touched.length === 0 || (counts.size === 1 && counts.has(UNSPECIFIED))) return null;
  const head = `  ${name.padEnd(AXIS_WIDTH)} ${String(touched.length).padStart(2)} of ${String(counts.size).padStart(2)}`;
  if (name === "rule") return head;
  return cutToWidth(`${head}: ${touched.map(([level, count]) => `${level} ${count}`).join(", ")}`, WIDTH);
}

function list(title: string, entries: readonly string[] | null): string[] {
  if (entries === null || entries.length === 0) return [];
  const lines = entries.slice(0, MAX_LISTED).map((entry) => `    - ${cutToWidth(entry, WIDTH - 6)}`);
  const more = entries.length > MAX_LISTED ? [`    … and ${entries.length - MAX_LISTED} more`] : [];
  return [`  ${title}:`, ...lines, ...more];
}

/** The gap in a sentence, what is touched, what is not, and what to mind. */
export function coverageGapText(report: CoverageGap): string {
  const { axes, untestedRules, untestedTools, nRulesTotal, rulesWithNoRows, rulesTheWorldNeverTriggers } = report;
  const axisLines = Object.entries(axes).map(([name, axis]) => {
    const line = axisLine(name, axis);
    // The first column is kept: the line starts with spaces.
    return line === null ? null : `  ${line.trimStart()}`;
  });
  return [
    report.summary,
    ...axisLines.filter((line) => line !== null),
    ...list("tools that no ask touches", untestedTools),
    ...list("rules that no ask touches", nRulesTotal === 0 ? null : untestedRules),
    ...list("rules without rows", nRulesTotal === 0 ? null : rulesWithNoRows),
    ...list(
      "rules whose rows all end in the same fault, so that the rule never came to matter",
      rulesTheWorldNeverTriggers?.map(({ rule, rows, outcome }) => `${outcome} in ${countOf(rows, "row")}: ${rule}`) ??
        null,
    ),
    ...renderNotes(report.notes),
  ].join("\n");
}
