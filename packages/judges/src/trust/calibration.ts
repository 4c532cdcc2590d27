import { isRecord, type Row } from "@whileai/core";
import type { LabelledPair } from "./labelled-pairs.js";

/** Equal-width bins of the calibration error; convention (Guo et al. 2017 use 15, for far more rows). */
const BINS = 10;
/** Fewest rows whose calibration is worth a number; convention. */
const MIN_CALIBRATION_ROWS = 10;
/** What a probability of passing is called in `judge_meta.probabilities`. */
const PASS_NAMES = ["true", "pass", "1", "yes"] as const;

/** One bin of predicted pass probabilities. */
interface CalibrationBin {
  readonly low: number;
  readonly high: number;
  readonly n: number;
  /** Mean predicted probability of a pass. */
  readonly predicted: number;
  /** Share that the labels call a pass. */
  readonly observed: number;
}

/** Whether a judge's probabilities mean what they say. */
export interface Calibration {
  /** Labelled rows with a probability. */
  readonly n: number;
  /** Expected calibration error over ten bins [low, high): mean distance of predicted and observed, weighted by rows. */
  readonly ece: number;
  /** Mean squared error of the probabilities; 0 is perfect. */
  readonly brier: number;
  /** The Brier score of always saying the share of passes among these labels. */
  readonly baselineBrier: number;
  readonly bins: readonly CalibrationBin[];
}

/**
 * The probability of a pass that a judge gave: `judge_meta.probabilities` (the share under true, pass, 1 or yes), else from
 * `judge_meta.confidence`, which is about the verdict itself. Null where there is none.
 */
function passProbability(row: Readonly<Row>, judge: 0 | 1): number | null {
  const meta = isRecord(row.judge_meta) ? row.judge_meta : {};
  const given = isRecord(meta.probabilities) ? meta.probabilities : {};
  const verdict = isRecord(given.verdict) ? given.verdict : given;
  for (const name of [...PASS_NAMES, "verdict"]) {
    const value = Object.hasOwn(verdict, name) ? verdict[name] : undefined;
    if (isShare(value)) return value;
  }
  if (!isShare(meta.confidence)) return null;
  return judge === 1 ? meta.confidence : 1 - meta.confidence;
}

/** Calibration over the labelled rows that carry probabilities; null for fewer than ten. */
export function calibration(pairs: readonly LabelledPair[]): Calibration | null {
  const known = pairs
    .flatMap(({ row, gold, judge }) => {
      const probability = passProbability(row, judge);
      return probability === null ? [] : [{ probability, gold }];
    })
    // Sums miss by their last bits, and by others in another order of rows.
    .sort((left, right) => left.probability - right.probability || left.gold - right.gold);
  const n = known.length;
  if (n < MIN_CALIBRATION_ROWS) return null;
  const bins: CalibrationBin[] = [];
  let ece = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const own = known.filter(({ probability }) => Math.min(Math.floor(probability * BINS), BINS - 1) === bin);
    if (own.length === 0) continue;
    const predicted = meanOf(own.map(({ probability }) => probability));
    const observed = meanOf(own.map(({ gold }) => gold));
    ece += (own.length / n) * Math.abs(predicted - observed);
    bins.push({ low: bin / BINS, high: (bin + 1) / BINS, n: own.length, predicted, observed });
  }
  const base = meanOf(known.map(({ gold }) => gold));
  return {
    n,
    ece,
    brier: meanOf(known.map(({ probability, gold }) => (probability - gold) ** 2)),
    baselineBrier: base * (1 - base),
    bins,
  };
}

const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
