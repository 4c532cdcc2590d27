import { fixedText, MIN_INTERVAL_VALUES, signedText } from "@whileai/core";
import { compareOutcome, pText } from "../compare/compare-outcome.js";
import type { Outcome, OutcomeFields } from "../outcome/outcome.js";
import { listed, shortName } from "../table/names.js";
import type { BlindGate } from "./blind-gate.js";
import { missingRuns } from "./delta-headline.js";
import type { DeltaSettings } from "./delta-report-options.js";
import type { DeltaVerdict, Sides } from "./delta-report-types.js";
import type { DecidedMetric } from "./metric-decision.js";

const DIGITS = 3;

/** What outcomes are told from, besides a metric. */
export interface DeltaOutcomeFacts {
  readonly settings: DeltaSettings;
  readonly causes: readonly string[];
  /** Runs that count on each side. */
  readonly runs: Sides<number>;
  /** Metrics whose p-values were adjusted together. */
  readonly nFamily: number;
}

const told = (outcome: Outcome, outcomeReason: string, whatWouldChangeIt: string): OutcomeFields => ({
  outcome,
  outcomeReason,
  whatWouldChangeIt,
});

function notEnough({ meanA, meanB, nClusters }: DecidedMetric, minPaired: number): OutcomeFields {
  const empty = [meanA === null ? "before" : "", meanB === null ? "after" : ""].filter((side) => side !== "");
  const units = nClusters === null ? "tasks" : "clusters of tasks";
  return empty.length === 0
    ? told(
        "not enough data",
        `An interval needs ${MIN_INTERVAL_VALUES} independent ${units} a side.`,
        nClusters === null
          ? `At least ${Math.max(minPaired, MIN_INTERVAL_VALUES)} tasks run on both sides.`
          : `At least ${MIN_INTERVAL_VALUES} clusters, not ${nClusters}.`,
      )
    : told("not enough data", `No readable value ${empty.join(" and ")}.`, `Graded rows ${empty.join(" and ")}.`);
}

function withinBand({ delta, noiseBand, runStd }: DecidedMetric, { settings, runs }: DeltaOutcomeFacts): OutcomeFields {
  const [size, band, std] = [delta ?? 0, noiseBand ?? 0, runStd ?? 0];
  const isPlainRule = settings.bandRule !== "t" && band <= 2 * std;
  return told(
    "no difference shown",
    `${signedText(size, DIGITS)} is less than ${fixedText(band, DIGITS)}, which re-runs of one agent differ by too.`,
    isPlainRule
      ? "A larger difference: nothing below twice the re-run SD counts."
      : `More runs a side: the band narrows with each (${runs.before} before and ${runs.after} after so far).`,
  );
}

/** What would make sides comparable, by what keeps them from it; other causes can be declared as meant. */
const REMEDIES: Readonly<Record<string, string>> = {
  graded_share: "Grades for the rows that have none.",
  answered: "A reply in every row, or a reason for the silence.",
};

function notComparable(causes: readonly string[]): OutcomeFields {
  const remedy = causes.map((cause) => REMEDIES[cause]).find((text) => text !== undefined);
  return told(
    "not comparable",
    `The sides differ in ${causes.join(", ")}, which may be where a difference comes from.`,
    remedy ?? `Runs alike in that, or changed: ${JSON.stringify(causes)} if it was meant.`,
  );
}

/** With one training seed: a loss counts at once, as it does without re-runs. */
function unresolved({ deltaVerdict }: DecidedMetric, plain: OutcomeFields): OutcomeFields {
  const moreSeeds = "Two or more training seeds in each trained arm.";
  return deltaVerdict === "moved_the_wrong_way"
    ? { ...plain, whatWouldChangeIt: moreSeeds }
    : told("not enough data", "One training seed says nothing about how much seeds differ.", moreSeeds);
}

/** The outcome of one metric, from its verdict. */
export function deltaOutcome(metric: DecidedMetric, verdict: DeltaVerdict, facts: DeltaOutcomeFacts): OutcomeFields {
  const { settings, causes, runs, nFamily } = facts;
  const { lowerIsBetter, adjustedPValue, pValue } = metric;
  const { minPaired, levelAlpha: alpha, draws } = settings;
  if (verdict === "insufficient_data" || verdict === "target_not_measured") return notEnough(metric, minPaired);
  if (causes.length > 0) return notComparable(causes);
  const plain = compareOutcome(metric, { lowerIsBetter, minPaired, alpha, draws, notComparable: [] });
  if (verdict === "within_eval_noise") return withinBand(metric, facts);
  if (verdict === "unresolved") return unresolved(metric, plain);
  if (settings.alpha === 0)
    return told(
      "no difference shown",
      "The plan of looks spends nothing at this one, so it cannot stop.",
      "The next look.",
    );
  if (verdict === "moved_unreplicated")
    return told(
      "not enough data",
      `${plain.outcomeReason} But how much re-runs differ is not known (${missingRuns(runs)}).`,
      "Two or more runs of the same tasks on each side, with `lineage.eval_run` on their rows.",
    );
  const isMove = plain.outcome === "better" || plain.outcome === "worse";
  if (verdict === "no_change_detected" && isMove)
    return adjustedPValue === null
      ? told("no difference shown", "Training seeds differ by as much.", "More training seeds in each trained arm.")
      : told(
          "no difference shown",
          `${pText(pValue ?? 1)} is ${pText(adjustedPValue)} once ${nFamily} metrics are allowed for.`,
          "More tasks, or naming it as the target before looking.",
        );
  if (!isMove) return plain;
  return metric.noiseBand === null
    ? plain
    : { ...plain, whatWouldChangeIt: "Other tasks: on these, neither chance nor re-runs explain it." };
}

/** What the whole report comes to. */
export interface OverallFacts {
  /** The headline metric's outcome; null when the target is not measured. */
  readonly headline: OutcomeFields | null;
  readonly target: string | null;
  readonly nearTarget: string | undefined;
  readonly causes: readonly string[];
  readonly regressions: readonly string[];
  readonly blind: BlindGate | null;
  readonly proxy: string | null;
  readonly overOptimized: boolean;
}

function byBlindGate({ cause, guards }: BlindGate, proxy: string): OutcomeFields {
  const notLookedFor = "so over-optimisation could not be looked for";
  const values = "Values of it on both sides, for 3 tasks or more.";
  switch (cause) {
    case "guard_not_measured":
      return told("not enough data", `${listed(guards)} must not regress and could not be measured.`, values);
    case "proxy_is_target":
      return told(
        "not enough data",
        `${proxy} is both proxy and target, ${notLookedFor}.`,
        "As proxy what was trained on, as target what you want.",
      );
    case "proxy_not_measured":
      return told("not enough data", `The proxy ${proxy} could not be measured, ${notLookedFor}.`, values);
    case "guard_not_shown":
      return told(
        "not enough data",
        `For ${listed(guards)} a loss beyond the margin is not ruled out.`,
        "More tasks, or a margin that this many can show.",
      );
  }
}

/** The report's outcome: the headline metric's, unless a gate says otherwise. */
export function overallOutcome(facts: OverallFacts): OutcomeFields {
  const { headline, target, nearTarget, causes, regressions, blind, overOptimized } = facts;
  const proxy = shortName(facts.proxy ?? "");
  if (headline === null)
    return told(
      "not enough data",
      `The target ${shortName(target ?? "")} is not on the rows of both sides.`,
      nearTarget === undefined ? "Rows that carry it on both sides." : `Perhaps target: "${shortName(nearTarget)}".`,
    );
  if (causes.length > 0) return headline;
  if (regressions.length > 0)
    return told(
      "worse",
      `${listed(regressions)} got worse and must not.`,
      `A change that leaves ${regressions.length === 1 ? "it as it was" : "them as they were"}.`,
    );
  if (overOptimized)
    return told(
      "worse",
      `The proxy ${proxy} rose and the target did not keep up. ${headline.outcomeReason}`,
      "A reward that the target follows: hackScan shows what this one pays for.",
    );
  return blind === null || headline.outcome === "worse" ? headline : byBlindGate(blind, proxy);
}
