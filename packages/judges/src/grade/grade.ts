import { checkOptions, type JudgeStatus, type Row, type RowFields, requireRows } from "@whileai/core";
import { captureSettings } from "@whileai/core/settings";
import { GRADE_RULES, type GradeOptions } from "./grade-options.js";
import type { GradeReport } from "./grade-report.js";
import { GradeRun } from "./grade-run.js";
import { type JudgeLike, toJudge } from "./to-judge.js";

/** A row with a verdict. */
export type GradedRow<R extends Row = Row> = R &
  Pick<Row, "reason" | "judge_meta" | "failure_class" | "markers"> & {
    judge_name: string;
    lineage: Record<string, unknown>;
  } & ({ judge_status: "ok"; reward: number } | { judge_status: Exclude<JudgeStatus, "ok">; reward: null });

/** What {@link grade} returns. */
export interface Graded<R extends Row = Row> {
  /** Copies of the rows with their verdicts, in the order of the input; empty with `store.keepRows: false`. */
  readonly rows: GradedRow<R>[];
  readonly report: GradeReport;
}

/**
 * Grades rows with any judge: a function, a verifier, `Judge({ rubric })`, a backend, a spec string, or the model set for
 * the role "judge" when none is given. Settings are taken as they are when the call is made.
 *
 * Returns graded copies in input order, and a report with counts, costs and warnings. One row never takes another with it: a
 * judge that throws, stalls or returns nonsense leaves reward null and a `judge_status` on that row. After an abort, or when
 * a limit ends the work, the rows without a verdict have reward null, status `error` and say why in `judge_meta.error_code`
 * ("aborted", "spend_limit", "time_limit"); of an async source, rows that had not arrived at an abort are not waited for.
 *
 * With `store` graded rows land on disk as they come, and the same call goes on after a crash, an abort or a limit. With
 * `resume` rows that this version of the judge has judged keep their verdicts.
 *
 * Throws before the first row what no row could survive: options (OptionError), a judge that is none (JudgeError,
 * SpecError, SettingsError), a refused key (AuthError), a folder that holds something else.
 *
 * @example
 * const { rows, report } = await grade(data, verify.ExactMatch(), { limits: { timeoutMs: 10_000 } });
 * console.log(`${report}`);
 */
export function grade<R extends Row>(
  rows: Iterable<R> | AsyncIterable<R>,
  judge?: JudgeLike<R> | null,
  options?: GradeOptions,
): Promise<Graded<R>>;
export function grade<R extends RowFields>(
  rows: Iterable<R> | AsyncIterable<R>,
  judge?: JudgeLike<R & Row> | null,
  options?: GradeOptions,
): Promise<Graded<R & Row>>;
export async function grade<R extends Row>(
  rows: Iterable<R> | AsyncIterable<R>,
  judge?: JudgeLike<R> | null,
  options: GradeOptions = {},
): Promise<Graded<R>> {
  checkOptions("grade", options, GRADE_RULES);
  const source = checkedRows(rows);
  const settings = captureSettings();
  // Every judge is handed rows of this call, so a judge of narrower rows is a judge here.
  const judging = toJudge(judge as JudgeLike | null | undefined, settings);
  const run = new GradeRun<R>(judging, options);
  return settings.run(() => run.grade(source));
}

function checkedRows<R extends Row>(rows: Iterable<R> | AsyncIterable<R>): Iterable<R> | AsyncIterable<R> {
  const isAsync = typeof rows === "object" && rows !== null && Symbol.asyncIterator in rows;
  return isAsync ? rows : requireRows("grade", rows);
}
