import {
  checkOptions,
  DEFAULT_DRAWS,
  isRecord,
  OptionError,
  type OptionRule,
  type OptionRules,
  openShare,
  optionRule,
} from "@whileai/core";
import { DECLARED_CHANGES, type DeclaredChange, declaredFacts } from "../compare/declared-change.js";
import type { DifferenceMethod } from "../compare/difference-interval.js";
import { lookRules, requirePlanned } from "../compare/planned-look.js";
import { resamplingRules } from "../inference/resampling-options.js";
import { LARGEST_READABLE } from "../metric/readable-number.js";
import { CEILING_RATE, DEFAULT_POWER } from "../power/sizing-defaults.js";
import { DEFAULT_ALPHA } from "../power/slice-min-tasks.js";
import type { BandRule, Correction, DeltaReportOptions } from "./delta-report-types.js";

/** Fewest shared tasks that are compared in pairs. Convention of the Python package. */
const DEFAULT_MIN_PAIRED = 5;
/** The drop that a guard should be able to see. Convention: five points. */
const DEFAULT_GUARD_DROP = 0.05;
/** Gap in spoken replies, and the p-value it needs, from which two runs are not comparable. Conventions. */
const DEFAULT_ANSWERED_GAP = 0.1;
const DEFAULT_ANSWERED_ALPHA = 0.01;

const mapOf =
  (rule: OptionRule, what: string): OptionRule =>
  (value) =>
    isRecord(value) && !Array.isArray(value) && Object.values(value).every((entry) => rule(entry) === undefined)
      ? undefined
      : `an object of metric names and ${what}`;

const amount = /* @__PURE__ */ (() => optionRule.number(0, LARGEST_READABLE))();
const names = /* @__PURE__ */ (() => optionRule.listOf(optionRule.text))();

const OPTIONS: OptionRules = /* @__PURE__ */ (() => ({
  target: optionRule.notBlank,
  proxy: optionRule.notBlank,
  mustNotRegress: optionRule.listOf(optionRule.notBlank),
  margin: optionRule.either(amount, mapOf(amount, "numbers of at least 0")),
  guardDrop: optionRule.positive,
  lowerIsBetter: optionRule.either(names, mapOf(optionRule.flag, "true or false")),
  markers: names,
  by: optionRule.either(optionRule.notBlank, optionRule.callable, optionRule.oneOf([false])),
  runStd: optionRule.either(
    amount,
    mapOf(optionRule.either(amount, optionRule.oneOf([null])), "numbers of at least 0 or null"),
  ),
  runStdRuns: optionRule.integer(2),
  bandRule: optionRule.oneOf(["max", "t", "twice"]),
  trainRuns: optionRule.any,
  changed: optionRule.listOf(optionRule.oneOf(DECLARED_CHANGES)),
  correction: optionRule.oneOf(["none", "holm", "max-t"]),
  looks: lookRules,
  balanceRollouts: optionRule.flag,
  alpha: openShare,
  power: openShare,
  ceilingPassRate: optionRule.number(0, 1),
  answeredGapPoints: optionRule.number(0, 1),
  answeredAlpha: openShare,
  minPaired: optionRule.integer(1),
  pValue: optionRule.oneOf(["exact", "midp"]),
  interval: optionRule.either(optionRule.oneOf(["exact", "t"]), optionRule.callable),
  clusterBy: optionRule.either(optionRule.text, optionRule.callable),
  ...resamplingRules,
}))();

/** What a report is made with: options that are checked and have their defaults. */
export interface DeltaSettings {
  /** What a p-value must reach; 0 at a look that cannot stop. */
  readonly alpha: number;
  readonly level: number;
  /** 1 - level: above 0 at every look. */
  readonly levelAlpha: number;
  readonly power: number;
  readonly minPaired: number;
  readonly pValue: "exact" | "midp";
  readonly interval: DifferenceMethod;
  readonly draws: number;
  readonly seed: number | string;
  readonly guardDrop: number;
  readonly bandRule: BandRule;
  readonly correction: Correction;
  readonly ceilingPassRate: number;
  readonly answeredGapPoints: number;
  readonly answeredAlpha: number;
  readonly changed: readonly DeclaredChange[];
  /** The recorded facts that the declared changes may move. */
  readonly declared: ReadonlySet<string>;
}

/** Checks the options and fills in defaults; throws an `OptionError` before any row is read. */
export function deltaSettings(options: DeltaReportOptions): DeltaSettings {
  checkOptions("deltaReport", options, OPTIONS);
  requirePlanned("deltaReport", options.looks);
  const { looks, changed = [], runStd, runStdRuns } = options;
  if (runStdRuns !== undefined && runStd === undefined)
    throw new OptionError({
      option: "runStdRuns",
      received: runStdRuns,
      message: "deltaReport: `runStdRuns` came without `runStd`.",
      fix: "Give the re-run SD that these runs measured as `runStd`.",
    });
  // A look that cannot stop has nothing to spend; its interval stays at the usual level.
  const usualAlpha = options.alpha ?? DEFAULT_ALPHA;
  const levelAlpha = looks?.alpha || usualAlpha;
  return {
    alpha: looks?.alpha ?? usualAlpha,
    level: 1 - levelAlpha,
    levelAlpha,
    power: options.power ?? DEFAULT_POWER,
    minPaired: options.minPaired ?? DEFAULT_MIN_PAIRED,
    pValue: options.pValue ?? "exact",
    interval: options.interval ?? "exact",
    draws: options.draws ?? DEFAULT_DRAWS,
    seed: options.seed ?? 0,
    guardDrop: options.guardDrop ?? DEFAULT_GUARD_DROP,
    bandRule: options.bandRule ?? "max",
    correction: options.correction ?? "none",
    ceilingPassRate: options.ceilingPassRate ?? CEILING_RATE,
    answeredGapPoints: options.answeredGapPoints ?? DEFAULT_ANSWERED_GAP,
    answeredAlpha: options.answeredAlpha ?? DEFAULT_ANSWERED_ALPHA,
    changed,
    declared: declaredFacts(changed),
  };
}
