import {
  checkOptions,
  clipText,
  countText,
  createReport,
  isRecord,
  JudgeError,
  type JudgeObject,
  modelFamily,
  type Note,
  optionRule,
  percentText,
  type ReportOf,
  type Row,
  renderNotes,
} from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { blindRow } from "./blind-row.js";
import { type DecidedRows, decidedRows, undecidedNotes } from "./decided-rows.js";
import { type Disagreement, disagreements } from "./disagreements.js";
import { exactLabel } from "./exact-label.js";
import { grouped } from "./grouped.js";
import type { LabelledPair } from "./labelled-pairs.js";
import { reasonPattern } from "./reason-pattern.js";
import { REJUDGE_RULES, type RejudgeOptions, rejudger } from "./rejudge.js";
import { seededOrder } from "./seeded-order.js";

/** Options of {@link auditGrades}. */
export interface AuditGradesOptions extends RejudgeOptions {
  /** Most rows that are audited; all unless given. */
  readonly sample?: number | undefined;
  readonly seed?: number | string | undefined;
}

/** How the audit went for the rows that a judge gave one reason for. */
interface AuditedReason {
  /** The judge's reason, numbers as "#". */
  readonly reason: string;
  readonly audited: number;
  readonly disagreed: number;
  readonly disagreeRate: number;
  /** Tasks of some rows the auditor disagrees on. */
  readonly examples: readonly string[];
}

/** What {@link auditGrades} reports. */
interface AuditGradesFields {
  readonly auditor: string;
  readonly audited: number;
  /** Rows on which the auditor gave no verdict of 0 or 1. */
  readonly unreachable: number;
  /** Entries without a reward of 0 or 1, which cannot be audited. */
  readonly nSkipped: number;
  readonly agreed: number;
  readonly disagreed: number;
  /** The grader passed what the auditor fails. */
  readonly falsePass: number;
  /** The grader failed what the auditor passes. */
  readonly falseFail: number;
  /** `gold` is the grader's verdict here, `judge` the auditor's. */
  readonly disagreements: readonly Disagreement[];
  readonly byJudgeReason: readonly AuditedReason[];
  /** Reasons that the auditor rejects on at least two rows and half of the time. */
  readonly findings: readonly AuditedReason[];
}

/** The report of {@link auditGrades}. */
export type AuditGradesReport = ReportOf<"audit_grades", AuditGradesFields>;

const MAX_EXAMPLES = 3;
const FINDING_ROWS = 2;
const FINDING_RATE = 0.5;

/**
 * Has a second judge look at rows that a first one graded, and says where they differ. The auditor never sees the first
 * verdict: shown one, models tend to agree with it. No reward is changed. Neither side is the truth; read the rows.
 *
 * Throws a JudgeError when the auditor is the grader: the same model, or a judge of the same name. Otherwise as
 * `judgeProbes`.
 *
 * @example
 * const report = await auditGrades(graded.rows, "anthropic:claude-haiku-4-5", { sample: 100 });
 * report.findings; // reasons the auditor rejects more often than not
 */
export async function auditGrades(
  rows: Iterable<Row>,
  auditor: JudgeLike,
  options: AuditGradesOptions = {},
): Promise<AuditGradesReport> {
  checkOptions("auditGrades", options, {
    ...REJUDGE_RULES,
    sample: optionRule.integer(1),
    seed: optionRule.seed,
  });
  const found = decidedRows("auditGrades", rows);
  const graded = found.decided;
  const { judge, judgeAll } = rejudger(auditor, options);
  refuseSameJudge(graded, judge);
  const { sample = graded.length, seed = 0 } = options;
  const chosen = graded.length <= sample ? graded : seededOrder(graded, seed, "audit-grades").slice(0, sample);
  const judgments = await judgeAll(chosen.map((row) => blindRow(row)));
  const pairs = chosen.flatMap((row, index): LabelledPair[] => {
    const verdict = exactLabel(judgments[index]?.reward);
    return verdict === null ? [] : [{ row, gold: exactLabel(row.reward) as 0 | 1, judge: verdict }];
  });
  const byJudgeReason = byReason(pairs);
  const fields: AuditGradesFields = {
    auditor: judge.name,
    audited: pairs.length,
    unreachable: chosen.length - pairs.length,
    nSkipped: found.nSkipped,
    agreed: pairs.filter(({ gold, judge: own }) => gold === own).length,
    disagreed: pairs.filter(({ gold, judge: own }) => gold !== own).length,
    falsePass: pairs.filter(({ gold, judge: own }) => gold > own).length,
    falseFail: pairs.filter(({ gold, judge: own }) => gold < own).length,
    disagreements: disagreements(pairs),
    byJudgeReason,
    findings: byJudgeReason.filter(
      ({ disagreed, disagreeRate }) => disagreed >= FINDING_ROWS && disagreeRate >= FINDING_RATE,
    ),
  };
  return createReport("audit_grades", fields, auditNotes(fields, found, judge), render);
}

const bareName = (model: string): string => model.trim().toLowerCase().split("/").at(-1) ?? "";

/** Models that graded these rows, as far as rows say it. */
function graderModels(rows: readonly Row[]): string[] {
  const models = rows.flatMap((row) => [
    isRecord(row.judge_meta) ? row.judge_meta.model : undefined,
    isRecord(row.lineage) ? row.lineage.model : undefined,
  ]);
  return [...new Set(models.filter((model): model is string => typeof model === "string" && model !== ""))];
}

function refuseSameJudge(rows: readonly Row[], { name, model }: JudgeObject): void {
  const isSameModel = model !== undefined && graderModels(rows).some((grader) => bareName(grader) === bareName(model));
  const isSameName = model === undefined && rows.some((row) => row.judge_name === name);
  if (!isSameModel && !isSameName) return;
  throw new JudgeError({
    message: `auditGrades: ${isSameModel ? model : name} graded these rows itself; it would agree with itself.`,
    fix: "Audit with another model, best of another family.",
  });
}

function byReason(pairs: readonly LabelledPair[]): AuditedReason[] {
  return [...grouped(pairs, ({ row }) => reasonPattern(row.reason))]
    .map(([reason, own]) => {
      const differing = own.filter(({ gold, judge }) => gold !== judge);
      return {
        reason,
        audited: own.length,
        disagreed: differing.length,
        disagreeRate: differing.length / own.length,
        examples: disagreements(differing.slice(0, MAX_EXAMPLES)).map(({ task }) => task),
      };
    })
    .sort(
      (left, right) =>
        right.disagreed - left.disagreed || right.audited - left.audited || (left.reason < right.reason ? -1 : 1),
    );
}

function auditNotes({ audited, unreachable }: AuditGradesFields, found: DecidedRows, judge: JudgeObject): Note[] {
  const graded = found.decided;
  const notes: Note[] = [];
  if (audited === 0)
    notes.push({
      code: "nothing_audited",
      severity: "error",
      message: graded.length === 0 ? "No row has a reward of 0 or 1." : "The auditor gave no verdict of 0 or 1.",
      fix: graded.length === 0 ? "Grade the rows first." : "Try it with grade() on a few rows.",
    });
  else if (unreachable > 0)
    notes.push({
      code: "unreachable",
      severity: "warning",
      message: `The auditor gave no verdict on ${countText(unreachable, "row")}.`,
    });
  const family = judge.model === undefined ? null : modelFamily(judge.model);
  if (family !== null && graderModels(graded).some((grader) => modelFamily(grader) === family))
    notes.push({
      code: "same_family",
      severity: "warning",
      message: `Grader and auditor are both of the ${family} family and may share its mistakes.`,
      fix: "Audit with a model of another family.",
    });
  return [...notes, ...undecidedNotes(found)];
}

function render(report: AuditGradesReport): string {
  const { auditor, audited, agreed, disagreed, falsePass, falseFail, findings } = report;
  const rate = audited === 0 ? "-" : percentText(agreed / audited);
  return [
    `audit by ${auditor}: ${rate} agreed (${agreed} of ${audited}); ${falsePass} passed that it fails, ${falseFail} failed that it passes`,
    ...findings.map(
      ({ reason, disagreed: count, audited: of }) =>
        `  rejected ${count} of ${of}: ${clipText(reason || "(no reason)", 80)}`,
    ),
    ...(disagreed === 0 ? [] : [`disagreements to review: ${disagreed}`]),
    ...renderNotes(report.notes),
  ].join("\n");
}
