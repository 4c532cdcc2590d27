import { countText, fixedText, percentText, renderNotes, signedText } from "@whileai/core";
import { cutToWidth, padToWidth } from "../table/fit-text.js";
import { wrapText } from "../table/wrap-text.js";
import type { FailureCell, FailureTable } from "./failure-table-types.js";

const WIDTH = 100;
const BY_WIDTH = 14;
const CELL_WIDTH = 28;
const MAX_CELLS = 20;
const MAX_TOO_FEW = 5;
/** Characters of a cell's name inside a sentence. */
const NAME_WIDTH = 60;
const DIGITS = 2;
const P_DIGITS = 3;

const TITLES = ["tasks", "rolls", "fail", "rate", "95% interval", "vs rest", "adj p", "share"] as const;
const WIDTHS = [6, 6, 5, 5, 13, 8, 6, 6] as const;

/** A p-value in words that fit a column. */
export const pText = (p: number): string => (p < 0.0005 ? "<.001" : fixedText(p, P_DIGITS));

/** What a cell is called in a sentence. */
export const cellName = ({ by, cell }: FailureCell): string =>
  `${cutToWidth(by, BY_WIDTH)} ${cutToWidth(cell, NAME_WIDTH)}`;

const orNone = (value: number | null, show: (value: number) => string): string => (value === null ? "-" : show(value));
const rate = (value: number): string => fixedText(value, DIGITS);

const line = (by: string, cell: string, columns: readonly string[]): string =>
  `  ${padToWidth(by, BY_WIDTH)} ${padToWidth(cell, CELL_WIDTH)}${columns
    .map((text, index) => text.padStart(WIDTHS[index] ?? 0))
    .join("")}`;

function cellLine(cell: FailureCell): string {
  const { interval } = cell;
  return line(cell.by, cell.cell, [
    String(cell.nTasks),
    String(cell.nRollouts),
    String(cell.nFailures),
    orNone(cell.failRate, rate),
    interval === null ? "-" : `[${rate(interval.low)}..${rate(interval.high)}]`,
    orNone(cell.difference, (value) => signedText(value, DIGITS)),
    orNone(cell.adjustedP, pText),
    orNone(cell.shareOfFailures, percentText),
  ]);
}

function headLine({ failRate, interval, nTasks, nClusters, nRollouts, nFailures, nUngraded }: FailureTable): string {
  const band = interval === null ? "" : ` [${rate(interval.low)}..${rate(interval.high)}]`;
  const ungraded = nUngraded === 0 ? "" : `, ${nUngraded} ungraded`;
  const shown = failRate === null ? "n/a" : rate(failRate);
  const clusters = nClusters === null ? "" : ` in ${countText(nClusters, "cluster")}`;
  return `fail rate ${shown}${band} (${countText(nTasks, "task")}${clusters}, ${nFailures} of ${countText(nRollouts, "rollout")} fail${ungraded})`;
}

function tooFewLines({ tooFew, minTasks, nClusters }: FailureTable): string[] {
  if (tooFew.length === 0) return [];
  const shown = tooFew.slice(0, MAX_TOO_FEW).map((cell) => {
    const ungraded = cell.nUngraded === 0 ? "" : `, ${cell.nUngraded} ungraded`;
    return `    ${cellName(cell)}: ${countText(cell.nTasks, "task")}, ${cell.nFailures} of ${cell.nRollouts} fail${ungraded}`;
  });
  const more = tooFew.length > MAX_TOO_FEW ? [`    … and ${tooFew.length - MAX_TOO_FEW} more`] : [];
  return [
    `  too few ${nClusters === null ? "tasks" : "clusters"} to rank (under ${minTasks}):`,
    ...shown.map((text) => `    ${cutToWidth(text, WIDTH - 4)}`),
    ...more,
  ];
}

/** The run's fail rate, where it fails worst, what to do next, the cells as a table of 100 columns, and what to mind. */
export function failureTableText(report: FailureTable): string {
  const { cells, level } = report;
  const titles = TITLES.map((title) =>
    title === "95% interval" ? `${Number((level * 100).toFixed(2))}% interval` : title,
  );
  const more = cells.length > MAX_CELLS ? [`  … and ${cells.length - MAX_CELLS} more in \`cells\``] : [];
  const table =
    cells.length === 0 ? [] : [line("by", "cell", titles), ...cells.slice(0, MAX_CELLS).map(cellLine), ...more];
  return [
    ...wrapText(headLine(report)),
    ...wrapText(report.summary),
    ...wrapText(report.next),
    ...table,
    ...tooFewLines(report),
    ...renderNotes(report.notes, "").flatMap((note) => wrapText(note, "  ")),
  ].join("\n");
}
