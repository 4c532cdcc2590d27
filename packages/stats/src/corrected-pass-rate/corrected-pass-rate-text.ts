import { countText, fixedText, type Interval, percentText, renderNotes } from "@whileai/core";
import type { CorrectedPassRate } from "./corrected-pass-rate-types.js";

const rate = (value: number | null): string => (value === null ? "n/a" : percentText(value));
const band = (interval: Interval | null | undefined): string =>
  interval ? ` [${percentText(interval.low)}..${percentText(interval.high)}]` : "";

/** The corrected pass rate in words. */
export function correctedPassRateText(report: CorrectedPassRate): string {
  const { passRate, interval, judged, sensitivity, specificity, roganGladen, lambda } = report;
  const lines = [
    `pass rate ${rate(passRate)}${band(interval)} by the labels, ${rate(judged)} by the judge (${countText(report.nTasks, "task")}, ${countText(report.nRows, "rollout")}, ${report.nLabelled} labelled)`,
    `  judge passes ${rate(sensitivity)} of ${report.nLabelledPass} labelled pass, fails ${rate(specificity)} of ${report.nLabelledFail} labelled fail`,
  ];
  if (lambda !== null) lines.push(`  weight of the judge ${fixedText(lambda, 2)}`);
  if (roganGladen?.estimate != null)
    lines.push(`  by sensitivity and specificity ${rate(roganGladen.estimate)}${band(roganGladen.interval)}`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
