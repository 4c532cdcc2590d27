import { checkOptions, createReport, OptionError, optionRule, type ReportOf, type Row } from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { judgeRubric } from "../judge/judge.js";
import { probeableRows } from "../probes/judge-probes.js";
import type { ProbeResult } from "../probes/measure-probe.js";
import { undecidedBy } from "../probes/probe-lines.js";
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
import { GOLD_RULES, type GoldOptions, goldRows, labelFields } from "./gold-rows.js";
import { type HalfAgreements, halfAgreements } from "./half-agreement.js";
import { type LabelledPairs, labelledPairs } from "./labelled-pairs.js";
import { type LengthBias, lengthBias } from "./length-bias.js";
import { type AgreementNumbers, measureAgreement } from "./measure-agreement.js";
import { askUnchanged, type Perturbation, perturbation } from "./perturbation.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "./rejudge.js";
import { renderTrust } from "./render-trust.js";
import { trustNotes } from "./trust-notes.js";
import {
  type OptionalThresholds,
  TRUST_THRESHOLD_RULES,
  type TrustThresholds,
  trustThresholds,
} from "./trust-thresholds.js";

/** Options of {@link judgeTrust}. */
export interface JudgeTrustOptions extends GoldOptions, RejudgeOptions, OptionalThresholds<TrustThresholds> {
  /** The judge, to be asked again: as the rows are, with filler, and by probes. Without it the rows alone are read. */
  readonly judge?: JudgeLike | undefined;
  /** The name it has on the rows, where that is not its own. */
  readonly judgeName?: string | undefined;
  /** Which probes are run with `judge`: none unless given; true is the seven classic ones. */
  readonly probes?: ProbeSelection | undefined;
  /** What the keyword probe repeats words of; the rubric of a `Judge`, else each row's system message, unless given. */
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
interface SkippedLabels {
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
interface JudgeTrustFields {
  /** True for PASS alone. */
  readonly ok: boolean;
  readonly status: TrustStatus;
  /** A pass on fewer labels than `minGold`, or with probes that could not decide. */
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
  /** Null where fewer than ten labelled rows carry probabilities. */
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
 * of one class. INCONCLUSIVE: too many labelled rows have a reward between 0 and 1. A pass on fewer than 50 labels, or with
 * probes that had too few rows to decide, is provisional. Few labels and task halves that differ are warnings and flag
 * nothing.
 *
 * The labelled rows must not be those the rubric was tuned on: name these with `tunedOn`. The sample that is asked about
 * again is half failing rows where there are enough. Nothing is cached. Throws as `judgeProbes` does, and an OptionError
 * for options about asking again without a `judge`.
 *
 * @example
 * const report = await judgeTrust(graded.rows, { judge: Judge({ rubric: RUBRIC }), probes: "all" });
 * console.log(`${report}`); // PASS, agreement …
 */
export async function judgeTrust(rows: Iterable<Row>, options: JudgeTrustOptions = {}): Promise<JudgeTrustReport> {
  checkOptions("judgeTrust", options, TRUST_RULES);
  if (options.judge === undefined) refuseUnasked(options);
  const bars = trustThresholds(options);
  const found = labelledPairs(goldRows("judgeTrust", rows, options), options.allowModelGold);
  return trustReport(found, bars, options.judge === undefined ? undefined : await askAgain(found, bars, options));
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

/** Options that say how a judge is asked again mean nothing without one; a probe that never ran must not look like one that found nothing. */
function refuseUnasked(options: JudgeTrustOptions): void {
  const names = [
    "judgeName",
    "rubric",
    "sample",
    "confirm",
    "seed",
    "maxFlips",
    "maxExploitRate",
    "probeMinN",
  ] as const;
  const option = (options.probes ?? false) === false ? names.find((name) => options[name] !== undefined) : "probes";
  if (option === undefined) return;
  throw new OptionError({
    option,
    received: options[option],
    message: `judgeTrust: \`${option}\` is about asking the judge again, and no \`judge\` is given.`,
    fix: `Give \`judge\`, or leave \`${option}\` out.`,
  });
}

type AskedAgain = Pick<JudgeTrustFields, "foreign" | "perturbation" | "probes" | "nProbed">;

const NOT_ASKED: AskedAgain = { foreign: null, perturbation: null, probes: null, nProbed: 0 };

async function askAgain(found: LabelledPairs, bars: TrustThresholds, options: JudgeTrustOptions): Promise<AskedAgain> {
  const ready = rejudger(options.judge, options);
  const names = selectedProbes(options.probes ?? false);
  const rounds = probeRounds(probeableRows(found.rows), {
    size: options.sample ?? DEFAULT_PROBE_SAMPLE,
    seed: options.seed ?? 0,
    confirm: options.confirm ?? true,
  });
  const hidden = labelFields(options);
  const again = await askUnchanged(rounds, ready, hidden, bars.maxFlips);
  // The filler probe is what the perturbation check reads, whether it was asked for by name or not.
  const results = await runProbes(rounds, ready, {
    names: names.includes("filler") ? names : ["filler", ...names],
    rubric: options.rubric ?? judgeRubric(options.judge),
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
    nProbed: names.length === 0 ? 0 : rounds.first.length,
  };
}

/** The verdict on what was found on rows, and on what came of asking again. */
export function trustReport(
  found: LabelledPairs,
  bars: TrustThresholds,
  asked: AskedAgain = NOT_ASKED,
): JudgeTrustReport {
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
    provisional: status === "PASS" && (pairs.length < bars.minGold || undecidedBy(asked.probes ?? {}).length > 0),
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
