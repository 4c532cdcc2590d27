import { fixedText, type Interval, signedText } from "@whileai/core";
import { pText } from "../compare/compare-outcome.js";
import { textWidth } from "../table/fit-text.js";
import { shortName } from "../table/names.js";
import type { DeltaMetric, DeltaSlice } from "./delta-report-types.js";
import { directionOf } from "./metric-decision.js";

const NAME_WIDTH = 28;
const DIGITS = 3;
/** Widest line of a table; what stands beyond it goes below the numbers. */
const WIDTH = 120;
const GAP = "  ";

const band = (interval: Interval | null): string =>
  interval === null ? "[n/a]" : `[${signedText(interval.low, DIGITS)}..${signedText(interval.high, DIGITS)}]`;

/** Both means on the tasks that `delta` is about, so that the numbers of a line add up. */
function means({ paired, meanA, meanB, meanASharedTasks, meanBSharedTasks }: DeltaMetric | DeltaSlice): string | null {
  const [from, to] = paired ? [meanASharedTasks, meanBSharedTasks] : [meanA, meanB];
  return from === null || to === null ? null : `${fixedText(from, DIGITS)} -> ${fixedText(to, DIGITS)}`;
}

const tasks = ({ nUsed, paired }: DeltaMetric | DeltaSlice): string => `(${nUsed} ${paired ? "paired" : "unpaired"})`;

/** A name in its column; longer ones push the numbers aside. */
const nameColumn = (name: string, indent: string): string => {
  const short = shortName(name);
  return `${indent}${short}${" ".repeat(Math.max(0, NAME_WIDTH + GAP.length - indent.length - textWidth(short)))}`;
};

/** Parts of a line, two spaces apart. */
function inLine(parts: readonly string[]): string {
  const [first = "", ...rest] = parts.filter((part) => part !== "");
  const lines = [first];
  for (const part of rest) {
    const line = `${lines.at(-1)}${GAP}${part}`;
    if (textWidth(line) <= WIDTH) lines[lines.length - 1] = line;
    else lines.push(`${" ".repeat(NAME_WIDTH + GAP.length)} ${part}`);
  }
  return lines.join("\n");
}

/** One metric: means, difference, interval, direction, tasks, noise band, p-value. */
export function metricLine(metric: DeltaMetric): string {
  const { delta, ci95, gainVerdict, lowerIsBetter, withinNoise, noiseBand, noiseNote, pValue, adjustedPValue } = metric;
  const [name, both] = [nameColumn(metric.metric, "  "), means(metric)];
  if (delta === null || both === null) return `${name} insufficient data`;
  const parts = [
    `${name} ${both}`,
    `${signedText(delta, DIGITS)} ${band(ci95)}`,
    directionOf(gainVerdict, lowerIsBetter, withinNoise),
    tasks(metric),
    noiseBand === null ? (noiseNote === null ? "" : "no re-run SD") : `re-run noise ${fixedText(noiseBand, DIGITS)}`,
    lowerIsBetter ? "lower is better" : "",
    pValue === null ? "" : pText(pValue),
    adjustedPValue === null ? "" : `adjusted ${pText(adjustedPValue)}`,
  ];
  return inLine(parts);
}

/** One slice. */
export function sliceLine(name: string, slice: DeltaSlice, lowerIsBetter: boolean): string {
  const { delta, ci95, gainVerdict, weakReasons, lowN } = slice;
  const [label, both] = [nameColumn(name, "    "), means(slice)];
  if (delta === null || both === null) return `${label} insufficient data`;
  const parts = [
    `${label} ${both}`,
    `${signedText(delta, DIGITS)} ${band(ci95)}`,
    directionOf(gainVerdict, lowerIsBetter),
    tasks(slice),
    lowN && gainVerdict === "no_difference_detected" ? "too few tasks for a verdict" : "",
    weakReasons.length === 0 ? "" : `weak: ${weakReasons.join(", ")}`,
  ];
  return inLine(parts);
}
