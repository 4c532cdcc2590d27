import {
  attachVerdict,
  type Backend,
  isRecord,
  type JudgeObject,
  normalizeTools,
  OptionError,
  type Row,
  untilAborted,
  type VerdictOrigin,
} from "@whileai/core";
import { isAskingJudge } from "../judge/asking-judge.js";
import { BatchGrading, MOST_ROWS_WAITING } from "./batch/batch-grading.js";
import { type BatchJudge, batchJudge } from "./batch/batch-judge.js";
import { BatchLimits } from "./batch/batch-limits.js";
import { type BatchOptions, batchOptions } from "./batch/batch-options.js";
import { requireReadBatches } from "./batch/require-read-batches.js";
import type { Graded, GradedRow } from "./grade.js";
import { type CallLimits, GradeLimits } from "./grade-limits.js";
import { DEFAULT_GRADE_CONCURRENCY, type GradeOptions } from "./grade-options.js";
import { gradeReport } from "./grade-report.js";
import { GradeStore } from "./grade-store.js";
import { GradeTally } from "./grade-tally.js";
import { judgeRows } from "./judge-rows.js";
import { isJudgedBy } from "./kept-verdict.js";
import { ProgressReporter } from "./progress-reporter.js";
import { readableRow } from "./readable-row.js";
import { RowJudge } from "./row-judge.js";
import { type PlacedRow, RowSource } from "./row-source.js";
import { gradeIdentity, keptRunId, rowName, runIdOf } from "./run-names.js";

/** How many rows may be ahead of the oldest one in flight, where rows are not to be held in memory; convention. */
const WINDOW = 1024;
const MILLISECONDS = 1000;

/** A row on its way into the result. */
interface LandedRow<R extends Row> {
  readonly graded: GradedRow<R>;
  readonly name: string;
}

/** One call of `grade()`, from the first row to the report. */
export class GradeRun<R extends Row> {
  readonly #judge: JudgeObject;
  readonly #options: GradeOptions;
  readonly #judgeName: string;
  readonly #limits: CallLimits;
  /** What asks in batches, where that was asked for. */
  readonly #batchPlan: (BatchJudge & { readonly options: BatchOptions; readonly limits: BatchLimits }) | undefined;
  readonly #rowJudge: RowJudge;
  readonly #tally: GradeTally;
  #store: GradeStore | undefined;
  #batchGrading: BatchGrading | undefined;
  #runId: string | undefined;
  #kept = 0;
  #cached = 0;
  #judged = 0;
  #workMilliseconds = 0;

  /** @throws OptionError for limits in money without a price, and for `batch` with a judge that has no batches. */
  constructor(judge: JudgeObject, options: GradeOptions) {
    const { limits = {}, signal, scale, cache, tools } = options;
    this.#judge = judge;
    this.#options = options;
    this.#judgeName = options.judgeName ?? judge.name;
    const batch = batchOptions(options.batch);
    if (batch !== undefined) {
      const found = batchJudge(judge, this.#judgeName);
      const batchLimits = new BatchLimits(limits, found.judge.backend, found.client.priceFactor);
      this.#batchPlan = { ...found, options: batch, limits: batchLimits };
    }
    this.#limits = this.#batchPlan?.limits ?? new GradeLimits(limits);
    if (isAskingJudge(judge)) this.#limits.requirePrice(judge.backend);
    this.#rowJudge = new RowJudge(judge, { limits: this.#limits, timeoutMs: limits.timeoutMs, scale, signal, cache });
    this.#tally = new GradeTally(tools === undefined ? undefined : normalizeTools(tools).map((tool) => tool.name));
  }

  async grade(rows: Iterable<R> | AsyncIterable<R>): Promise<Graded<R>> {
    const { signal, limits = {}, onProgress, runId } = this.#options;
    const isReady = await this.#isReady();
    if (isReady) this.#requireVersion();
    // A judge that is not ready may have no version yet, and judges nothing that would have to be kept.
    const plan = isReady ? this.#options.store : undefined;
    const progress = new ProgressReporter(onProgress, rows);
    const source = new RowSource(rows, signal);
    const keepsRows = this.#options.store?.keepRows !== false;
    this.#runId = runId;
    if (plan !== undefined) {
      const identity = gradeIdentity(this.#judge, this.#judgeName, this.#options);
      this.#runId ??= keptRunId(identity);
      this.#store = await GradeStore.open(plan, identity, this.#judge.kind === "llm");
    }
    const landed: LandedRow<R>[] = [];
    try {
      await this.#openBatches(source);
      const inBatches = this.#batchGrading !== undefined;
      await judgeRows<R, LandedRow<R>>(source, {
        concurrency: inBatches ? MOST_ROWS_WAITING : (limits.concurrency ?? DEFAULT_GRADE_CONCURRENCY),
        goesFirst: this.#judge.kind === "llm" && !inBatches,
        window: keepsRows ? undefined : inBatches ? MOST_ROWS_WAITING : WINDOW,
        isOver: () => this.#rowJudge.refusedKey !== undefined,
        judgeRow: async (placed) => {
          try {
            const row = await this.#judgeRow(placed);
            progress.rowDone();
            return row;
          } catch (error) {
            // What ends the grading is not told only when batches have ended, hours later.
            this.#batchGrading?.stop();
            throw error;
          }
        },
        take: (row) => {
          this.#tally.add(row.graded);
          if (keepsRows) landed.push(row);
        },
      });
      const refused = this.#rowJudge.refusedKey;
      if (refused !== undefined) throw refused.error;
      const report = this.#report(this.#nameRun(landed), source, progress);
      await this.#store?.finish(report);
      return { rows: landed.map(({ graded }) => graded), report };
    } finally {
      await this.#batchGrading?.close();
      await this.#store?.close();
    }
  }

  async #openBatches(source: RowSource<R>): Promise<void> {
    const store = this.#store;
    if (this.#batchPlan === undefined) {
      if (store !== undefined) await requireReadBatches(store.dir, (at) => store.holds(at));
      return;
    }
    this.#batchGrading = await BatchGrading.open({
      ...this.#batchPlan,
      rowJudge: this.#rowJudge,
      dir: store?.dir,
      signal: this.#options.signal,
      isSourceAtEnd: () => source.hasEnded,
    });
  }

  /** Lets the judge make itself ready; false when the call was given up before that. */
  async #isReady(): Promise<boolean> {
    const { signal } = this.#options;
    if (this.#judge.prepare === undefined) return true;
    if (signal?.aborted) return false;
    try {
      const limited = (backend: Backend): Backend => this.#limits.limited(backend, () => {});
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

  async #judgeRow({ row: given, at }: PlacedRow<R>): Promise<LandedRow<R>> {
    const { shown, kept: row } = readableRow(given);
    const name = this.#runId === undefined ? rowName(row) : "";
    const recalled = await this.#store?.recall(row, at);
    if (recalled !== undefined) return { graded: recalled as GradedRow<R>, name };
    const { version } = this.#judge;
    if (this.#options.resume === true && version !== undefined && isJudgedBy(version, row)) {
      this.#kept++;
      const graded = this.#keptRow(row, at);
      await this.#store?.keep(graded, at, null);
      return { graded, name };
    }
    // A row waits for its batch as it is, and not as a copy besides.
    const outcome = await (this.#batchGrading?.outcome(row === given ? given : shown, at) ??
      this.#rowJudge.outcome(shown));
    if (outcome.isCached) this.#cached++;
    if (outcome.milliseconds !== null) {
      this.#judged++;
      this.#workMilliseconds += outcome.milliseconds;
    }
    const graded = attachVerdict(row, outcome.judgment, this.#origin(at)) as GradedRow<R>;
    if (outcome.isJudged) await this.#store?.keep(graded, at, outcome.milliseconds);
    return { graded, name };
  }

  #origin(index: number): VerdictOrigin {
    const { kind, version, model } = this.#judge;
    return {
      judgeName: this.#judgeName,
      kind,
      version,
      model,
      source: this.#options.source,
      runId: this.#runId ?? "",
      index,
      isIndexed: this.#store !== undefined,
    };
  }

  #keptRow(row: R, at: number): GradedRow<R> {
    const copy: Row = { ...row };
    if (this.#store !== undefined) copy.lineage = { ...(isRecord(row.lineage) ? row.lineage : {}), scoring_row: at };
    return copy as GradedRow<R>;
  }

  /** Without a store the run is named after its rows, so its name is known when all have come. */
  #nameRun(landed: readonly LandedRow<R>[]): string {
    if (this.#runId !== undefined) return this.#runId;
    const runId = runIdOf(
      this.#judgeName,
      this.#judge.version,
      landed.map(({ name }) => name),
    );
    for (const { graded } of landed) if (graded.lineage?.scoring_run_id === "") graded.lineage.scoring_run_id = runId;
    return runId;
  }

  #report(runId: string, source: RowSource<R>, progress: ProgressReporter): Graded<R>["report"] {
    return gradeReport(this.#tally, {
      judge: this.#judge,
      judgeName: this.#judgeName,
      version: this.#judge.version ?? null,
      runId,
      skipped: source.skipped,
      kept: this.#kept,
      cached: this.#cached,
      cacheError: this.#rowJudge.cacheError,
      store: this.#store,
      aborted: this.#options.signal?.aborted === true,
      stop: this.#limits.stop,
      limitNotes: this.#limits.notes(),
      seconds: this.#limits.seconds,
      judged: this.#judged,
      workSeconds: this.#workMilliseconds / MILLISECONDS,
      models: this.#limits.models(),
      batch: this.#batchGrading?.fields(),
      batchNotes: this.#batchGrading?.notes(),
      sourceError: source.error,
      callbackError: progress.error,
    });
  }
}
