import { checkOptions, createReport, fixedText, normalQuantile, optionRule, type ReportOf } from "@whileai/core";
import { type CompareRuns, compareRuns } from "@whileai/stats";
import { type PairDesign, simulatedPair, simulatedTaskStd } from "./simulated-pair.js";

/** Options of `selfCheck`. */
export interface SelfCheckOptions {
  /** Comparisons of each check. Default 40, which takes a second or two. */
  readonly trials?: number | undefined;
  readonly seed?: number | undefined;
}

/** One check. */
interface SelfCheckResult {
  readonly check: string;
  readonly label: string;
  readonly hits: number;
  readonly trials: number;
  /** hits / trials. */
  readonly measured: number;
  /** What it should be, or be better than. */
  readonly target: number;
  /** Standard error of `measured` if the target holds. */
  readonly simulationError: number;
  /** How many of those `measured` lies from the target; positive is above. */
  readonly errorsOff: number;
  readonly badSide: "above" | "below";
  readonly ok: boolean;
}

/** The data of a {@link SelfCheck}. */
interface SelfCheckFields {
  readonly ok: boolean;
  readonly seed: number;
  readonly trials: number;
  readonly alpha: number;
  readonly flagAt: number;
  readonly checks: readonly SelfCheckResult[];
}

/** What `selfCheck` gives. */
export type SelfCheck = ReportOf<"self_check", SelfCheckFields>;

/** Convention of the Python package. */
export const DEFAULT_TRIALS = 40;
/** Standard errors of the simulation from which a check is off. Convention of the Python package. */
const FLAG_AT = 3;
const ALPHA = 0.05;
/** What the verdict may lose against the normal formula: an exact test of 30 tasks, discrete as it is, loses 0.08. Convention. */
const EXACT_TEST_LOSS = 0.1;
/** What an interval over ten or twenty tasks must at least cover. The promise of the docs page on intervals. */
const LEAST_COVERAGE = 0.925;

interface Check {
  readonly check: "false_alarm" | "coverage" | "power" | "restated";
  readonly label: string;
  readonly design: PairDesign;
  readonly target: number;
  readonly badSide: "above" | "below";
  readonly clusterBy?: string | undefined;
  readonly isHit: (found: CompareRuns, design: PairDesign) => boolean;
}

const hasVerdict = ({ verdict }: CompareRuns): boolean => verdict === "b_better" || verdict === "a_better";

const coverage = (nTasks: number): Check => ({
  check: "coverage",
  label: `the interval holds a true gain of 0.10 over ${nTasks} tasks`,
  design: { nTasks, effect: 0.1 },
  target: LEAST_COVERAGE,
  badSide: "below",
  isHit: ({ ci95 }, { effect }) => ci95 !== null && ci95.low <= effect && effect <= ci95.high,
});

const power = (nTasks: number, effect: number): Check => ({
  check: "power",
  label: `a true gain of ${fixedText(effect, 2)} over ${nTasks} tasks is found`,
  design: { nTasks, effect },
  target: Math.max(0, normalPower(nTasks, effect) - EXACT_TEST_LOSS),
  badSide: "below",
  isHit: ({ verdict }) => verdict === "b_better",
});

const checks = (): readonly Check[] => [
  {
    check: "false_alarm",
    label: "a verdict on 30 tasks without a difference",
    design: { nTasks: 30, effect: 0 },
    target: ALPHA,
    badSide: "above",
    isHit: hasVerdict,
  },
  coverage(10),
  coverage(20),
  power(30, 0.1),
  power(30, 0.16),
  power(60, 0.1),
  power(60, 0.16),
  {
    check: "restated",
    label: "a verdict without a difference where half of 60 tasks restate the others",
    design: { nTasks: 60, effect: 0, restated: 0.5 },
    target: ALPHA,
    badSide: "above",
    clusterBy: "document",
    isHit: hasVerdict,
  },
];

/** Power of a paired comparison by the normal formula: Φ(effect/(s/√n) - z). */
function normalPower(nTasks: number, effect: number): number {
  const z = effect / (simulatedTaskStd(effect) / Math.sqrt(nTasks)) - normalQuantile(1 - ALPHA / 2);
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    if (normalQuantile(middle) < z) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Runs the statistics of a comparison on simulated rows whose truth is known, through the same `compareRuns` that measures real
 * ones: how often it is wrong where nothing changed, how often its interval holds the true gain, and how often a true gain is
 * found. A check is off when it lies more than {@link FLAG_AT} standard errors of the simulation on the bad side of its target.
 *
 * @throws OptionError for a bad option.
 *
 * @example
 * selfCheck({ trials: 40 }).ok; // true
 */
export function selfCheck(options: SelfCheckOptions = {}): SelfCheck {
  checkOptions("selfCheck", options, {
    trials: optionRule.integer(1),
    seed: optionRule.integer(0),
  });
  const { trials = DEFAULT_TRIALS, seed = 0 } = options;
  const results = checks().map((check) => resultOf(check, trials, seed));
  const fields: SelfCheckFields = {
    ok: results.every(({ ok }) => ok),
    seed,
    trials,
    alpha: ALPHA,
    flagAt: FLAG_AT,
    checks: results,
  };
  return createReport("self_check", fields, [], selfCheckText);
}

function resultOf(check: Check, trials: number, seed: number): SelfCheckResult {
  const { design, clusterBy, target, badSide, isHit } = check;
  let hits = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { before, after } = simulatedPair(design, seed, trial);
    if (isHit(compareRuns(before, after, { clusterBy, level: 1 - ALPHA }), design)) hits++;
  }
  const measured = hits / trials;
  const simulationError = Math.sqrt((target * (1 - target)) / trials);
  const errorsOff = simulationError === 0 ? 0 : (measured - target) / simulationError;
  const ok = badSide === "above" ? errorsOff <= FLAG_AT : errorsOff >= -FLAG_AT;
  return {
    check: check.check,
    label: check.label,
    hits,
    trials,
    measured,
    target,
    simulationError,
    errorsOff,
    badSide,
    ok,
  };
}

function selfCheckText({ checks: results, trials, flagAt, ok }: SelfCheck): string {
  const line = ({ label, measured, target, badSide, simulationError, ok: isFine }: SelfCheckResult): string =>
    `  ${isFine ? "ok " : "OFF"}  ${fixedText(measured, 3)}  ${badSide === "above" ? "at most " : "at least"} ${fixedText(target, 3)} +- ${fixedText(simulationError, 3)}  ${label}`;
  return [
    `self-check: ${ok ? "all on target" : "NOT on target"} (${trials} simulated comparisons each, off beyond ${flagAt} standard errors)`,
    ...results.map(line),
  ].join("\n");
}
