import { countText, renderNotes, UNSPECIFIED } from "@whileai/core";
import { cutToWidth } from "../table/fit-text.js";
import { wrapText } from "../table/wrap-text.js";
import type { AxisCoverage, CoverageGap } from "./coverage-gap-types.js";

const WIDTH = 100;
const AXIS_WIDTH = 8;
const SIZE_WIDTH = 9;
/** Entries of a list that are printed; the rest is counted. */
const MAX_LISTED = 12;

/** Axes that an ask's words tell of. The others are up to the world, and to what came before. */
const TOLD_BY_WORDS = ["tool", "rule", "stance"] as const;
const NOT_TOLD = "  (world_state, tool_condition and history are up to the situation and show in no ask)";

function axisLine(name: string, { counts, untouched }: AxisCoverage): string[] {
  // "unspecified" alone is no level that could be missed.
  if (untouched === null || (counts.size === 1 && counts.has(UNSPECIFIED))) return [];
  const touched = [...counts].filter(([, count]) => count > 0);
  const size = `${touched.length} of ${counts.size}`.padStart(SIZE_WIDTH);
  // Rules are sentences: those that are missed are listed below.
  const levels = name === "rule" ? "" : touched.map(([level, count]) => `${level} ${count}`).join(", ");
  const head = `  ${name.padEnd(AXIS_WIDTH)}${size}`;
  return [levels === "" ? head : `${head}  ${cutToWidth(levels, WIDTH - head.length - 2)}`];
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
  return [
    ...wrapText(report.summary),
    ...TOLD_BY_WORDS.flatMap((name) => axisLine(name, axes[name])),
    NOT_TOLD,
    ...list("tools that no ask touches", untestedTools),
    ...list("rules that no ask touches", nRulesTotal === 0 ? null : untestedRules),
    ...list("rules without rows", nRulesTotal === 0 ? null : rulesWithNoRows),
    ...list(
      "rules whose rows all end in the same fault, so that the rule never came to matter",
      rulesTheWorldNeverTriggers?.map(
        ({ rule, rows, outcome }) => `${outcome} in ${countText(rows, "row")}: ${rule}`,
      ) ?? null,
    ),
    ...renderNotes(report.notes, "").flatMap((note) => wrapText(note, "  ")),
  ].join("\n");
}
