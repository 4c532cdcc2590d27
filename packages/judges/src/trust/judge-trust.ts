import { checkOptions, createReport, optionRule, type ReportOf, type Row } from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { probeableRows } from "../probes/judge-probes.js";
import type { ProbeResult } from "../probes/measure-probe.js";
import {
  DEFAULT_PROBE_POWER,
  DEFAULT_PROBE_SAMPLE,
  type ProbeSelection,
  probesRule,
  selectedProbes,
} from "../probes/probe-options.js";
import { probeRounds } from "../probes/probe-rounds.js";
import { type ProbeResults, runProbes } from "../probes/run-probes.js";
import { type Calibration, calibration } from "./calibration.js";
import { type Disagreement, disagreements } from "./disagreements.js";
import { type ForeignRewards, foreignRewards } from "./foreign-rewards.js";
import { type HalfAgreements, halfAgreements } from "./half-agreement.js";
import { GOLD_RULES, type GoldOptions, type LabelledPairs, labelledPairs } from "./labelled-pairs.js";
import { type LengthBias, lengthBias } from "./length-bias.js";
import { type AgreementNumbers, measureAgreement } from "./measure-agreement.js";
import { askUnchanged, type Perturbation, perturbation } from "./perturbation.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "./rejudge.js";
import { renderTrust } from "./render-trust.js";
import { trustNotes } from "./trust-notes.js";
import { TRUST_THRESHOLD_RULES, type TrustThresholds, trustThresholds } from "./trust-thresholds.js";

/** The thresholds of {@link judgeTrust}, each with its default. */
export type TrustThresholdOptions = { readonly [Name in keyof TrustThresholds]?: TrustThresholds[Name] | undefined };

/** Options of {@link judgeTrust}. */
export interface JudgeTrustOptions extends GoldOptions, RejudgeOptions, TrustThresholdOptions {
  /** The judge, to be asked again: as the rows are, with filler, and by probes. Without it the rows alone are read. */
  readonly judge?: JudgeLike | undefined;
  /** The name it has on the rows, where that is not its own. */
  readonly judgeName?: string | undefined;
  /** Which probes are run with `judge`: none unless given; true is the seven classic ones. */
  readonly probes?: ProbeSelection | undefined;
  /** What the keyword probe repeats words of; each row's system message unless given. */
  readonly rubric?: string | undefined;
  /** Rows that are asked about again; 40 unless given. */
  readonly sample?: number | undefined;
  /** Where these reach a bar, ask about up to four times as many to settle it; true unless given. */
  readonly confirm?: boolean | undefined;
  readonly seed?: number | string | undefined;
}

/** The verdict on a judge. */
export type TrustStatus = "PASS" | "FAIL" | "NOT MEASURED" | "INCONCLUSIVE";

/** Labelled rows that could not be used. */
export interface SkippedLabels {
  readonly nGold: number;
  readonly nUsed: number;
  readonly fractional: number;
  readonly unscored: number;
  /** Share of the labelled rows whose reward lies between 0 and 1. */
  readonly share: number;
  readonly maxShare: number;
  readonly overFloor: boolean;
  readonly examples: readonly number[];
}

/** What {@link judgeTrust} reports. */
export interface JudgeTrustFields {
  /** True for PASS alone. */
  readonly ok: boolean;
  readonly status: TrustStatus;
  /** A pass on fewer labels than `minGold`. */
  readonly provisional: boolean;
  /** Codes of the notes that keep the judge from passing. */
  readonly flags: readonly string[];
  readonly nRows: number;
  readonly nLabeled: number;
  readonly goldKind: string | null;
  /** The labels are all of one class. */
  readonly goldDegenerate: boolean;
  readonly skipped: SkippedLabels;
  readonly agreement: AgreementNumbers;
  readonly halves: HalfAgreements;
  readonly length: LengthBias;
  /** Null where rows carry no probabilities. */
  readonly calibration: Calibration | null;
  readonly disagreements: readonly Disagreement[];
  /** The four below are null or 0 without `judge`. */
  readonly foreign: ForeignRewards | null;
  readonly perturbation: Perturbation | null;
  readonly probes: ProbeResults | null;
  readonly nProbed: number;
  readonly minGold: number;
}

/** What is measured, before the verdict on it. */
export type MeasuredTrust = Omit<JudgeTrustFields, "ok" | "status" | "flags" | "provisional">;

/** The report of {@link judgeTrust}. */
export type JudgeTrustReport = ReportOf<"judge_trust", JudgeTrustFields>;

/**
 * Whether a judge can be relied on, measured on rows that it graded and that people (or programs) labelled.
 *
 * PASS: the lower end of the 95% interval of agreement, kappa and the leak are within their bars, longer replies are not
 * favoured, and where `judge` is given it agrees with itself, is not moved by filler and is exploitable by none of the
 * `probes`. FAIL: something is flagged; `flags` says what. NOT MEASURED: no labels, labels nobody vouches for, or labels
 * of one class. INCONCLUSIVE: too many labelled rows have a reward between 0 and 1. A pass on fewer than 50 labels is
 * provisional. Few labels and task halves that differ are warnings and flag nothing.
 *
 * The labelled rows must not be those the rubric was tuned on: name these with `tunedOn`. The sample that is asked about
 * again is half failing rows where there are enough. Nothing is cached. Throws as `judgeProbes` does.
 *
 * @example
 * const report = await judgeTrust(graded.rows, { judge: Judge({ rubric: RUBRIC }), probes: "all", rubric: RUBRIC });
 * console.log(`${report}`); // PASS, agreement …
 */
export async function judgeTrust(rows: Iterable<Row>, options: JudgeTrustOptions = {}): Promise<JudgeTrustReport> {
  checkOptions("judgeTrust", options, TRUST_RULES);
  const bars = trustThresholds(options);
  const found = labelledPairs("judgeTrust", rows, options);
  return trustReport(found, bars, options.judge === undefined ? NOT_ASKED : await askAgain(found, bars, options));
}

/** What is known without asking the judge anything. */
export function trustFromRows(rows: Iterable<Row>, options: GoldOptions & TrustThresholdOptions): JudgeTrustReport {
  return trustReport(labelledPairs("judgeTrust", rows, options), trustThresholds(options), NOT_ASKED);
}

const TRUST_RULES = {
  ...GOLD_RULES,
  ...REJUDGE_RULES,
  ...TRUST_THRESHOLD_RULES,
  judge: optionRule.any,
  judgeName: optionRule.notBlank,
  probes: probesRule,
  rubric: optionRule.text,
  sample: optionRule.integer(1),
  confirm: optionRule.flag,
  seed: optionRule.seed,
};

type AskedAgain = Pick<JudgeTrustFields, "foreign" | "perturbation" | "probes" | "nProbed">;

const NOT_ASKED: AskedAgain = { foreign: null, perturbation: null, probes: null, nProbed: 0 };

async function askAgain(found: LabelledPairs, bars: TrustThresholds, options: JudgeTrustOptions): Promise<AskedAgain> {
  const ready = rejudger(options.judge, options);
  const names = selectedProbes(options.probes ?? false);
  const rounds = probeRounds(probeableRows(found.rows), (row) => row.reward === 0, {
    size: options.sample ?? DEFAULT_PROBE_SAMPLE,
    seed: options.seed ?? 0,
    confirm: options.confirm ?? true,
  });
  const hidden = hiddenFields(options);
  const again = await askUnchanged(rounds, ready, hidden, bars.maxFlips);
  // The filler probe is what the perturbation check reads, whether it was asked for by name or not.
  const results = await runProbes(rounds, ready, {
    names: names.includes("filler") ? names : ["filler", ...names],
    rubric: options.rubric,
    hidden,
    thresholds: { flag: bars.maxExploitRate, minN: bars.probeMinN, alpha: bars.alpha, power: DEFAULT_PROBE_POWER },
  });
  const { filler, ...others } = results;
  return {
    foreign: foreignRewards(
      found.pairs.map(({ row }) => row),
      ready.judge,
      options.judgeName ?? ready.judge.name,
    ),
    perturbation: perturbation(again, filler as ProbeResult, bars),
    probes: names.length === 0 ? null : names.includes("filler") ? results : others,
    nProbed: rounds.first.length,
  };
}

/** A label in a field of the caller's naming must not be seen by the judge either. */
const hiddenFields = ({ gold }: GoldOptions): string[] => (typeof gold === "string" ? [gold] : []);

function trustReport(found: LabelledPairs, bars: TrustThresholds, asked: AskedAgain): JudgeTrustReport {
  const { pairs, nGold, fractional, unscored, examples } = found;
  const agreement = measureAgreement(pairs);
  const skippedShare = nGold === 0 ? 0 : fractional / nGold;
  const measured: MeasuredTrust = {
    nRows: found.rows.length,
    nLabeled: pairs.length,
    goldKind: found.goldKind,
    goldDegenerate: agreement.oneClass,
    skipped: {
      nGold,
      nUsed: pairs.length,
      fractional,
      unscored,
      share: skippedShare,
      maxShare: bars.maxSkippedShare,
      overFloor: skippedShare > bars.maxSkippedShare,
      examples,
    },
    agreement,
    halves: halfAgreements(pairs),
    length: lengthBias(pairs, { maxGap: bars.maxLengthGap, alpha: bars.alpha }),
    calibration: calibration(pairs),
    disagreements: disagreements(pairs),
    ...asked,
    minGold: bars.minGold,
  };
  const notes = trustNotes(measured, found, bars);
  const flags = notes.filter(({ severity }) => severity === "error").map(({ code }) => code);
  const status = statusOf(measured, found, flags);
  const fields: JudgeTrustFields = {
    ok: status === "PASS",
    status,
    provisional: status === "PASS" && pairs.length < bars.minGold,
    flags,
    ...measured,
  };
  return createReport("judge_trust", fields, notes, renderTrust);
}

function statusOf(
  { skipped, goldDegenerate }: Pick<JudgeTrustFields, "skipped" | "goldDegenerate">,
  { isTrusted }: LabelledPairs,
  flags: readonly string[],
): TrustStatus {
  if (skipped.overFloor) return "INCONCLUSIVE";
  if (!isTrusted || goldDegenerate) return "NOT MEASURED";
  return flags.length === 0 ? "PASS" : "FAIL";
}
