import { countText, fixedText, renderNotes } from "@whileai/core";
import { listed, shortName } from "../table/names.js";
import type { EvalVariance } from "./eval-variance-types.js";

const DIGITS = 3;
/** Run means that are printed; the rest is counted. */
const MAX_SHOWN = 12;

const number = (value: number | null): string => (value === null ? "n/a" : fixedText(value, DIGITS));

function meansLine({ means, tasksInEveryRun, tasksInAnyRun }: EvalVariance): string {
  const shown = [...means].slice(0, MAX_SHOWN).map(([name, mean]) => `${shortName(name)} ${number(mean)}`);
  if (means.size > MAX_SHOWN) shown.push(`and ${means.size - MAX_SHOWN} more`);
  return `  means: ${shown.join(", ")}; ${tasksInEveryRun} of ${tasksInAnyRun} tasks in every run`;
}

/** The spread in words: how large, the band, the runs, how stable that is, and what to mind. */
export function evalVarianceText(report: EvalVariance): string {
  const { metric, nRuns, mean, runStd, noiseBand, noiseBandDf, bandExceedsScale } = report;
  const { stability, runStdPoints, samplingStd } = report;
  const lines = [
    `${shortName(metric)}: re-run SD ${number(runStd)} over ${countText(nRuns, "run")}, mean ${number(mean)}`,
  ];
  if (noiseBand !== null) {
    const meaning = bandExceedsScale
      ? "wider than the scale from 0 to 1, so no difference of two single runs is news"
      : "a difference of two single runs below this is no news";
    lines.push(`  noise band ±${number(noiseBand)}: ${meaning} (t, df ${noiseBandDf})`);
  }
  if (report.means.size > 0) lines.push(meansLine(report));
  if (stability !== null && runStdPoints !== null) {
    const expected = samplingStd === null ? "" : `; the chance of rollouts alone gives ${number(samplingStd)}`;
    lines.push(`  ${stability.replace("_", " ")} (${fixedText(runStdPoints, 2)} points)${expected}`);
  }
  for (const group of report.sameOutcomes) lines.push(`  ${listed(group)} have the same verdict on every rollout`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
