import {
  countText,
  createReport,
  fixedText,
  type JudgeObject,
  type Note,
  percentText,
  type ReportOf,
  renderNotes,
} from "@whileai/core";
import type { RoleSpend } from "@whileai/core/backends";
import { type BatchFields, batchLine } from "./batch/batch-fields.js";
import { familyNotes } from "./family-notes.js";
import { judgeNotes, runNotes, verdictNotes } from "./grade-notes.js";
import { type GradeSpend, gradeSpend, spendLine } from "./grade-spend.js";
import type { GradeStop } from "./grade-stop.js";
import type { GradeStore } from "./grade-store.js";
import type { GradeTally, UnjudgedStatus } from "./grade-tally.js";

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
  readonly unjudged: Readonly<Record<UnjudgedStatus, number>>;
  /** Those of `unjudged.error` that an abort or a limit left out: no judge failed. */
  readonly notReached: number;
  readonly passed: number;
  readonly failed: number;
  readonly partial: number;
  /** Mean reward of the graded rows; null when there are none. */
  readonly meanReward: number | null;
  /** Rows whose verdict the judge's own probabilities call unsure. */
  readonly unsure: number;
  /** Mean share of the votes on a row that were outvoted; null for a judge without votes. */
  readonly voteDisagreement: number | null;
  /** Rows with rewards on their steps. */
  readonly withStepRewards: number;
  /** Entries of the input that are no rows; they are not in the result. */
  readonly skipped: number;
  /** Rows that kept an earlier verdict, by `resume`. */
  readonly kept: number;
  /** Rows whose verdict came from the cache. */
  readonly cached: number;
  /** Where the rows are kept, and how many an earlier session had left there; null without a store. */
  readonly store: { readonly dir: string; readonly resumed: number } | null;
  /** The first error a judge ended in. */
  readonly firstError: string | null;
  readonly aborted: boolean;
  /** The limit that ended the work before all rows were judged. */
  readonly stoppedBecause: GradeStop | null;
  /** Wall time of the call. */
  readonly seconds: number;
  /** Time at work of a row that was judged, on average and without waits; null where none was. */
  readonly secondsPerRow: number | null;
  /** What the models used in this call; null when none was asked. */
  readonly spend: GradeSpend | null;
  /** The vendor's batches that were used; null for single calls. */
  readonly batch: BatchFields | null;
}

/** The report of `grade()`. */
export type GradeReport = ReportOf<"grade", GradeFields>;

/** What the report is made from besides the counts. */
export interface GradeFacts {
  readonly judge: JudgeObject;
  readonly judgeName: string;
  readonly version: string | null;
  readonly runId: string;
  readonly skipped: number;
  readonly kept: number;
  readonly cached: number;
  readonly cacheError?: unknown;
  readonly store?: Pick<GradeStore, "dir" | "recalled" | "rejected" | "unwritten"> | undefined;
  readonly aborted: boolean;
  readonly stop?: GradeStop | undefined;
  readonly limitNotes: readonly Note[];
  readonly seconds: number;
  /** Rows that were judged in this call, and their time at work. */
  readonly judged: number;
  readonly workSeconds: number;
  readonly models: Readonly<Record<string, RoleSpend>>;
  readonly batch?: BatchFields | undefined;
  readonly batchNotes?: readonly Note[] | undefined;
  readonly sourceError?: unknown;
  readonly callbackError?: unknown;
}

/** Says what became of the rows and what a reader of the verdicts should know. */
export function gradeReport(tally: GradeTally, facts: GradeFacts): GradeReport {
  const { judge, store, judged } = facts;
  const fields: GradeFields = {
    judge: {
      name: facts.judgeName,
      kind: judge.kind ?? null,
      version: facts.version,
      model: judge.model ?? null,
    },
    runId: facts.runId,
    rows: tally.rows,
    graded: tally.graded,
    unjudged: { ...tally.unjudged },
    notReached: tally.notReached,
    passed: tally.passed,
    failed: tally.failed,
    partial: tally.partial,
    meanReward: tally.meanReward,
    unsure: tally.certainty.unsure,
    voteDisagreement: tally.certainty.voteDisagreement,
    withStepRewards: tally.withStepRewards,
    skipped: facts.skipped,
    kept: facts.kept,
    cached: facts.cached,
    store: store === undefined ? null : { dir: store.dir, resumed: store.recalled },
    firstError: tally.firstReasons.error ?? null,
    aborted: facts.aborted,
    stoppedBecause: facts.stop ?? null,
    seconds: facts.seconds,
    secondsPerRow: judged === 0 ? null : facts.workSeconds / judged,
    spend: gradeSpend(facts.models, judged),
    batch: facts.batch ?? null,
  };
  const notes = [
    ...runNotes(tally, facts),
    ...(facts.batchNotes ?? []),
    ...tally.replies.notes(judge),
    ...verdictNotes(tally),
    ...tally.certainty.notes(),
    ...familyNotes(tally.agents, judge),
    ...tally.tools.notes(),
    ...judgeNotes(judge),
  ];
  return createReport("grade", fields, notes, render);
}

function render(report: GradeReport): string {
  const { judge, graded, passed, failed, partial, rows, meanReward, spend, store, batch } = report;
  const missing = rows - graded;
  const version = judge.version === null ? "" : ` (${judge.version})`;
  const verdicts =
    graded === 0 || meanReward === null
      ? "nothing graded"
      : `${passed} pass, ${failed} fail${partial > 0 ? `, ${partial} partial` : ""} (${partial > 0 ? `mean reward ${fixedText(meanReward, 2)}` : percentText(meanReward)})`;
  return [
    `graded ${graded} of ${rows} rows by ${judge.name}${version}`,
    `  ${verdicts}${missing > 0 ? `, ${missing} unjudged` : ""}`,
    ...(report.withStepRewards > 0 ? [`  rewards on the steps of ${countText(report.withStepRewards, "row")}`] : []),
    ...(spend === null ? [] : [spendLine(spend, report)]),
    ...(batch === null ? [] : [batchLine(batch)]),
    ...(store === null ? [] : [`  rows in ${store.dir}/rows.jsonl`]),
    ...renderNotes(report.notes),
  ].join("\n");
}
