import { fixedText, type Interval, signedText } from "@whileai/core";
import { pText } from "../compare/compare-outcome.js";
import type { DeltaMetric, DeltaSlice } from "./delta-report-types.js";
import { shortName } from "./listed.js";
import { directionOf } from "./metric-decision.js";

const NAME_WIDTH = 28;
const DIGITS = 3;

const band = (interval: Interval | null): string =>
  interval === null ? "[n/a]" : `[${signedText(interval.low, DIGITS)}..${signedText(interval.high, DIGITS)}]`;

/** Both means on the tasks that `delta` is about, so that the numbers of a line add up. */
function means({ paired, meanA, meanB, meanASharedTasks, meanBSharedTasks }: DeltaMetric | DeltaSlice): string | null {
  const [from, to] = paired ? [meanASharedTasks, meanBSharedTasks] : [meanA, meanB];
  return from === null || to === null ? null : `${fixedText(from, DIGITS)} -> ${fixedText(to, DIGITS)}`;
}

const tasks = ({ nUsed, paired }: DeltaMetric | DeltaSlice): string => `(${nUsed} ${paired ? "paired" : "unpaired"})`;

/** One metric: means, difference, interval, direction, tasks, noise band, p-value. */
export function metricLine(metric: DeltaMetric): string {
  const { delta, ci95, gainVerdict, lowerIsBetter, withinNoise, noiseBand, noiseNote, pValue, adjustedPValue } = metric;
  const [name, both] = [`  ${shortName(metric.metric).padEnd(NAME_WIDTH)}`, means(metric)];
  if (delta === null || both === null) return `${name} insufficient data`;
  const parts = [
    `${name} ${both}`,
    `${signedText(delta, DIGITS)} ${band(ci95)}`,
    directionOf(gainVerdict, lowerIsBetter, withinNoise),
    tasks(metric),
    noiseBand === null ? (noiseNote ?? "") : `noise<${fixedText(noiseBand, DIGITS)}`,
    lowerIsBetter ? "lower is better" : "",
    pValue === null ? "" : pText(pValue),
    adjustedPValue === null ? "" : `adjusted ${pText(adjustedPValue)}`,
  ];
  return parts.filter((part) => part !== "").join("  ");
}

/** One slice. */
export function sliceLine(name: string, slice: DeltaSlice, lowerIsBetter: boolean): string {
  const { delta, ci95, gainVerdict, weakReasons, lowN } = slice;
  const [label, both] = [`    ${shortName(name).padEnd(NAME_WIDTH - 2)}`, means(slice)];
  if (delta === null || both === null) return `${label} insufficient data`;
  const parts = [
    `${label} ${both}`,
    `${signedText(delta, DIGITS)} ${band(ci95)}`,
    directionOf(gainVerdict, lowerIsBetter),
    tasks(slice),
    lowN ? "too few tasks for a verdict" : "",
    weakReasons.length === 0 ? "" : `weak: ${weakReasons.join(", ")}`,
  ];
  return parts.filter((part) => part !== "").join("  ");
}
