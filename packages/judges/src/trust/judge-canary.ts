import {
  checkOptions,
  countText,
  createReport,
  type Judgment,
  mcnemar,
  type Note,
  optionRule,
  type ReportOf,
  type Row,
  renderNotes,
} from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { shareText } from "./agreement-text.js";
import {
  CANARY_SCHEMA,
  type CanaryBaseline,
  type CanaryRun,
  type CanaryVerdict,
  checkedBaseline,
  judgeIdentity,
  type PinnedRow,
  pinnedRows,
} from "./canary-baseline.js";
import { exactLabel } from "./exact-label.js";
import { GOLD_RULES, type GoldOptions, goldRows, labelFields } from "./gold-rows.js";
import { grouped } from "./grouped.js";
import { leftOutNotes } from "./judge-agreement.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "./rejudge.js";
import { share } from "./share.js";
import { DEFAULT_TRUST_THRESHOLDS } from "./trust-thresholds.js";

/** Options of {@link judgeCanary}. */
export interface JudgeCanaryOptions extends GoldOptions, RejudgeOptions {
  /** The pinned rows with their labels; always the same ones. */
  readonly labelled: Iterable<Row>;
  readonly judge: JudgeLike;
  /** What an earlier call gave as `baseline`; without one this call makes it. */
  readonly baseline?: CanaryBaseline | null | undefined;
  /** Share of verdicts that may differ from the baseline's; 0.10 unless given. */
  readonly maxChanged?: number | undefined;
  /** Share of rows that may be without a verdict; 0.10 unless given. */
  readonly maxUnjudged?: number | undefined;
  /** Level of the tests; 0.05 unless given. */
  readonly alpha?: number | undefined;
}

/** What came of a canary. */
export type CanaryOutcome = "baseline_made" | "steady" | "alarm" | "not_comparable" | "not_measured";

/** How one version of the judge did over all runs kept in the baseline. */
interface CanaryVersion {
  readonly version: string | null;
  readonly model: string | null;
  readonly runs: number;
  /** Mean share of verdicts that were the baseline's. */
  readonly same: number | null;
  readonly agreement: number | null;
}

/** What {@link judgeCanary} reports. */
interface JudgeCanaryFields {
  readonly outcome: CanaryOutcome;
  /** Codes of what set off the alarm. */
  readonly reasons: readonly string[];
  readonly judge: CanaryBaseline["judge"];
  /** The judge says itself that it is another one than in the baseline. */
  readonly versionChanged: boolean;
  /** Rows with a verdict now and in the baseline. */
  readonly n: number;
  readonly unjudged: number;
  /** Share of these rows with the same verdict. */
  readonly same: number | null;
  readonly changedToPass: readonly string[];
  readonly changedToFail: readonly string[];
  /** McNemar's exact p: do the changes lean one way? */
  readonly shiftP: number | null;
  readonly agreement: number | null;
  readonly baselineAgreement: number | null;
  /** Verdicts that agreed with the label then and do not now. */
  readonly lost: number;
  /** Verdicts that agree with the label now and did not then. */
  readonly won: number;
  /** McNemar's exact p of the lost against the won; 1 where no more were lost. */
  readonly agreementP: number | null;
  readonly byVersion: readonly CanaryVersion[];
  /** What to keep for the next call: the given baseline with this run, or the one just made. */
  readonly baseline: CanaryBaseline;
  /** A baseline of the verdicts of now, to keep instead where the change is meant. */
  readonly fresh: CanaryBaseline;
}

/** The report of {@link judgeCanary}. */
export type JudgeCanaryReport = ReportOf<"judge_canary", JudgeCanaryFields>;

const DEFAULT_MAX_CHANGED = 0.1;
const DEFAULT_MAX_UNJUDGED = 0.1;

/**
 * Scores pinned labelled rows again and compares with how the same judge scored them before: run it on a schedule, and it
 * says when a vendor changed a model under its old name. The first call, without `baseline`, makes one.
 *
 * Alarm when more than `maxChanged` of the verdicts moved, when the moves lean one way (McNemar), when agreement with the
 * labels fell (McNemar), or when too many rows have no verdict. Rows other than the baseline's are "not_comparable".
 * A judge that says it is another version is compared all the same, and the report says so. Throws an OptionError for a
 * baseline that is none, otherwise as `judgeProbes`.
 *
 * @example
 * const { outcome, reasons, baseline } = await judgeCanary({ labelled, judge, baseline: JSON.parse(kept) });
 * if (outcome === "alarm") console.error(reasons);
 */
export async function judgeCanary(options: JudgeCanaryOptions): Promise<JudgeCanaryReport> {
  checkOptions("judgeCanary", options, {
    ...GOLD_RULES,
    ...REJUDGE_RULES,
    labelled: optionRule.any,
    judge: optionRule.any,
    baseline: optionRule.any,
    maxChanged: optionRule.number(0, 1),
    maxUnjudged: optionRule.number(0, 1),
    alpha: optionRule.number(0, 1),
  });
  const {
    maxChanged = DEFAULT_MAX_CHANGED,
    maxUnjudged = DEFAULT_MAX_UNJUDGED,
    alpha = DEFAULT_TRUST_THRESHOLDS.alpha,
  } = options;
  const given = options.baseline === undefined || options.baseline === null ? null : checkedBaseline(options.baseline);
  const found = goldRows("judgeCanary", options.labelled, options);
  const pinned = pinnedRows(found.labelled, labelFields(options));
  const { judge, judgeAll } = rejudger(options.judge, options);
  const judgments = await judgeAll(pinned.rows.map(({ shown }) => shown));
  const identity = judgeIdentity(judge);
  const verdicts = verdictsOf(pinned.rows, judgments);
  const fresh: CanaryBaseline = {
    schema: CANARY_SCHEMA,
    judge: identity,
    labelled: pinned.hash,
    verdicts,
    runs: [],
  };
  const made = { ...fresh, runs: [runOf(identity, verdicts, fresh)] };
  const isComparable = given !== null && given.labelled === fresh.labelled;
  const before = given ?? fresh;
  const compared = compareVerdicts(isComparable || given === null ? before.verdicts : [], verdicts);
  const run = runOf(identity, verdicts, before);
  const unjudged = verdicts.filter(({ verdict }) => verdict === null).length;
  const reasons = isComparable
    ? alarmReasons(compared, unjudged, verdicts.length, { maxChanged, maxUnjudged, alpha })
    : [];
  const baseline = given === null ? made : isComparable ? { ...given, runs: [...given.runs, run] } : given;
  const decided = verdicts.length - unjudged;
  const fields: JudgeCanaryFields = {
    outcome: outcomeOf(decided, given !== null, isComparable, reasons),
    reasons,
    judge: identity,
    versionChanged:
      given !== null && (given.judge.version !== identity.version || given.judge.model !== identity.model),
    ...compared,
    unjudged,
    agreement: run.agreement,
    byVersion: byVersion(baseline.runs),
    baseline,
    fresh: made,
  };
  return createReport("judge_canary", fields, [...canaryNotes(fields), ...leftOutNotes(found)], render);
}

const verdictsOf = (rows: readonly PinnedRow[], judgments: readonly Judgment[]): CanaryVerdict[] =>
  rows.map(({ key, gold }, index) => ({ key, gold, verdict: exactLabel(judgments[index]?.reward) }));

type Compared = Pick<
  JudgeCanaryFields,
  "n" | "same" | "changedToPass" | "changedToFail" | "shiftP" | "baselineAgreement" | "lost" | "won" | "agreementP"
>;

function compareVerdicts(before: readonly CanaryVerdict[], now: readonly CanaryVerdict[]): Compared {
  const known = new Map(before.map((entry) => [entry.key, entry.verdict]));
  const both = now.flatMap(({ key, gold, verdict }) => {
    const was = known.get(key) ?? null;
    return was === null || verdict === null ? [] : [{ key, gold, was, is: verdict }];
  });
  const changedToPass = both.filter(({ was, is }) => was < is).map(({ key }) => key);
  const changedToFail = both.filter(({ was, is }) => was > is).map(({ key }) => key);
  const lost = both.filter(({ was, is, gold }) => was === gold && is !== gold).length;
  const won = both.filter(({ was, is, gold }) => was !== gold && is === gold).length;
  const n = both.length;
  return {
    n,
    same: share(n - changedToPass.length - changedToFail.length, n),
    changedToPass,
    changedToFail,
    shiftP: n === 0 ? null : mcnemar(changedToPass.length, changedToFail.length).p,
    baselineAgreement: share(both.filter(({ was, gold }) => was === gold).length, n),
    lost,
    won,
    agreementP: n === 0 ? null : lost <= won ? 1 : mcnemar(lost, won).p,
  };
}

function runOf(
  { version, model }: CanaryBaseline["judge"],
  now: readonly CanaryVerdict[],
  before: CanaryBaseline,
): CanaryRun {
  const { n, same } = compareVerdicts(before.verdicts, now);
  const decided = now.filter(({ verdict }) => verdict !== null);
  return {
    version,
    model,
    n,
    same,
    agreement: share(decided.filter(({ verdict, gold }) => verdict === gold).length, decided.length),
  };
}

function alarmReasons(
  { n, changedToPass, changedToFail, shiftP, agreementP }: Compared,
  unjudged: number,
  all: number,
  bars: { readonly maxChanged: number; readonly maxUnjudged: number; readonly alpha: number },
): string[] {
  const reasons: string[] = [];
  const changed = share(changedToPass.length + changedToFail.length, n);
  if (changed !== null && changed > bars.maxChanged) reasons.push("verdicts_moved");
  if (shiftP !== null && shiftP < bars.alpha) reasons.push("one_way_shift");
  if (agreementP !== null && agreementP < bars.alpha) reasons.push("agreement_fell");
  if (all > 0 && (unjudged / all > bars.maxUnjudged || n === 0)) reasons.push("unjudged");
  return reasons;
}

function outcomeOf(
  decided: number,
  hasBaseline: boolean,
  isComparable: boolean,
  reasons: readonly string[],
): CanaryOutcome {
  if (hasBaseline && !isComparable) return "not_comparable";
  if (reasons.length > 0) return "alarm";
  if (decided === 0) return "not_measured";
  return hasBaseline ? "steady" : "baseline_made";
}

function byVersion(runs: readonly CanaryRun[]): CanaryVersion[] {
  const groups = grouped(runs, ({ version, model }) => JSON.stringify([version, model]));
  return [...groups.values()].map((group) => {
    const meanOf = (values: readonly (number | null)[]): number | null => {
      const known = values.filter((value) => value !== null);
      return share(
        known.reduce((sum, value) => sum + value, 0),
        known.length,
      );
    };
    const { version, model } = group[0] as CanaryRun;
    return {
      version,
      model,
      runs: group.length,
      same: meanOf(group.map(({ same }) => same)),
      agreement: meanOf(group.map(({ agreement }) => agreement)),
    };
  });
}

function canaryNotes(fields: JudgeCanaryFields): Note[] {
  const { outcome, reasons, versionChanged, judge, unjudged, n, changedToPass, changedToFail } = fields;
  const notes: Note[] = [];
  if (outcome === "not_measured")
    notes.push({
      code: "not_measured",
      severity: "error",
      message:
        fields.fresh.verdicts.length === 0
          ? "No pinned row has a label of 0 or 1."
          : "The judge gave no verdict of 0 or 1.",
      fix: "Pin labelled rows (attachLabels) and try the judge with grade().",
    });
  if (outcome === "not_comparable")
    notes.push({
      code: "not_comparable",
      severity: "error",
      message: "These are not the rows of the baseline: a row or a label changed.",
      fix: "Use the pinned rows, or keep report.fresh as the new baseline.",
    });
  if (versionChanged)
    notes.push({
      code: "version_changed",
      severity: "info",
      message: `The judge is now ${judge.version ?? judge.model ?? judge.name}; the baseline is of another version.`,
      fix: "Where the change is meant, keep report.fresh as the new baseline.",
    });
  const moved = changedToPass.length + changedToFail.length;
  const texts: Readonly<Record<string, string>> = {
    verdicts_moved: `${moved} of ${n} verdicts are not what they were (${shareText(share(moved, n))}).`,
    one_way_shift: `The verdicts moved one way: ${changedToPass.length} to pass, ${changedToFail.length} to fail.`,
    agreement_fell: `Agreement with the labels fell: ${countText(fields.lost, "verdict")} turned wrong, ${fields.won} turned right.`,
    unjudged:
      n > 0 || unjudged > 0
        ? `${countText(unjudged, "pinned row")} got no verdict.`
        : "No pinned row has a verdict both now and in the baseline.",
  };
  for (const code of reasons)
    notes.push({
      code,
      severity: "error",
      message: texts[code] as string,
      fix: versionChanged
        ? "The judge itself was changed; check it with judgeTrust before it grades."
        : "The judge says it is the same: what serves it changed. Stop grading and check it with judgeTrust.",
    });
  if (outcome === "steady" && moved > 0)
    notes.push({
      code: "some_moved",
      severity: "info",
      message: `${countText(moved, "verdict")} ${moved === 1 ? "differs" : "differ"} from the baseline, within the bar.`,
    });
  return notes;
}

function render(report: JudgeCanaryReport): string {
  const { outcome, judge, n, same, agreement, baselineAgreement, byVersion: versions } = report;
  const against = outcome === "baseline_made" ? "" : `, ${shareText(same)} of ${n} verdicts as before`;
  const was = outcome === "baseline_made" || baselineAgreement === null ? "" : ` (was ${shareText(baselineAgreement)})`;
  return [
    `canary ${outcome.replace("_", " ")}: ${judge.name}${against}, agreement with labels ${shareText(agreement)}${was}`,
    ...(versions.length > 1
      ? versions.map(
          (each) =>
            `  ${each.version ?? each.model ?? "no version"}: ${countText(each.runs, "run")}, ${shareText(each.same)} as the baseline, agreement ${shareText(each.agreement)}`,
        )
      : []),
    ...renderNotes(report.notes),
  ].join("\n");
}
