import {
  checkOptions,
  createReport,
  type Interval,
  type Judgment,
  optionRule,
  type ReportOf,
  type Row,
  wilsonInterval,
} from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { whyUnjudged } from "../judge/why-unjudged.js";
import { type Disagreement, disagreements } from "../trust/disagreements.js";
import { type AgreementNumbers, measureAgreement } from "../trust/measure-agreement.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "../trust/rejudge.js";
import { share } from "../trust/share.js";
import { DEFAULT_TRUST_THRESHOLDS } from "../trust/trust-thresholds.js";
import type { Constitution } from "./constitution.js";
import { specCheckNotes, specCheckText } from "./spec-check-text.js";

/** The floors of a check: as for the trust of a judge, but on the point estimates, as authors give few labels. */
const { minAgreement: DEFAULT_MIN_AGREEMENT, minKappa: DEFAULT_MIN_KAPPA } = DEFAULT_TRUST_THRESHOLDS;
/** Share of labels without a readable verdict above which a judge fails. */
const MAX_UNREAD_SHARE = 0.1;

/** Options of {@link checkJudgeOnSpec}. */
export interface CheckJudgeOptions extends RejudgeOptions {
  /** Least share of labels that the judge must agree with; 0.8 unless given. */
  readonly minAgreement?: number | undefined;
  /** Least Cohen's kappa; 0.6 unless given. */
  readonly minKappa?: number | undefined;
}

/** How a judge did on the labels of one trait. */
export interface TraitCheck {
  readonly id: string;
  /** Labels with a verdict, and labels without one. */
  readonly n: number;
  readonly unread: number;
  readonly agreed: number;
  readonly agreement: number | null;
  readonly interval: Interval | null;
  /** Replies labelled bad that the judge passed. */
  readonly badPassed: number;
  /** Replies labelled good that it failed. */
  readonly goodFailed: number;
}

/** What {@link checkJudgeOnSpec} reports. */
export interface SpecCheckFields {
  readonly status: "passed" | "failed" | "not measured";
  /** True for passed alone. */
  readonly ok: boolean;
  /** Passed on labels too few to show it: the lower end of the interval lies below the floor. */
  readonly provisional: boolean;
  readonly specId: string;
  readonly specVersion: string;
  readonly judge: string;
  readonly nLabels: number;
  /** Labels on which the judge gave no verdict of 0 or 1. */
  readonly nUnread: number;
  /** Why the first of them has none; null where all have one. */
  readonly firstUnread: string | null;
  readonly agreement: AgreementNumbers;
  readonly traits: readonly TraitCheck[];
  readonly disagreements: readonly Disagreement[];
  readonly minAgreement: number;
  readonly minKappa: number;
}

/** The report of {@link checkJudgeOnSpec}. */
export type SpecCheck = ReportOf<"spec_check", SpecCheckFields>;

/**
 * Whether a judge agrees with the labels that a constitution carries: every labelled reply is judged, and compared with
 * what the authors said, overall and by trait. Passed: agreement and Cohen's kappa reach their floors. Not measured: no
 * labels, or labels of one kind only.
 *
 * Labels the rubric was tuned on flatter a judge: keep some aside. Throws as `grade` does before its first row.
 *
 * @example
 * const spec = await loadSpec({ traits: [{ id: "kind", principle: "Be kind.", examples: [{ prompt: "Hi", good: ["Hello!"], bad: ["What."] }] }] });
 * const check = await checkJudgeOnSpec(spec, (row) => row.final_text === "Hello!");
 * check.ok; // true
 */
export async function checkJudgeOnSpec(
  spec: Constitution,
  judge: JudgeLike,
  options: CheckJudgeOptions = {},
): Promise<SpecCheck> {
  checkOptions("checkJudgeOnSpec", options, {
    ...REJUDGE_RULES,
    minAgreement: optionRule.number(0, 1),
    minKappa: optionRule.number(-1, 1),
  });
  const { minAgreement = DEFAULT_MIN_AGREEMENT, minKappa = DEFAULT_MIN_KAPPA } = options;
  const ready = rejudger(judge, options);
  const rows = spec.labelledRows();
  const judgments = await ready.judgeAll(rows);
  const unread: { readonly row: Row; readonly why: string }[] = [];
  const pairs = rows.flatMap((row, at) => {
    const judgment = judgments[at] as Judgment;
    const { reward, reason } = judgment;
    if (reward === 0 || reward === 1)
      return [{ row: { ...row, reward, reason }, gold: row.gold_reward as 0 | 1, judge: reward as 0 | 1 }];
    const why = reward === null ? whyUnjudged(judgment) : `the reward ${reward} is neither 0 nor 1`;
    unread.push({ row, why });
    return [];
  });
  const agreement = measureAgreement(pairs);
  const nUnread = unread.length;
  const status = statusOf(agreement, nUnread, rows.length, { minAgreement, minKappa });
  const fields: SpecCheckFields = {
    status,
    ok: status === "passed",
    provisional: status === "passed" && (agreement.ci95?.low ?? 0) < minAgreement,
    specId: spec.id,
    specVersion: spec.version,
    judge: ready.judge.name,
    nLabels: rows.length,
    nUnread,
    firstUnread: unread[0]?.why ?? null,
    agreement,
    traits: spec.traits.map(({ id }) => {
      const isAbout = ({ row }: { readonly row: Row }): boolean => row.scenario_dimensions?.trait === id;
      return traitCheck(id, pairs.filter(isAbout), unread.filter(isAbout).length);
    }),
    disagreements: disagreements(pairs),
    minAgreement,
    minKappa,
  };
  return createReport("spec_check", fields, specCheckNotes(fields), specCheckText);
}

function statusOf(
  { n, agreement, kappa, oneClass }: AgreementNumbers,
  nUnread: number,
  nLabels: number,
  floors: { readonly minAgreement: number; readonly minKappa: number },
): SpecCheckFields["status"] {
  if (nLabels > 0 && nUnread > MAX_UNREAD_SHARE * nLabels) return "failed";
  if (n === 0 || oneClass) return "not measured";
  return (agreement ?? 0) >= floors.minAgreement && (kappa ?? -1) >= floors.minKappa ? "passed" : "failed";
}

function traitCheck(
  id: string,
  pairs: readonly { readonly gold: 0 | 1; readonly judge: 0 | 1 }[],
  unread: number,
): TraitCheck {
  const agreed = pairs.filter(({ gold, judge }) => gold === judge).length;
  return {
    id,
    n: pairs.length,
    unread,
    agreed,
    agreement: share(agreed, pairs.length),
    interval: wilsonInterval(agreed, pairs.length),
    badPassed: pairs.filter(({ gold, judge }) => gold === 0 && judge === 1).length,
    goodFailed: pairs.filter(({ gold, judge }) => gold === 1 && judge === 0).length,
  };
}
