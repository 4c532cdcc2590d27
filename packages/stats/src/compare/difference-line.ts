import { fixedText, type Interval, signedText } from "@whileai/core";
import { pText } from "./compare-outcome.js";
import type { CompareVerdict } from "./compare-runs-types.js";

const NAME_WIDTH = 28;
const DIGITS = 3;

/** What a printed difference is made of; reports of comparisons have these fields. */
export interface PrintedDifference {
  readonly metric: string;
  readonly lowerIsBetter: boolean;
  readonly verdict: CompareVerdict;
  readonly delta: number | null;
  readonly ci95: Interval | null;
  readonly pValue: number | null;
  readonly paired: boolean;
  readonly nUsed: number;
  readonly meanA: number | null;
  readonly meanB: number | null;
  readonly meanASharedTasks: number | null;
  readonly meanBSharedTasks: number | null;
}

/** Capitals raise the alarm: the metric moved the bad way. */
function tag({ verdict, lowerIsBetter }: PrintedDifference): string {
  if (verdict === "insufficient_data") return "n/a";
  if (verdict === "no_difference_detected") return "flat";
  if (verdict === "b_better") return lowerIsBetter ? "UP" : "up";
  return lowerIsBetter ? "down" : "DOWN";
}

/** A difference as one line: name, both means, difference, interval, direction, tasks, p-value. */
export function differenceLine(difference: PrintedDifference): string {
  const { metric, delta, ci95, pValue, paired, nUsed, lowerIsBetter } = difference;
  const name = metric.padEnd(NAME_WIDTH);
  const from = paired ? difference.meanASharedTasks : difference.meanA;
  const to = paired ? difference.meanBSharedTasks : difference.meanB;
  if (delta === null || from === null || to === null) return `${name} insufficient data`;
  const band = ci95 === null ? "n/a" : `${signedText(ci95.low, DIGITS)}..${signedText(ci95.high, DIGITS)}`;
  const means = `${fixedText(from, DIGITS)} -> ${fixedText(to, DIGITS)}`;
  const tail = `${pValue === null ? "" : `  ${pText(pValue)}`}${lowerIsBetter ? "  lower is better" : ""}`;
  const tasks = `(${nUsed} ${paired ? "paired" : "unpaired"})`;
  return `${name} ${means}  ${signedText(delta, DIGITS)} [${band}]  ${tag(difference)}  ${tasks}${tail}`;
}
