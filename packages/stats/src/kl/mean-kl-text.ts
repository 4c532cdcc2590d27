import { fixedText, type Interval, renderNotes } from "@whileai/core";
import type { MeanKl } from "./mean-kl-types.js";

const DIGITS = 4;

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;

const band = (interval: Interval | null): string =>
  interval === null ? "" : ` [${fixedText(interval.low, DIGITS)}..${fixedText(interval.high, DIGITS)}]`;

/** The divergence in words. */
export function meanKlText(report: MeanKl): string {
  const { meanKl: value, ci95, perTask, nRows, nTokens, k3 } = report;
  const shown = value === null ? "n/a" : fixedText(value, DIGITS);
  const lines = [
    `KL to the reference ${shown}${band(ci95)} nats a token (${count(perTask.size, "task")}, ${count(nRows, "row")}, ${count(nTokens, "token")})`,
  ];
  if (k3 !== null)
    lines.push(
      `  token by token ${fixedText(k3.meanKl, DIGITS)}${band(k3.ci95)} (${count(k3.nRows, "row")}, ${count(k3.nTokens, "token")})`,
    );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
