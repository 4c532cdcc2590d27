import {
  type AnyTool,
  attachVerdict,
  checkOptions,
  type JudgeStatus,
  normalizeTools,
  OptionError,
  optionRule,
  type Row,
  sha256Hex,
  taskKey,
  type VerdictSource,
} from "@whileai/core";
import { captureSettings } from "@whileai/core/settings";
import { type GradeReport, gradeReport } from "./grade-report.js";
import { judgeRows } from "./judge-rows.js";
import { type JudgeLike, toJudge } from "./to-judge.js";

/** Rows judged at the same time; convention. */
export const DEFAULT_GRADE_CONCURRENCY = 8;
/** Most rows judged at the same time; convention. */
const MAX_GRADE_CONCURRENCY = 256;
const RUN_ID_DIGITS = 12;

/** How far grading has come. */
export interface GradeProgress {
  readonly done: number;
  /** How many rows there are; null for a source that does not say. */
  readonly total: number | null;
}

/** Options of {@link grade}. */
export interface GradeOptions {
  readonly limits?:
    | {
        /** Rows judged at the same time; 8 unless given. */
        readonly concurrency?: number | undefined;
        /** Longest wait for one row's verdict, in milliseconds; no limit unless given. */
        readonly timeoutMs?: number | undefined;
      }
    | undefined;
  /** Ends the call. It still returns: with the verdicts so far, and reward null on the other rows. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every row. */
  readonly onProgress?: ((progress: GradeProgress) => void) | undefined;
  /** The name on rows; the judge's own unless given. */
  readonly judgeName?: string | undefined;
  /** The scoring run on rows; made from judge and rows unless given, so that the same call gives the same rows. */
  readonly runId?: string | undefined;
  /** Read the judge's number as a rating from low to high. */
  readonly scale?: readonly [low: number, high: number] | undefined;
  /** The tools the agent had, for the warnings about them; the rows' own `tools` unless given. */
  readonly tools?: readonly AnyTool[] | undefined;
  /** What kind of call this is, on rows; "grade" unless given. */
  readonly source?: VerdictSource | undefined;
}

/** A row with a verdict. */
export type GradedRow<R extends Row = Row> = R & {
  judge_name: string;
  lineage: Record<string, unknown>;
} & ({ judge_status: "ok"; reward: number } | { judge_status: Exclude<JudgeStatus, "ok">; reward: null });

/** What {@link grade} returns. */
export interface Graded<R extends Row = Row> {
  /** Copies of the rows with their verdicts, in the order of the input. */
  readonly rows: GradedRow<R>[];
  readonly report: GradeReport;
}

/**
 * Grades rows with any judge: a function, a verifier, `Judge({ rubric })`, a backend, a spec string, or the model set for
 * the role "judge" when none is given. Settings are taken as they are when the call is made.
 *
 * Returns graded copies in input order, and a report with counts and warnings. One row never takes another with it: a
 * judge that throws, stalls or returns nonsense leaves reward null and a `judge_status` on that row. After an abort the
 * rows without a verdict have reward null, status `error` and `judge_meta.error_code` "aborted"; of an async source,
 * rows that had not arrived are not waited for.
 *
 * Throws before the first row what no row could survive: options (OptionError), a judge that is none (JudgeError,
 * SpecError, SettingsError), a refused key (AuthError).
 *
 * @example
 * const { rows, report } = await grade(data, verify.ExactMatch(), { limits: { timeoutMs: 10_000 } });
 * console.log(`${report}`);
 */
export async function grade<R extends Row>(
  rows: Iterable<R> | AsyncIterable<R>,
  judge?: JudgeLike<R> | null,
  options: GradeOptions = {},
): Promise<Graded<R>> {
  checkOptions("grade", options, OPTION_RULES);
  const source = checkedRows(rows);
  const settings = captureSettings();
  // Every judge is handed rows of this call, so a judge of narrower rows is a judge here.
  const judging = toJudge(judge as JudgeLike | null | undefined, settings);
  const tools = options.tools === undefined ? undefined : normalizeTools(options.tools).map((tool) => tool.name);
  const progress = progressReporter(options.onProgress, knownLength(rows));
  const { concurrency = DEFAULT_GRADE_CONCURRENCY, timeoutMs } = options.limits ?? {};

  const { judged, skipped, sourceError } = await settings.run(async () => {
    await judging.prepare?.();
    return judgeRows(source, judging, {
      concurrency,
      timeoutMs,
      scale: options.scale,
      signal: options.signal,
      onJudged: progress.report,
    });
  });

  const judgeName = options.judgeName ?? judging.name;
  const runId =
    options.runId ??
    scoringRunId(
      judgeName,
      judging.version,
      judged.map(({ row }) => row),
    );
  const graded = judged.map(
    ({ row, judgment }, index) =>
      attachVerdict(row, judgment, {
        judgeName,
        kind: judging.kind,
        version: judging.version,
        model: judging.model,
        source: options.source,
        runId,
        index,
      }) as GradedRow<R>,
  );
  const report = gradeReport(graded, {
    judge: judging,
    judgeName,
    runId,
    skipped,
    aborted: options.signal?.aborted === true,
    sourceError,
    callbackError: progress.error(),
    tools,
  });
  return { rows: graded, report };
}

const nonBlank = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? undefined : "a text that is not blank";

const SOURCES: readonly VerdictSource[] = ["grade", "eval", "audit", "judge_trust", "judge_probes", "cheat_probes"];

const OPTION_RULES = {
  limits: { concurrency: optionRule.integer(1, MAX_GRADE_CONCURRENCY), timeoutMs: optionRule.positive },
  signal: optionRule.signal,
  onProgress: optionRule.callable,
  judgeName: nonBlank,
  runId: nonBlank,
  scale: (value: unknown): string | undefined =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[1] > value[0]
      ? undefined
      : "two finite numbers, low before high",
  tools: optionRule.listOf(optionRule.record),
  source: optionRule.oneOf(SOURCES),
};

function checkedRows<R extends Row>(rows: Iterable<R> | AsyncIterable<R>): Iterable<R> | AsyncIterable<R> {
  const given: unknown = rows;
  if (typeof given === "object" && given !== null && (Symbol.iterator in given || Symbol.asyncIterator in given))
    return rows;
  throw new OptionError({
    option: "rows",
    received: typeof given === "string" ? given.slice(0, 60) : given,
    message: `grade: rows must be a list or another iterable of rows, got ${given === null ? "null" : typeof given}.`,
    fix: "Give the rows themselves; read a file with readRows of @whileai/core/node first.",
  });
}

function knownLength(rows: unknown): number | null {
  if (Array.isArray(rows)) return rows.length;
  return rows instanceof Set || rows instanceof Map ? rows.size : null;
}

/** Calls back after every row; a callback that throws is noted and left alone from then on. */
function progressReporter(onProgress: GradeOptions["onProgress"], total: number | null) {
  let failure: { readonly error: unknown } | undefined;
  return {
    error: (): unknown => failure?.error,
    report: (done: number): void => {
      if (onProgress === undefined || failure !== undefined) return;
      try {
        onProgress({ done, total });
      } catch (error) {
        failure = { error };
      }
    },
  };
}

/** Rows carry nothing that depends on when they were graded, so the run is named after what was graded by whom. */
function scoringRunId(judgeName: string, version: string | undefined, rows: readonly Row[]): string {
  const names = rows.map((row) => safeName(row));
  return `score_${sha256Hex(JSON.stringify([judgeName, version ?? null, names])).slice(0, RUN_ID_DIGITS)}`;
}

function safeName(row: Row): string {
  try {
    return JSON.stringify([taskKey(row), row.rollout_id ?? null, row.rollout_index ?? null, row.final_text ?? null]);
  } catch {
    return "";
  }
}
