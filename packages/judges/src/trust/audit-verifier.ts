import {
  checkOptions,
  contentText,
  countText,
  createReport,
  type Interval,
  isBackend,
  type Judgment,
  type Note,
  optionRule,
  percentText,
  type ReportOf,
  type Row,
  renderNotes,
  wilsonInterval,
} from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { Judge } from "../judge/judge.js";
import { candidateText } from "../verify/candidate-text.js";
import { findGold } from "../verify/find-gold.js";
import { bandText } from "./agreement-text.js";
import { decidedRows, undecidedNotes } from "./decided-rows.js";
import { tallied } from "./grouped.js";
import { reasonPattern } from "./reason-pattern.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "./rejudge.js";
import { seededOrder } from "./seeded-order.js";

/** What a model is asked about a reply that a rule failed (or passed). */
export const SAME_RESULT_RUBRIC =
  "Compare the agent's final reply with `judge_only.reference`. Score 1 when the reply arrives at the same result, however it is worded, laid out or rounded for display; score 0 when the result differs, is missing, or is one of several that the reply leaves open. Do not solve the task yourself and do not judge the way to the result.";

/** Options of {@link auditVerifier}. */
export interface AuditVerifierOptions extends RejudgeOptions {
  /** Where the right answer stands; found as verifiers find it unless given. */
  readonly field?: string | undefined;
  /** Most failed rows (and most passed ones) that are looked at; 40 unless given. */
  readonly sample?: number | undefined;
  /** Look at passed rows too; false unless given. */
  readonly passes?: boolean | undefined;
  readonly seed?: number | string | undefined;
}

/** One side of the audit. */
interface VerifierAuditSide {
  /** Rows the verifier decided this way. */
  readonly total: number;
  /** Rows that the judge answered about. */
  readonly audited: number;
  /** Rows that the judge would have decided the other way. */
  readonly wrong: number;
  readonly rate: number | null;
  readonly ci95: Interval | null;
  /** rate × total: how many such rows there may be in all. */
  readonly estimatedWrong: number | null;
  /** Rows without a right answer to compare with. */
  readonly noReference: number;
  readonly unreachable: number;
  /** The verifier's reasons on the wrong rows with their counts, numbers as "#". */
  readonly reasons: readonly (readonly [reason: string, count: number])[];
}

/** What {@link auditVerifier} reports. */
interface AuditVerifierFields {
  readonly judge: string;
  /** Failed rows: is the rule failing right answers? */
  readonly fails: VerifierAuditSide;
  /** Passed rows, where they were asked for: is it passing wrong ones? */
  readonly passes: VerifierAuditSide | null;
  /** Entries without a reward of 0 or 1, which the verifier did not decide. */
  readonly nSkipped: number;
}

/** The report of {@link auditVerifier}. */
export type AuditVerifierReport = ReportOf<"audit_verifier", AuditVerifierFields>;

/** Rows looked at on each side; convention. */
const DEFAULT_AUDIT_SAMPLE = 40;
/** Rate of wrong verdicts from which the report warns; convention. */
const WARN_RATE = 0.1;
/** Rows below which the rate is called a rough one; convention. */
const FEW_ROWS = 20;
/** Verdict from which the judge says "same result". */
const SAME_FROM = 0.5;

/**
 * Whether a rule-based verifier fails right answers (and, with `passes`, passes wrong ones): a judge sees reply and
 * reference of rows that the rule decided and says whether the result is the same, formatting aside. A model, backend or
 * spec string is asked by {@link SAME_RESULT_RUBRIC}; any other judge gets rows of prompt, `final_text` and
 * `privileged.reference`. Rewards are not changed. Throws as `judgeProbes` does.
 *
 * @example
 * const report = await auditVerifier(graded.rows, "openai:gpt-4.1-mini");
 * report.fails.rate; // share of failed rows that look right
 */
export async function auditVerifier(
  rows: Iterable<Row>,
  judge: JudgeLike,
  options: AuditVerifierOptions = {},
): Promise<AuditVerifierReport> {
  checkOptions("auditVerifier", options, {
    ...REJUDGE_RULES,
    field: optionRule.notBlank,
    sample: optionRule.integer(1),
    passes: optionRule.flag,
    seed: optionRule.seed,
  });
  const found = decidedRows("auditVerifier", rows);
  const isModel = typeof judge === "string" || isBackend(judge);
  const ready = rejudger(
    isModel ? Judge({ rubric: SAME_RESULT_RUBRIC, model: judge, usePrivileged: true, name: "same_result" }) : judge,
    options,
  );
  const side = async (reward: 0 | 1): Promise<VerifierAuditSide> => {
    const decided = found.decided.filter((row) => row.reward === reward);
    const shown = decided.filter((row) => findGold(row, options.field) !== undefined);
    const chosen = seededOrder(shown, options.seed ?? 0, "audit-verifier").slice(
      0,
      options.sample ?? DEFAULT_AUDIT_SAMPLE,
    );
    const judgments = await ready.judgeAll(chosen.map((row) => comparison(row, options.field)));
    return auditSide(reward, decided.length, decided.length - shown.length, chosen, judgments);
  };
  const fields: AuditVerifierFields = {
    judge: ready.judge.name,
    fails: await side(0),
    passes: options.passes === true ? await side(1) : null,
    nSkipped: found.nSkipped,
  };
  return createReport("audit_verifier", fields, [...auditNotes(fields), ...undecidedNotes(found)], render);
}

/** What the judge sees of a row: what was asked, what was answered, what is right; no verdict. */
function comparison(row: Row, field: string | undefined): Row {
  const reference = findGold(row, field)?.value;
  return {
    prompt: contentText(row.prompt as unknown),
    final_text: candidateText(row),
    privileged: { reference: typeof reference === "string" ? reference : JSON.stringify(reference) },
  };
}

function auditSide(
  reward: 0 | 1,
  total: number,
  noReference: number,
  rows: readonly Row[],
  judgments: readonly Judgment[],
): VerifierAuditSide {
  const answered = rows.flatMap((row, index) => {
    const verdict = judgments[index]?.reward ?? null;
    return verdict === null ? [] : [{ row, isSame: verdict >= SAME_FROM }];
  });
  const wrong = answered.filter(({ isSame }) => isSame !== (reward === 1));
  const rate = answered.length === 0 ? null : wrong.length / answered.length;
  return {
    total,
    audited: answered.length,
    wrong: wrong.length,
    rate,
    ci95: wilsonInterval(wrong.length, answered.length),
    estimatedWrong: rate === null ? null : rate * total,
    noReference,
    unreachable: rows.length - answered.length,
    reasons: tallied(wrong, ({ row }) => reasonPattern(row.reason)),
  };
}

function auditNotes({ fails, passes }: AuditVerifierFields): Note[] {
  const sides = [
    ["fails", "right", fails] as const,
    ...(passes === null ? [] : [["passes", "wrong", passes] as const]),
  ];
  return sides.flatMap(([verb, kind, side]): Note[] => {
    const notes: Note[] = [];
    if (side.rate !== null && side.rate > WARN_RATE)
      notes.push({
        code: `${verb}_${kind}_answers`,
        severity: "warning",
        message: `The verifier ${verb} ${kind} answers: ${side.wrong} of ${side.audited} that were looked at.`,
        fix:
          kind === "right"
            ? "Loosen the rule for these spellings, or put a better verifier beside it."
            : "Tighten the rule.",
      });
    if (side.audited > 0 && side.audited < FEW_ROWS)
      notes.push({
        code: "few_audited",
        severity: "info",
        message: `Only ${countText(side.audited, "row")} that it ${verb} ${side.audited === 1 ? "was" : "were"} looked at; the rate is rough.`,
      });
    if (side.noReference > 0)
      notes.push({
        code: "no_reference",
        severity: "warning",
        message: `${side.noReference} of ${countText(side.total, "row")} that it ${verb} ${side.noReference === 1 ? "has" : "have"} no right answer to compare with.`,
      });
    if (side.unreachable > 0)
      notes.push({
        code: "unreachable",
        severity: "warning",
        message: `The judge gave no verdict on ${countText(side.unreachable, "row")}.`,
      });
    return notes;
  });
}

function render(report: AuditVerifierReport): string {
  const line = (what: string, side: VerifierAuditSide): string =>
    side.rate === null || side.ci95 === null
      ? `${what}: none looked at (of ${side.total})`
      : `${what}: ${percentText(side.rate)} look wrongly decided (95% ${bandText(side.ci95)}, ${side.wrong} of ${side.audited} looked at, of ${side.total})`;
  return [
    line("failed rows", report.fails),
    ...report.fails.reasons.map(([reason, count]) => `  ${count} x ${reason || "(no reason)"}`),
    ...(report.passes === null ? [] : [line("passed rows", report.passes)]),
    ...renderNotes(report.notes),
  ].join("\n");
}
