import {
  asSentence,
  clipText,
  createReport,
  describeError,
  fixedText,
  isRecord,
  type JudgeObject,
  type JudgeStatus,
  type Note,
  percentText,
  type ReportOf,
  type Row,
  renderNotes,
} from "@whileai/core";
import { familyNotes } from "./family-notes.js";
import { toolNotes } from "./tool-notes.js";
import { failures, partials, passes } from "./verdict-views.js";

/** What became of the rows of a grading. */
export interface GradeFields {
  readonly judge: {
    readonly name: string;
    readonly kind: string | null;
    readonly version: string | null;
    readonly model: string | null;
  };
  /** The scoring run, as `lineage.scoring_run_id` has it. */
  readonly runId: string;
  readonly rows: number;
  /** Rows with a reward. */
  readonly graded: number;
  /** Rows without one, by why. */
  readonly unjudged: Readonly<Record<Exclude<JudgeStatus, "ok">, number>>;
  readonly passed: number;
  readonly failed: number;
  readonly partial: number;
  /** Mean reward of the graded rows; null when there are none. */
  readonly meanReward: number | null;
  /** Entries of the input that are no rows; they are not in the result. */
  readonly skipped: number;
  /** The first error a judge ended in. */
  readonly firstError: string | null;
  readonly aborted: boolean;
}

/** The report of `grade()`. */
export type GradeReport = ReportOf<"grade", GradeFields>;

/** What the report is made from besides the graded rows. */
export interface GradeFacts {
  readonly judge: JudgeObject;
  readonly judgeName: string;
  readonly runId: string;
  readonly skipped: number;
  readonly aborted: boolean;
  readonly sourceError?: unknown;
  readonly callbackError?: unknown;
  readonly tools?: readonly string[] | undefined;
}

/** Longest reason of a row that the report quotes. */
const REASON_CHARS = 120;

const UNJUDGED_STATUSES = ["missing_reward", "invalid_result", "error", "timeout"] as const;

const FIXES: Readonly<Record<(typeof UNJUDGED_STATUSES)[number], string>> = {
  missing_reward: "The judge abstained or returned no `reward`: return { reward } with a number from 0 to 1.",
  invalid_result: "The judge returned something that is no reward: see `judge_meta` of those rows for what it was.",
  error: "The judge failed: see `judge_meta.error`, mend the cause and grade those rows again.",
  timeout: "The judge took too long: raise limits.timeoutMs or lower limits.concurrency.",
};

/** Counts verdicts and says what a reader of them should know. */
export function gradeReport(rows: readonly Row[], facts: GradeFacts): GradeReport {
  const count = (status: string): number => rows.filter((row) => row.judge_status === status).length;
  const unjudged = {
    missing_reward: count("missing_reward"),
    invalid_result: count("invalid_result"),
    error: count("error"),
    timeout: count("timeout"),
  };
  const graded = rows.filter((row) => row.judge_status === "ok");
  const { judge } = facts;
  const fields: GradeFields = {
    judge: {
      name: facts.judgeName,
      kind: judge.kind ?? null,
      version: judge.version ?? null,
      model: judge.model ?? null,
    },
    runId: facts.runId,
    rows: rows.length,
    graded: graded.length,
    unjudged,
    passed: passes(rows).length,
    failed: failures(rows).length,
    partial: partials(rows).length,
    meanReward:
      graded.length === 0 ? null : graded.reduce((sum, row) => sum + (row.reward as number), 0) / graded.length,
    skipped: facts.skipped,
    firstError: firstError(rows),
    aborted: facts.aborted,
  };
  const notes = [
    ...runNotes(rows, fields, facts),
    ...verdictNotes(graded),
    ...familyNotes(rows, judge),
    ...toolNotes(rows, facts.tools),
  ];
  return createReport("grade", fields, notes, render);
}

function firstError(rows: readonly Row[]): string | null {
  for (const row of rows) {
    const error = isRecord(row.judge_meta) && row.judge_status === "error" ? row.judge_meta.error : undefined;
    if (typeof error === "string") return error;
  }
  return null;
}

function runNotes(rows: readonly Row[], fields: GradeFields, facts: GradeFacts): Note[] {
  const notes: Note[] = [];
  const missing = rows.length - fields.graded;
  const why = UNJUDGED_STATUSES.filter((status) => fields.unjudged[status] > 0);
  const counts = why.map((status) => `${status} ${fields.unjudged[status]}`).join(", ");
  const silent = rows.find((row) => row.judge_status === "missing_reward" && row.reason);
  const reason = silent === undefined ? "" : ` First reason: ${asSentence(clipText(`${silent.reason}`, REASON_CHARS))}`;
  const cause = fields.firstError === null ? reason : ` First error: ${asSentence(fields.firstError)}`;
  if (rows.length === 0)
    notes.push({
      code: "no_rows",
      severity: "warning",
      message: "There were no rows to grade.",
      fix: "Check where the rows come from.",
    });
  else if (missing > 0)
    notes.push({
      code: fields.graded === 0 ? "nothing_graded" : "unjudged",
      severity: fields.graded === 0 ? "error" : "warning",
      message: `${missing} of ${rows.length} rows have no verdict (${counts}); they are not failures and stay out of every rate.${cause}`,
      fix: why.map((status) => FIXES[status]).join(" "),
    });
  if (facts.aborted)
    notes.push({
      code: "aborted",
      severity: "warning",
      message: "The call was aborted; verdicts that had come are kept, the other rows have reward null.",
      fix: "Grade the rows again that `unjudged()` gives.",
    });
  if (facts.sourceError !== undefined)
    notes.push({
      code: "rows_ended_early",
      severity: "error",
      message: `The rows broke off after ${rows.length}: ${describeError(facts.sourceError)}`,
      fix: "Mend the source; what was graded before is kept.",
    });
  if (facts.skipped > 0)
    notes.push({
      code: "not_rows",
      severity: "warning",
      message: `${facts.skipped} entries are no objects and were left out.`,
      fix: "Every row must be a JSON object.",
    });
  if (facts.callbackError !== undefined)
    notes.push({
      code: "progress_failed",
      severity: "warning",
      message: `onProgress threw and was not called again: ${describeError(facts.callbackError)}`,
    });
  return notes;
}

function verdictNotes(graded: readonly Row[]): Note[] {
  const notes: Note[] = [];
  const first = graded[0]?.reward;
  if (graded.length >= 2 && graded.every((row) => row.reward === first))
    notes.push({
      code: "one_value",
      severity: "warning",
      message: `All ${graded.length} graded rows got ${first}: there is nothing to learn or compare.`,
      fix: "Check the judge on a reply that must fail and one that must pass; if it is right, use harder or easier tasks.",
    });
  const sources = new Set(graded.map((row) => row.judge_meta?.gold_source).filter((source) => source !== undefined));
  if (sources.size > 1)
    notes.push({
      code: "gold_sources_mixed",
      severity: "warning",
      message: `Right answers were read from ${[...sources].map(String).join(", ")}.`,
      fix: "Name the one that is meant: verify.…({ field }).",
    });
  const empty = markersWithoutNumber(graded);
  if (empty.length > 0)
    notes.push({
      code: "marker_without_number",
      severity: "warning",
      message: `The markers ${empty.join(", ")} are a number on no row.`,
      fix: "A marker is a number, 1 for good; null where it does not apply.",
    });
  const reduced = graded.filter((row) => row.judge_meta?.payload_reduced === true).length;
  if (reduced > 0)
    notes.push({
      code: "records_shortened",
      severity: "info",
      message: `${reduced} of ${graded.length} rows were shortened to fit what the judge is shown.`,
      fix: "Raise payloadChars of the judge where its model reads more.",
    });
  return notes;
}

function markersWithoutNumber(graded: readonly Row[]): string[] {
  const hasNumber = new Map<string, boolean>();
  for (const row of graded) {
    if (!isRecord(row.markers)) continue;
    for (const [name, value] of Object.entries(row.markers))
      hasNumber.set(name, hasNumber.get(name) === true || typeof value === "number");
  }
  return [...hasNumber].filter(([, found]) => !found).map(([name]) => name);
}

function render(report: GradeReport): string {
  const { judge, graded, passed, failed, partial, rows, meanReward } = report;
  const missing = rows - graded;
  const version = judge.version === null ? "" : ` (${judge.version})`;
  const verdicts =
    graded === 0 || meanReward === null
      ? "nothing graded"
      : `${passed} pass, ${failed} fail${partial > 0 ? `, ${partial} partial` : ""} (${partial > 0 ? `mean reward ${fixedText(meanReward, 2)}` : percentText(meanReward)})`;
  return [
    `graded ${graded} of ${rows} rows by ${judge.name}${version}`,
    `  ${verdicts}${missing > 0 ? `, ${missing} unjudged` : ""}`,
    ...renderNotes(report.notes),
  ].join("\n");
}
