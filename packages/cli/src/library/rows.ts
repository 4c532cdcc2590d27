import {
  binaryLabel,
  countText,
  isRecord,
  OptionError,
  type Report,
  type Row,
  type RowFields,
  type RowLike,
  taskKey,
} from "@whileai/core";
import {
  type AttributeFailuresOptions,
  attributeFailures,
  type BlameReport,
  type GradedRow,
  type GradeOptions,
  type GradeReport,
  grade,
  type JudgeLike,
  type JudgeTrustOptions,
  type JudgeTrustReport,
  judgeTrust,
} from "@whileai/judges";
import {
  buildPreferencePairs,
  type CurriculumOptions,
  type CurriculumReport,
  curriculum,
  type DecontaminateOptions,
  type DecontaminateSemanticOptions,
  type DecontaminationReport,
  decontaminate,
  decontaminateSemantic,
  type GateSplitOptions,
  type GradientGate,
  gateSplit,
  type HackScanDiffReport,
  type HackScanOptions,
  type HackScanReport,
  hackScan,
  hackScanDiff,
  type NearDuplicatesOptions,
  type NearDuplicatesReport,
  nearDuplicatePrompts,
  optimize,
  type PreferencePairsOptions,
  type RetireOptions,
  type RewardCorrelationsOptions,
  type RewardCorrelationsReport,
  type RlOptions,
  type RlSelectionReport,
  retireSolved,
  rewardCorrelations,
  type SftOptions,
  type SftSelectionReport,
  type SplitHoldoutOptions,
  type SplitHoldoutReport,
  type StampedRow,
  splitHoldout,
} from "@whileai/select";
import {
  type DeltaReport,
  type DeltaReportOptions,
  deltaReport,
  type FailureTable,
  type FailureTableOptions,
  failureTable,
  type PassAt,
  type PassAtOptions,
  passAt,
} from "@whileai/stats";
import type { ExportFileReport } from "./export-file-report.js";
import { type ExportRowsOptions, exportRows } from "./export-rows.js";
import { manifestOf, readManifest, writeManifest } from "./manifest.js";
import { Pairs } from "./pairs.js";
import type { RowsContext } from "./rows-context.js";

/** How far rows have come: run, judged, or chosen for training. */
export type RowsStage = "simulated" | "graded" | "selected";

/** Rows in two parts that share no task. */
export interface RowsSplit<Stage extends RowsStage = RowsStage, R extends Row = Row> {
  readonly train: Rows<Stage, R, SplitHoldoutReport>;
  readonly holdout: Rows<Stage, R, SplitHoldoutReport>;
  readonly report: SplitHoldoutReport;
}

/** Rows in two parts, the first of which was gated. */
export interface GatedRowsSplit<Stage extends RowsStage = RowsStage, R extends Row = Row> {
  /** Train rows, stamped with their tasks' pass rates; their report is the gate's. */
  readonly train: Rows<Stage, StampedRow<R>, GradientGate>;
  readonly holdout: Rows<Stage, R, SplitHoldoutReport>;
  readonly split: SplitHoldoutReport;
  readonly gate: GradientGate;
}

/**
 * Rows with the steps of the loop as methods: grade, measure, select, export. Iterable over its rows; printed, it is
 * the report of the step that made it. Nothing is changed in place: every step gives new rows.
 *
 * @example
 * const scored = await (await Rows.from("rows.jsonl")).grade((row) => (row.final_text ? 1 : 0));
 * console.log(`${scored.passAt()}`);
 */
export class Rows<
  Stage extends RowsStage = RowsStage,
  R extends Row = Row,
  StepReport extends Report | null = Report | null,
> implements Iterable<R>
{
  readonly rows: readonly R[];
  readonly stage: Stage;
  /** The report of the step that made these rows; null for rows that came from a file or a list. */
  readonly report: StepReport;
  readonly context: RowsContext;

  constructor(stage: Stage, rows: readonly R[], report: StepReport, context: RowsContext) {
    this.stage = stage;
    this.rows = rows;
    this.report = report;
    this.context = context;
  }

  /**
   * Enters the loop anywhere: with rows in memory, or with a file of rows (its manifest beside it is read too) or of another
   * tool's results, as `@whileai/stats/interop` reads them. Rows that all lack a `reward` field come in as simulated, others
   * as graded.
   *
   * Throws a RowError naming path and line for a file that cannot be read as rows.
   *
   * @example
   * const rows = await Rows.from("rows.jsonl", { systemPrompt: "Help customers." });
   */
  static from<R extends Row>(source: Iterable<R>, context?: RowsContext): Rows<RowsStage, R>;
  static from(source: string, context?: RowsContext): Promise<Rows>;
  static from<R extends RowFields>(source: Iterable<R>, context?: RowsContext): Rows<RowsStage, R & Row>;
  // Where none of these fits, the compiler takes the result from the first and the words of its error from the last.
  static from(source: string | Iterable<Row>, context: RowsContext = {}): Rows | Promise<Rows> {
    if (typeof source === "string") return fromFile(source, context);
    if (typeof source !== "object" || source === null || !(Symbol.iterator in source)) {
      throw new OptionError({
        option: "source",
        received: source,
        message: "Rows.from() takes rows or the path of a file.",
        fix: 'Call Rows.from("rows.jsonl") or Rows.from([row, …]).',
      });
    }
    const rows = [...source];
    return new Rows(stageOf(rows), rows, null, context);
  }

  [Symbol.iterator](): Iterator<R> {
    return this.rows[Symbol.iterator]();
  }

  get length(): number {
    return this.rows.length;
  }

  /**
   * Judges every row. The judge is a function, a verifier, `Judge({rubric})`, a backend or a spec string; without one
   * the configured judge is used. A row that cannot be judged gets `reward: null` with the reason; the others go on.
   */
  async grade(judge?: JudgeLike<R>, options?: GradeOptions): Promise<Rows<"graded", GradedRow<R>, GradeReport>> {
    const graded = await grade(this.rows, judge, options);
    return new Rows("graded", graded.rows, graded.report, this.context);
  }

  /** Pass@1, pass^k, pass@k and headroom with intervals over tasks. Rows that are not graded are left out and counted. */
  passAt(options?: PassAtOptions): PassAt {
    return passAt(this.rows, options);
  }

  /**
   * Whether the rows of a later run are better than these: the delta report, with these as the side before. Nothing is played;
   * `compare()` of the library plays both sides.
   */
  compare(after: Iterable<RowLike>, options?: DeltaReportOptions): DeltaReport {
    return deltaReport(this.rows, after, options);
  }

  /** Where the agent fails: by tool, rule, stance, fault, marker or any field, each cell with its interval. */
  failureTable(options?: FailureTableOptions): FailureTable {
    return failureTable(this.rows, options);
  }

  /** The rows that failed (reward 0). Rows without a verdict are not failures. */
  failures(): R[] {
    return this.rows.filter((row) => binaryLabel(row) === 0);
  }

  /** The rows that have no verdict. */
  unjudged(): R[] {
    return this.rows.filter((row) => row.reward === undefined || row.reward === null);
  }

  /**
   * Whether the judge of these rows can be relied on, by the labels that some of them carry (`gold_reward`, see `attachLabels`).
   * With `judge` it is asked again, too: as the rows are, with filler, and by `probes`.
   */
  trust(options?: JudgeTrustOptions): Promise<JudgeTrustReport> {
    return judgeTrust(this.rows, options);
  }

  /**
   * Lays failed and missing rows to the agent, the simulated user, the world, the judge or the infrastructure (`row.blame`). Failures of the
   * simulator and the infrastructure lose their reward, so that rates leave them out; `exclude` says which do.
   */
  blame(options?: AttributeFailuresOptions): Rows<Stage, R, BlameReport> {
    const { rows, report } = attributeFailures(this.rows, options);
    return new Rows(this.stage, rows, report, this.context);
  }

  /** Keeps the rows that carry training signal; the report says what each gate dropped and why. */
  select(options: { mode: "rl" } & RlOptions): Rows<"selected", R, RlSelectionReport>;
  select(options: SftOptions): Rows<"selected", R, SftSelectionReport>;
  select(
    options: ({ mode: "rl" } & RlOptions) | SftOptions,
  ): Rows<"selected", R, RlSelectionReport | SftSelectionReport>;
  select(
    options: ({ mode: "rl" } & RlOptions) | SftOptions,
  ): Rows<"selected", R, RlSelectionReport | SftSelectionReport> {
    const selection = options?.mode === "sft" ? optimize(this.rows, options) : optimize(this.rows, options);
    return new Rows("selected", selection.rows as readonly R[], selection.report, {
      ...this.context,
      mode: selection.mode,
    });
  }

  /**
   * The rows that no evaluation has too, by task id, verbatim, and by runs of words that both texts share; the report says
   * of each row that went which eval row it was.
   *
   * @example
   * const clean = scored.decontaminate({ against: await Rows.from("eval.jsonl") });
   */
  decontaminate(options: DecontaminateOptions): Rows<Stage, R, DecontaminationReport> {
    return this.#with(decontaminate(this.rows, options));
  }

  /** As `decontaminate`, and then by meaning: what an embedder finds as near an eval prompt as `similarity` goes too. */
  async decontaminateSemantic(options: DecontaminateSemanticOptions): Promise<Rows<Stage, R, DecontaminationReport>> {
    return this.#with(await decontaminateSemantic(this.rows, options));
  }

  /** Pairs of a better and a worse reply to the same prompt, matched by length, for DPO, reward models and KTO. */
  pairs(options?: PreferencePairsOptions): Pairs<R> {
    const { pairs, report } = buildPreferencePairs(this.rows, options);
    return new Pairs(pairs, report, this.context);
  }

  /** What the reward really pays for, inside asks, against what chance gives. `endorsed` names what it is meant to pay for. */
  hackScan(options?: HackScanOptions): HackScanReport {
    return hackScan(this.rows, options);
  }

  /** What the reward pays for in later rows that it does not pay for in these. */
  hackScanDiff(after: Iterable<RowLike>, options?: HackScanOptions): HackScanDiffReport {
    return hackScanDiff(this.rows, after, options);
  }

  /** How the reward goes with length, calls, set phrases and trace flags, inside asks. */
  rewardCorrelations(options?: RewardCorrelationsOptions): RewardCorrelationsReport {
    return rewardCorrelations(this.rows, options);
  }

  /** The tasks from easy to hard, without those that are solved, out of reach, or not measured well enough to tell. */
  curriculum(options?: CurriculumOptions): CurriculumReport {
    return curriculum(this.rows, options);
  }

  /** The rows without those of solved tasks. They print as rows: `curriculum` is the report. */
  retireSolved(options?: RetireOptions): Rows<Stage, R, null> {
    return new Rows(this.stage, retireSolved(this.rows, options), null, this.context);
  }

  /**
   * Train and holdout by whole tasks, or by whole tools, rules or cells; train rows that repeat the holdout go. A number is
   * the share to hold out.
   *
   * @throws GateError when a side would be empty.
   */
  split(options?: number | SplitHoldoutOptions): RowsSplit<Stage, R> {
    const { train, holdout, report } = splitHoldout(this.rows, options);
    return { train: this.#with({ rows: train, report }), holdout: this.#with({ rows: holdout, report }), report };
  }

  /**
   * Splits, then gates the train side: what is left to train on must have contrast of its own.
   *
   * @throws GateError what `split` and `gradientGate` throw.
   */
  gateSplit(options?: GateSplitOptions): GatedRowsSplit<Stage, R> {
    const { train, holdout, split, gate } = gateSplit(this.rows, options);
    return {
      train: new Rows(this.stage, train, gate, this.context),
      holdout: this.#with({ rows: holdout, report: split }),
      split,
      gate,
    };
  }

  /** Prompts with nearly the same words. Nothing is dropped. */
  nearDuplicatePrompts(options?: NearDuplicatesOptions): NearDuplicatesReport {
    return nearDuplicatePrompts(this.rows, options);
  }

  /**
   * Writes files that trainers load. A selection for RL becomes a prompt set (`train.jsonl`) with its rollouts beside it
   * (`train.rollouts.jsonl`), everything else prompt/completion samples, one per agent turn; `format` asks for another shape.
   */
  export(path: string, options?: ExportRowsOptions): Promise<ExportFileReport> {
    return exportRows(this.rows, path, { ...this.context, ...options });
  }

  /** Writes the rows as they are (JSONL), with the tools and the system prompt in a manifest beside them. */
  async save(path: string): Promise<void> {
    const { writeRows } = await import("@whileai/core/node");
    await writeRows(path, this.rows);
    await writeManifest(path, manifestOf(this.context));
  }

  /** Some of these rows, at the same stage. */
  #with<Made extends Report>({
    rows,
    report,
  }: {
    readonly rows: readonly R[];
    readonly report: Made;
  }): Rows<Stage, R, Made> {
    return new Rows(this.stage, rows, report, this.context);
  }

  toString(): string {
    if (this.report !== null) return this.report.toString();
    const tasks = new Set(this.rows.filter((row) => isRecord(row)).map(taskKey));
    return `${countText(this.rows.length, `${this.stage} row`)} of ${countText(tasks.size, "task")}`;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}

async function fromFile(path: string, context: RowsContext): Promise<Rows> {
  // Files are the only thing here that needs Node's streams; importing the library does not load them.
  const { readResultsFile } = await import("./read-results-file.js");
  const [{ rows }, manifest] = await Promise.all([readResultsFile(path), readManifest(path)]);
  return new Rows(stageOf(rows), rows, null, { ...manifest, ...context });
}

function stageOf(rows: readonly Row[]): RowsStage {
  return rows.some((row) => isRecord(row) && row.reward !== undefined) ? "graded" : "simulated";
}
