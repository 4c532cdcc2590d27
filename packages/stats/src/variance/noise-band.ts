import {
  checkOptions,
  countText,
  createReport,
  DEFAULT_LEVEL,
  fixedText,
  LARGEST_NUMBER,
  OptionError,
  openShare,
  optionRule,
  percentText,
  type ReportOf,
  tQuantile,
} from "@whileai/core";

/** Runs behind each side's mean where nothing is said. Convention. */
const DEFAULT_RUNS = 1;
/** The plain rule beside the t band: nothing is read into a difference below twice the re-run spread. Convention. */
const PLAIN_MULTIPLE = 2;
const DIGITS = 3;

/** Options of {@link noiseBand}. */
export interface NoiseBandOptions {
  /** Runs averaged on the before side. Default 1. */
  readonly nA?: number | undefined;
  /** Runs averaged on the after side. Default 1. */
  readonly nB?: number | undefined;
  /** Degrees of freedom that `runStd` was estimated with: re-runs minus one. Null (default): `runStd` is known exactly. */
  readonly df?: number | null | undefined;
  /** Share of re-runs of an unchanged agent whose difference stays inside the band. Default 0.95. */
  readonly level?: number | undefined;
}

/** The data of a {@link NoiseBand}. All bands are in the unit of `runStd`. */
export interface NoiseBandFields {
  readonly runStd: number;
  readonly nA: number;
  readonly nB: number;
  readonly df: number | null;
  readonly level: number;
  /** The multiplier: Student's t at `df`, the normal quantile without `df`. */
  readonly quantile: number;
  /** quantile × runStd × √(1/nA + 1/nB). */
  readonly band: number;
  readonly twiceRunStd: number;
  /** The larger of the two above: what a delta must reach before `deltaReport` says that something moved. */
  readonly decisionBand: number;
}

/** What {@link noiseBand} gives. */
export type NoiseBand = ReportOf<"noise_band", NoiseBandFields>;

/** The multiplier of a band as it is printed: `1.96`, or `t(df=4)=2.78`. */
export const quantileText = (quantile: number, df: number | null): string =>
  `${df === null ? "" : `t(df=${df})=`}${fixedText(quantile, 2)}`;

function noiseBandText({ runStd, nA, nB, df, level, quantile, band, twiceRunStd }: NoiseBand): string {
  return (
    `noise band ±${fixedText(band, DIGITS)}: ${percentText(level)} of repeats of an unchanged agent differ by less ` +
    `(${countText(nA, "run")} before, ${countText(nB, "run")} after; ${quantileText(quantile, df)} × re-run SD ${fixedText(runStd, DIGITS)}; ` +
    `twice the re-run SD is ${fixedText(twiceRunStd, DIGITS)})`
  );
}

/**
 * How far two means of an unchanged agent lie apart by re-running alone: t(df) × runStd × √(1/nA + 1/nB).
 *
 * `runStd` is the standard deviation of one run's mean between re-runs, as `evalVariance` measures it. When it comes
 * from m re-runs, give `df: m - 1`; the band then allows for `runStd` itself being a guess (it is wide for two or three
 * runs). `decisionBand` also keeps the plain rule of twice the re-run SD. Wrong when `runStd` was measured on other
 * tasks, fewer rollouts or another judge. Lambert 2025 (RLHF book, evaluation); Miller 2024, arXiv:2411.00640.
 *
 * Throws an `OptionError` for a negative or infinite `runStd`, run counts below 1, or `df` not above 0.
 *
 * @example
 * const { band } = noiseBand(0.02, { nA: 3, nB: 3, df: 4 }); // 0.0453…
 */
export function noiseBand(runStd: number, options: NoiseBandOptions = {}): NoiseBand {
  checkOptions("noiseBand", options, {
    nA: optionRule.integer(1),
    nB: optionRule.integer(1),
    df: optionRule.either(optionRule.positive, optionRule.oneOf([null])),
    level: openShare,
  });
  if (typeof runStd !== "number" || !(runStd >= 0 && runStd <= LARGEST_NUMBER))
    throw new OptionError({
      option: "runStd",
      received: runStd,
      message: `noiseBand: \`runStd\` must be a number from 0 to ${LARGEST_NUMBER}, got ${String(runStd)}.`,
      fix: "Measure it with `evalVariance` over at least two runs of the same tasks.",
    });
  const { nA = DEFAULT_RUNS, nB = DEFAULT_RUNS, df = null, level = DEFAULT_LEVEL } = options;
  const quantile = tQuantile(df ?? Number.POSITIVE_INFINITY, { level });
  const band = quantile * runStd * Math.sqrt(1 / nA + 1 / nB);
  const twiceRunStd = PLAIN_MULTIPLE * runStd;
  const decisionBand = Math.max(band, twiceRunStd);
  return createReport(
    "noise_band",
    { runStd, nA, nB, df, level, quantile, band, twiceRunStd, decisionBand },
    [],
    noiseBandText,
  );
}
