import { countText, fixedText, type Interval, renderNotes } from "@whileai/core";
import type { MeanReward } from "./mean-reward-types.js";

const DIGITS = 3;

const band = (interval: Interval | null): string =>
  interval === null ? "" : `[${fixedText(interval.low, DIGITS)}..${fixedText(interval.high, DIGITS)}]`;

/** The mean reward in words. */
export function meanRewardText(report: MeanReward): string {
  const { meanReward: value, interval, tInterval, nTasks, nRows, source, nFractional, nSkipped } = report;
  const what = source === "row" ? "mean reward" : `mean reward (${source} over steps)`;
  const head = `${what} ${value === null ? "n/a" : fixedText(value, DIGITS)} ${band(interval)}`.trimEnd();
  const t = tInterval === null ? "" : `, t interval ${band(tInterval)}`;
  const parts = [countText(nTasks, "task"), countText(nRows, "row")];
  if (nFractional > 0) parts.push(`${nFractional} neither 0 nor 1`);
  if (nSkipped > 0) parts.push(`${countText(nSkipped, "row")} without a reward`);
  return [`${head}${t} (${parts.join(", ")})`, ...renderNotes(report.notes)].join("\n");
}
