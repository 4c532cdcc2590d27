import { countText, renderNotes } from "@whileai/core";
import { printedName } from "../hack-scan/printed-name.js";
import { rowNameText } from "../rows/row-name.js";
import { intervalText, shareText, tableLine, tieCells } from "./marker-text.js";
import type { TraceFlagReport } from "./trace-flag-report.js";

/** Characters of an example that a line shows. */
const SHOWN = 110;

/** The terminal text of a trace flag report. Flags that no row shows are left out, and markers that are all clean. */
export function renderTraceFlagReport(report: TraceFlagReport): string {
  const shown = report.flags.filter(({ n }) => n > 0);
  const dirty = report.markers.filter(({ clean }) => clean !== null && clean < 1);
  const lines = [`trace flags: ${report.nFlagged} of ${countText(report.nRows, "row")} flagged`];
  if (shown.length > 0) lines.push(tableLine("flag", ["rows", "rate", "within", "pooled"]));
  for (const summary of shown) {
    const cells = [String(summary.n), shareText(summary.rate), ...tieCells(summary)];
    lines.push(tableLine(summary.flag, cells, summary.flagged ? "  paid" : ""));
    const [example] = summary.examples;
    if (example !== undefined) lines.push(`    ${oneLine(`${rowNameText(example)}: ${example.evidence}`)}`);
  }
  if (dirty.length > 0) lines.push(tableLine("marker", ["clean", "  95% interval"]));
  for (const { marker, clean, interval } of dirty)
    lines.push(tableLine(marker, [shareText(clean), `  ${intervalText(interval)}`]));
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/gu, " ");
  return line.length > SHOWN ? `${printedName(line, SHOWN)}…` : printedName(line, SHOWN);
}
