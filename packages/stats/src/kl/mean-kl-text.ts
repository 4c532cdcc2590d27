import { countText, fixedText, type Interval, renderNotes } from "@whileai/core";
import type { MeanKl } from "./mean-kl-types.js";

const DIGITS = 4;

const band = (interval: Interval | null): string =>
  interval === null ? "" : ` [${fixedText(interval.low, DIGITS)}..${fixedText(interval.high, DIGITS)}]`;

/** The divergence in words. */
export function meanKlText(report: MeanKl): string {
  const { meanKl: value, ci95, perTask, nRows, nTokens, k3 } = report;
  const shown = value === null ? "n/a" : fixedText(value, DIGITS);
  const lines = [
    `KL to the reference ${shown}${band(ci95)} nats a token (${countText(perTask.size, "task")}, ${countText(nRows, "row")}, ${countText(nTokens, "token")})`,
  ];
  if (k3 !== null)
    lines.push(
      `  token by token ${fixedText(k3.meanKl, DIGITS)}${band(k3.ci95)} (${countText(k3.nRows, "row")}, ${countText(k3.nTokens, "token")})`,
    );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
