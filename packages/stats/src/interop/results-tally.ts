import {
  describeError,
  isRecord,
  type Note,
  type Row,
  RowError,
  scalarReward,
  taskKey,
  WhileaiError,
} from "@whileai/core";
import { idField } from "./field.js";
import {
  type ResultProblem,
  type ResultRun,
  type ResultsFormat,
  type ResultsReport,
  resultsReport,
} from "./results-report.js";

/** Problems that a report names; all are counted. Convention. */
const MAX_PROBLEMS = 20;

/** What every reader of results takes. */
export interface ReadingOptions {
  /** The name of the file, for errors, for the report and for `lineage.file`. */
  readonly name?: string | undefined;
  /** What an entry that cannot be read does: be skipped, counted and reported (default), or fail with its RowError. */
  readonly onBadEntry?: "skip" | "throw" | undefined;
}

/** Where an entry stands in its file. */
export interface EntryPlace {
  readonly line?: number | undefined;
  readonly field?: string | undefined;
}

/** Counts what is read, entry by entry. */
export class ResultsTally {
  rewardFrom: string | null = null;
  alternatives: readonly string[] = [];
  readonly notes: Note[] = [];
  readonly #format: ResultsFormat;
  readonly #name: string | undefined;
  readonly #throws: boolean;
  readonly #problems: ResultProblem[] = [];
  readonly #tasks = new Set<string>();
  readonly #runs = new Map<string, { evalRun: string | null; policyVersion: string | null; nRows: number }>();
  readonly #rollouts = new Map<string, number>();
  #rows = 0;
  #scored = 0;
  #skipped = 0;

  constructor(format: ResultsFormat, options: ReadingOptions) {
    this.#format = format;
    this.#name = options.name;
    this.#throws = options.onBadEntry === "throw";
  }

  /** The row that `read` makes of an entry; null when it throws, which is counted. */
  entry(place: EntryPlace, read: () => Row): Row | null {
    let row: Row | null = null;
    this.attempt(place, () => {
      row = read();
      this.#count(row);
    });
    return row;
  }

  /** Whether `read` comes through; what it throws is counted. */
  attempt(place: EntryPlace, read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      this.#problem(this.#rowError(error, place));
      return false;
    }
  }

  /** Counts an entry that is left out on purpose. */
  leaveOut(): void {
    this.#skipped++;
  }

  /** The next free rollout index of a task in a run. */
  nextRollout(run: string, task: string): number {
    const key = JSON.stringify([run, task]);
    const index = this.#rollouts.get(key) ?? 0;
    this.#rollouts.set(key, index + 1);
    return index;
  }

  report(): ResultsReport {
    const runs: ResultRun[] = [...this.#runs.values()].map((run) => ({ ...run }));
    return resultsReport(
      {
        format: this.#format,
        name: this.#name ?? null,
        nRows: this.#rows,
        nTasks: this.#tasks.size,
        nScored: this.#scored,
        nUnscored: this.#rows - this.#scored,
        nSkipped: this.#skipped,
        rewardFrom: this.rewardFrom,
        alternatives: [...this.alternatives],
        runs,
        problems: [...this.#problems],
      },
      [...this.notes, ...this.#ownNotes(runs)],
    );
  }

  #ownNotes(runs: readonly ResultRun[]): Note[] {
    const notes: Note[] = [];
    if (runs.length > 1)
      notes.push({
        code: "several_runs",
        severity: "warning",
        message: `The rows are of ${runs.length} runs; statistics over all of them mix them.`,
        fix: "Keep those of one run (see `runs`), or compare them.",
      });
    if (this.#skipped > this.#problems.length && this.#problems.length === MAX_PROBLEMS)
      notes.push({
        code: "more_problems",
        severity: "warning",
        message: `Of ${this.#skipped} skipped entries the first ${MAX_PROBLEMS} are named.`,
      });
    if (this.#rows === 0)
      notes.push({ code: "no_rows", severity: "warning", message: "No row could be read: nothing can be measured." });
    return notes;
  }

  #count(row: Row): void {
    this.#rows++;
    if (scalarReward(row) !== null) this.#scored++;
    this.#tasks.add(taskKey(row));
    const evalRun = isRecord(row.lineage) ? (idField(row.lineage.eval_run) ?? null) : null;
    const policyVersion = row.policy_version ?? null;
    const key = JSON.stringify([evalRun, policyVersion]);
    const run = this.#runs.get(key) ?? { evalRun, policyVersion, nRows: 0 };
    run.nRows++;
    this.#runs.set(key, run);
  }

  #problem(error: RowError): void {
    if (this.#throws) throw error;
    this.#skipped++;
    if (this.#problems.length >= MAX_PROBLEMS) return;
    const { code, message, path, line, field } = error;
    this.#problems.push({ code, message, path, line, field });
  }

  #rowError(error: unknown, place: EntryPlace): RowError {
    if (error instanceof RowError) return error;
    const message = WhileaiError.isInstance(error) ? error.message : describeError(error);
    return new RowError({
      path: this.#name,
      ...place,
      message: `${place.field === undefined ? "the entry" : `\`${place.field}\``} cannot be read (${message}).`,
      fix: "Write the entry again with the tool it comes from, or remove it.",
      cause: error,
    });
  }
}
