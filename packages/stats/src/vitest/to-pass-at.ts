import {
  checkOptions,
  countText,
  DEFAULT_LEVEL,
  fixedText,
  type Interval,
  MIN_INTERVAL_VALUES,
  type OptionRules,
  openShare,
  optionRule,
  percentText,
  type RowLike,
} from "@whileai/core";
import type { GroupReader } from "../metric/group-reader.js";
import { passAt } from "../pass-at/pass-at.js";
import type { PassAt } from "../pass-at/pass-at-types.js";
import { recommendedInterval } from "../pass-at/recommended-interval.js";
import { type MatcherContext, type MatcherResult, matcherResult, shownOptions } from "./matcher-result.js";

/** Options of `toPassAt`. */
export interface ToPassAtOptions {
  /** The rate to reach, from 0 to 1. */
  readonly atLeast: number;
  /** Rollouts of a task that are looked at together. Default 1: pass@1. */
  readonly k?: number | undefined;
  /** Of k rollouts, whether one must pass ("any", the default: pass@k) or every one ("all": pass^k). */
  readonly need?: "any" | "all" | undefined;
  /** Level of the two-sided interval whose lower end must reach `atLeast`. Default 0.95. */
  readonly confidence?: number | undefined;
  /** Compares the estimate itself, without allowing for chance. Default false. */
  readonly point?: boolean | undefined;
  /**
   * What rollouts without a pass or fail do. "fail" (default): the assertion fails, because they may all be failures;
   * "leave out": rates are of the graded ones.
   */
  readonly ungraded?: "fail" | "leave out" | undefined;
  /** What makes tasks related; intervals are then over clusters. Default: tasks are independent. */
  readonly clusterBy?: GroupReader | undefined;
}

const DIGITS = 3;
const OPTIONS: OptionRules = {
  atLeast: optionRule.number(0, 1),
  k: optionRule.integer(1),
  need: optionRule.oneOf(["any", "all"]),
  confidence: openShare,
  point: optionRule.flag,
  ungraded: optionRule.oneOf(["fail", "leave out"]),
  clusterBy: optionRule.either(optionRule.text, optionRule.callable),
};

interface Rate {
  readonly name: string;
  readonly value: number | null;
  readonly interval: Interval | null;
}

function rateOf(report: PassAt, k: number, need: "any" | "all"): Rate {
  if (k === 1) return { name: "pass@1", value: report.passAt1, interval: report.ci95 };
  return need === "any"
    ? { name: `pass@${k}`, value: report.passAtK, interval: report.passAtKCi95 }
    : { name: `pass^${k}`, value: report.passPowK, interval: report.passPowKCi95 };
}

/** Why the rows cannot answer; null when they can. */
function obstacle(report: PassAt, rate: Rate, options: ToPassAtOptions, confidence: number): string | null {
  const { nMissing } = report.worstCase;
  if (report.passAt1 === null)
    return report.nRows + report.nSkipped + nMissing === 0
      ? "There are no rows."
      : "No row has a pass or fail: grade them first.";
  if (rate.value === null) return `No task has ${options.k} graded rollouts, which ${rate.name} is about.`;
  if (nMissing > 0 && options.ungraded !== "leave out")
    return `${countText(nMissing, "rollout has", "rollouts have")} no pass or fail. Grade them, or leave them out with ungraded: "leave out".`;
  if (options.point) return null;
  if (rate.interval === null)
    return `An interval needs ${MIN_INTERVAL_VALUES} independent tasks. More tasks, or point: true for the estimate alone.`;
  if (report.estimate !== null && options.k !== undefined && options.k > 1 && confidence !== DEFAULT_LEVEL)
    return `Groups that were filled after a probe give ${rate.name} an interval at ${DEFAULT_LEVEL} only.`;
  return null;
}

const reaches = (isReached: boolean, atLeast: number) =>
  `${isReached ? "reaches" : "does not reach"} ${fixedText(atLeast, DIGITS)}`;

/**
 * Whether the pass rate of the rows is shown to be at least `atLeast`: by default the lower end of the recommended
 * interval over tasks must reach it. What cannot be told (nothing graded, too few tasks, ungraded rollouts) fails with the
 * reason, also after `.not`.
 *
 * @example
 * expect(rows).toPassAt(0.8);
 * expect(rows).toPassAt({ k: 4, need: "all", atLeast: 0.6, confidence: 0.9 });
 */
export function toPassAt(
  this: MatcherContext,
  rows: Iterable<RowLike>,
  expected: number | ToPassAtOptions,
): MatcherResult {
  const options = typeof expected === "number" ? { atLeast: expected } : expected;
  // A missing `atLeast` is as wrong as a bad one, and comes last: a misspelt one is named as such.
  const given: unknown = options ?? {};
  checkOptions(
    "toPassAt",
    typeof given === "object" ? { ...given, atLeast: options?.atLeast ?? null } : given,
    OPTIONS,
  );
  const { atLeast, k = 1, need = "any", confidence = DEFAULT_LEVEL, point = false, clusterBy } = options;
  const report = passAt(rows, {
    ...(k > 1 && { k, minK: 1 }),
    clusterBy,
    interval: (values) => recommendedInterval(values, { level: confidence }),
  });
  const rate = rateOf(report, k, need);
  const call = `toPassAt(${typeof expected === "number" ? expected : shownOptions(options)})`;
  const reason = obstacle(report, rate, options, confidence);
  if (reason !== null) return matcherResult(this, { call, holds: null, reason, report: `${report}` });
  const [value, low] = [rate.value as number, rate.interval?.low ?? 0];
  const holds = (point ? value : low) >= atLeast;
  const estimate = `${rate.name} is ${fixedText(value, DIGITS)}`;
  const shown = point
    ? `${estimate}, which ${reaches(holds, atLeast)}.`
    : `${estimate}, and the lower end of its ${percentText(confidence)} interval, ${fixedText(low, DIGITS)}, ${reaches(holds, atLeast)}.`;
  const advice = !holds && value >= atLeast ? " The estimate does: more tasks would narrow the interval." : "";
  return matcherResult(this, { call, holds, reason: `${shown}${advice}`, report: `${report}` });
}
