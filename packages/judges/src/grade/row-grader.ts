import { attachVerdict, isRecord, type JudgeObject, type Row } from "@whileai/core";
import type { GradedRow } from "./grade.js";
import type { GradeOptions } from "./grade-options.js";
import type { GradeStore } from "./grade-store.js";
import { isJudgedBy } from "./kept-verdict.js";
import { readableRow } from "./readable-row.js";
import type { RowOutcome } from "./row-judge.js";
import type { PlacedRow } from "./row-source.js";
import { rowName } from "./run-names.js";

const MILLISECONDS = 1000;

/** A row on its way into the result. */
export interface LandedRow<R extends Row> {
  readonly graded: GradedRow<R>;
  /** What stands for it in the name of a run that has none yet. */
  readonly name: string;
  /** False where an abort or a limit kept it from being judged. */
  readonly isReached: boolean;
}

/** How one run grades its rows. */
export interface RowGraderOptions<R extends Row> {
  readonly judge: JudgeObject;
  readonly judgeName: string;
  readonly options: Pick<GradeOptions, "resume" | "source">;
  readonly store: GradeStore | undefined;
  /** The name of the run; undefined where it is known when all rows have come. */
  readonly runId: string | undefined;
  /** Judges a row. It is given as judges are shown it, and as it may wait for its turn without being held in a copy besides. */
  readonly judgeRow: (shown: Readonly<R>, waiting: Readonly<R>, at: number) => Promise<RowOutcome>;
}

/** Gives each row of a run its verdict: the one of an earlier session, one that is kept, or a new one. Counts which. */
export class RowGrader<R extends Row> {
  readonly #parts: RowGraderOptions<R>;
  /** Rows that kept an earlier verdict, by `resume`. */
  kept = 0;
  /** Rows whose verdict came from the cache. */
  cached = 0;
  /** Rows that somebody worked on. */
  judged = 0;
  #workMilliseconds = 0;

  constructor(parts: RowGraderOptions<R>) {
    this.#parts = parts;
  }

  /** Time at work on rows, without waits. */
  get workSeconds(): number {
    return this.#workMilliseconds / MILLISECONDS;
  }

  async grade({ row: given, at }: PlacedRow<R>): Promise<LandedRow<R>> {
    const { judge, options, store, runId, judgeRow } = this.#parts;
    const { shown, kept: row } = readableRow(given);
    const name = runId === undefined ? rowName(row) : "";
    const recalled = await store?.recall(row, at);
    if (recalled !== undefined) return { graded: recalled as GradedRow<R>, name, isReached: true };
    if (options.resume === true && judge.version !== undefined && isJudgedBy(judge.version, row)) {
      this.kept++;
      const graded = this.#keptRow(row, at);
      await store?.keep(graded, at, null);
      return { graded, name, isReached: true };
    }
    const outcome = await judgeRow(shown, row === given ? given : shown, at);
    if (outcome.isCached) this.cached++;
    if (outcome.milliseconds !== null) {
      this.judged++;
      this.#workMilliseconds += outcome.milliseconds;
    }
    const graded = this.#withVerdict(row, outcome, at);
    if (outcome.isJudged) await store?.keep(graded, at, outcome.milliseconds);
    return { graded, name, isReached: outcome.isJudged };
  }

  #withVerdict(row: R, { judgment }: RowOutcome, index: number): GradedRow<R> {
    const { judge, judgeName, options, runId, store } = this.#parts;
    const { kind, version, model } = judge;
    return attachVerdict(row, judgment, {
      judgeName,
      kind,
      version,
      model,
      source: options.source,
      runId: runId ?? "",
      index,
      isIndexed: store !== undefined,
    }) as GradedRow<R>;
  }

  #keptRow(row: R, at: number): GradedRow<R> {
    const copy: Row = { ...row };
    // A copy of its own, also where nothing is added: the name of the run may still be.
    if (isRecord(row.lineage)) copy.lineage = { ...row.lineage };
    if (this.#parts.store !== undefined) copy.lineage = { ...copy.lineage, scoring_row: at };
    return copy as GradedRow<R>;
  }
}
