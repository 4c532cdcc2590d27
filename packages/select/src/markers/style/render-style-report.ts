import { countText, renderNotes } from "@whileai/core";
import { shownName } from "../../hack-scan/printed-name.js";
import { intervalText, shareText, tableLine, tieCells } from "../marker-text.js";
import type { StyleReport } from "./style-report.js";

/** Phrases that a line shows. */
const SHOWN = 3;

/** The terminal text of a style report. */
export function renderStyleReport(report: StyleReport): string {
  const lines = [
    `style: ${countText(report.nRows, "row")}`,
    tableLine("family", ["rows", "clean", "within", "pooled"], "  95% interval of clean"),
  ];
  for (const summary of report.families) {
    const cells = [String(summary.hits), shareText(summary.clean), ...tieCells(summary)];
    const end = `  ${intervalText(summary.interval)}${summary.flagged ? "  paid" : ""}`;
    lines.push(tableLine(summary.family, cells, end));
    if (summary.topPhrases.length > 0)
      lines.push(
        `    ${summary.topPhrases
          .slice(0, SHOWN)
          .map(({ phrase, n }) => `"${phrase}" ${n}`)
          .join(", ")}`,
      );
  }
  if (report.otherMarkers.length > 0)
    lines.push(`  markers from elsewhere: ${report.otherMarkers.map(shownName).join(", ")}`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
