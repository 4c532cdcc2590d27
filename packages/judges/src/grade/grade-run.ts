import { type Backend, type JudgeObject, normalizeTools, OptionError, type Row, untilAborted } from "@whileai/core";
import { isAskingJudge } from "../judge/asking-judge.js";
import { BatchGrading, MOST_ROWS_WAITING } from "./batch/batch-grading.js";
import { type BatchJudge, batchJudge } from "./batch/batch-judge.js";
import { BatchLimits } from "./batch/batch-limits.js";
import { type BatchOptions, batchOptions } from "./batch/batch-options.js";
import { requireReadBatches } from "./batch/require-read-batches.js";
import type { Graded } from "./grade.js";
import { GradeLimits } from "./grade-limits.js";
import { DEFAULT_GRADE_CONCURRENCY, type GradeLimitOptions, type GradeOptions } from "./grade-options.js";
import { gradeReport } from "./grade-report.js";
import { GradeStore } from "./grade-store.js";
import { GradeTally } from "./grade-tally.js";
import { judgeRows } from "./judge-rows.js";
import { ProgressReporter } from "./progress-reporter.js";
import { requirePrice } from "./require-price.js";
import { type LandedRow, RowGrader, type RowGraderOptions } from "./row-grader.js";
import { RowJudge } from "./row-judge.js";
import { RowSource } from "./row-source.js";
import { gradeIdentity, keptRunId, runIdOf } from "./run-names.js";

/** How many rows may be ahead of the oldest one in flight, where rows are not to be held in memory; convention. */
const WINDOW = 1024;

/** How the judge's models are asked: one call at a time, or in batches. */
type AskingPlan =
  | { readonly inBatches: false; readonly limits: GradeLimits }
  | (BatchJudge & { readonly inBatches: true; readonly limits: BatchLimits; readonly options: BatchOptions });

/** One call of `grade()`, from the first row to the report. */
export class GradeRun<R extends Row> {
  readonly #judge: JudgeObject;
  readonly #options: GradeOptions;
  readonly #judgeName: string;
  readonly #plan: AskingPlan;
  readonly #rowJudge: RowJudge;
  readonly #tally: GradeTally;
  #store: GradeStore | undefined;
  #batchGrading: BatchGrading | undefined;

  /** @throws OptionError for limits in money without a price, and for `batch` with a judge that has no batches. */
  constructor(judge: JudgeObject, options: GradeOptions) {
    const { limits = {}, signal, scale, cache, tools } = options;
    this.#judge = judge;
    this.#options = options;
    this.#judgeName = options.judgeName ?? judge.name;
    this.#plan = this.#askingPlan(limits);
    if (isAskingJudge(judge)) requirePrice(judge.backend, limits.maxUsd);
    this.#rowJudge = new RowJudge(judge, { timeoutMs: limits.timeoutMs, scale, signal, cache });
    this.#tally = new GradeTally(tools === undefined ? undefined : normalizeTools(tools).map((tool) => tool.name));
  }

  async grade(rows: Iterable<R> | AsyncIterable<R>): Promise<Graded<R>> {
    const { signal, limits = {}, onProgress } = this.#options;
    const isReady = await this.#isReady();
    if (isReady) this.#requireVersion();
    const progress = new ProgressReporter(onProgress, rows);
    const source = new RowSource(rows, signal);
    const keepsRows = this.#options.store?.keepRows !== false;
    const { inBatches } = this.#plan;
    // A judge that is not ready may have no version yet, and judges nothing that would have to be kept.
    const givenRunId = isReady ? await this.#openStore() : this.#options.runId;
    const landed: LandedRow<R>[] = [];
    try {
      const grader = new RowGrader<R>({
        judge: this.#judge,
        judgeName: this.#judgeName,
        options: this.#options,
        store: this.#store,
        runId: givenRunId,
        judgeRow: await this.#openAsking(source),
      });
      await judgeRows<R, LandedRow<R>>(source, {
        concurrency: inBatches ? MOST_ROWS_WAITING : (limits.concurrency ?? DEFAULT_GRADE_CONCURRENCY),
        goesFirst: this.#judge.kind === "llm" && !inBatches,
        window: keepsRows ? undefined : inBatches ? MOST_ROWS_WAITING : WINDOW,
        isOver: () => this.#rowJudge.refusedKey !== undefined,
        judgeRow: async (placed) => {
          try {
            const row = await grader.grade(placed);
            progress.rowDone();
            return row;
          } catch (error) {
            // What ends the grading is not told only when batches have ended, hours later.
            this.#batchGrading?.stop();
            throw error;
          }
        },
        take: (row) => {
          this.#tally.add(row.graded, row.isReached);
          if (keepsRows) landed.push(row);
        },
      });
      const refused = this.#rowJudge.refusedKey;
      if (refused !== undefined) throw refused.error;
      const report = this.#report(givenRunId ?? this.#nameRun(landed), grader, source, progress);
      await this.#store?.finish(report);
      return { rows: landed.map(({ graded }) => graded), report };
    } finally {
      await this.#batchGrading?.close();
      await this.#store?.close();
    }
  }

  #askingPlan(limits: GradeLimitOptions): AskingPlan {
    const options = batchOptions(this.#options.batch);
    if (options === undefined) return { inBatches: false, limits: new GradeLimits(limits) };
    const found = batchJudge(this.#judge, this.#judgeName);
    const batchLimits = new BatchLimits(limits, found.judge.backend, found.client.priceFactor);
    return { ...found, inBatches: true, limits: batchLimits, options };
  }

  /** Opens the folder, where there is one. Gives the name of the run where it is known by now. */
  async #openStore(): Promise<string | undefined> {
    const { store, runId } = this.#options;
    if (store === undefined) return runId;
    const identity = gradeIdentity(this.#judge, this.#judgeName, this.#options);
    this.#store = await GradeStore.open(store, identity, this.#judge.kind === "llm");
    return runId ?? keptRunId(identity);
  }

  /** Gives the way to ask about a row. */
  async #openAsking(source: RowSource<R>): Promise<RowGraderOptions<R>["judgeRow"]> {
    const plan = this.#plan;
    const store = this.#store;
    if (!plan.inBatches) {
      if (store !== undefined) await requireReadBatches(store.dir, (at) => store.holds(at));
      return (shown) => this.#rowJudge.outcome(shown, plan.limits);
    }
    const batches = await BatchGrading.open({
      ...plan,
      rowJudge: this.#rowJudge,
      dir: store?.dir,
      signal: this.#options.signal,
      isSourceAtEnd: () => source.hasEnded,
    });
    this.#batchGrading = batches;
    return (_shown, waiting, at) => batches.outcome(waiting, at);
  }

  /** Lets the judge make itself ready; false when the call was given up before that. */
  async #isReady(): Promise<boolean> {
    const { signal } = this.#options;
    if (this.#judge.prepare === undefined) return true;
    if (signal?.aborted) return false;
    try {
      const limited = (backend: Backend): Backend => this.#plan.limits.limited(backend, () => {});
      await untilAborted(Promise.resolve(this.#judge.prepare({ signal, limited })), signal);
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      throw error;
    }
  }

  /** What only a judge with a version can do is refused for one without, before the first row. */
  #requireVersion(): void {
    if (this.#judge.version !== undefined) return;
    const { resume, cache } = this.#options;
    const option = resume === true ? "resume" : cache === undefined ? undefined : "cache";
    if (option === undefined) return;
    throw new OptionError({
      option,
      received: this.#options[option],
      message: `grade: \`${option}\` needs a judge with a version, and ${this.#judgeName} has none: nobody could tell its verdicts from those of an older one.`,
      fix: "Give { name, version, judge }, and another version whenever it judges differently.",
    });
  }

  /** Without a store the run is named after its rows, so its name is known when all have come. */
  #nameRun(landed: readonly LandedRow<R>[]): string {
    const names = landed.map(({ name }) => name);
    const runId = runIdOf(this.#judgeName, this.#judge.version, names);
    for (const { graded } of landed) if (graded.lineage?.scoring_run_id === "") graded.lineage.scoring_run_id = runId;
    return runId;
  }

  #report(
    runId: string,
    { kept, cached, judged, workSeconds }: RowGrader<R>,
    source: RowSource<R>,
    progress: ProgressReporter,
  ): Graded<R>["report"] {
    const { limits } = this.#plan;
    return gradeReport(this.#tally, {
      judge: this.#judge,
      judgeName: this.#judgeName,
      version: this.#judge.version ?? null,
      runId,
      skipped: source.skipped,
      kept,
      cached,
      cacheError: this.#rowJudge.cacheError,
      store: this.#store,
      aborted: this.#options.signal?.aborted === true,
      stop: limits.stop,
      limitNotes: limits.notes(),
      seconds: limits.seconds,
      judged,
      workSeconds,
      models: limits.models(),
      batch: this.#batchGrading?.fields(),
      batchNotes: this.#batchGrading?.notes(),
      sourceError: source.error,
      callbackError: progress.error,
    });
  }
}
