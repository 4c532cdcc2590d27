import { canonicalJson, cutText, isRecord, type Json, notJson, OptionError, type Row } from "@whileai/core";
import type { RunFolder, RunManifest } from "@whileai/core/node";
import { bareRow } from "./bare-row.js";
import type { GradeStoreOptions } from "./grade-options.js";
import { isGraded } from "./kept-verdict.js";
import { hasJudgedSteps } from "./without-verdict.js";

/** Rows after which files are flushed to the disk itself, where a verdict costs money and where not. Convention. */
const SYNC_EVERY_PAID = 20;
const SYNC_EVERY_FREE = 2000;

/** What decides the verdicts of a grading besides the rows. */
export interface GradeIdentity {
  readonly hash: string;
  readonly options: Readonly<Record<string, Json>>;
}

/** A grading on disk: what earlier sessions left, and a place for the rows that land now. */
export class GradeStore {
  readonly #folder: RunFolder;
  readonly #isPaid: boolean;
  /** Rows of earlier sessions that this one has used. */
  recalled = 0;
  /** Rows that are not in the folder, because JSON cannot hold them. */
  unwritten = 0;

  private constructor(folder: RunFolder, isPaid: boolean) {
    this.#folder = folder;
    this.#isPaid = isPaid;
  }

  /** @throws OptionError when the folder holds something else, or must not be gone on with; RowError when it cannot be used. */
  static async open(plan: GradeStoreOptions, identity: GradeIdentity, isPaid: boolean): Promise<GradeStore> {
    const { holdsRun, RUN_SCHEMA, RunFolder } = await import("@whileai/core/node");
    if (plan.resume === false && (await holdsRun(plan.dir))) throw taken(plan.dir);
    const folder = await RunFolder.open(plan.dir, {
      manifest: { schema: RUN_SCHEMA, kind: "grade", options_hash: identity.hash, options: identity.options },
      checkManifest: (found) => checkSame(plan.dir, found, identity),
      keyOf: (row) => placeOf(row),
      onEvent: () => {},
      syncEvery: isPaid ? SYNC_EVERY_PAID : SYNC_EVERY_FREE,
    });
    await folder.note({ event: "session", rows: folder.landed, rejected: folder.rejected });
    return new GradeStore(folder, isPaid);
  }

  get dir(): string {
    return this.#folder.dir;
  }

  /** Lines of rows.jsonl that were moved away: rows without a verdict, which are judged again, and torn ones. */
  get rejected(): number {
    return this.#folder.rejected;
  }

  /** Whether an earlier session left the verdict of the row at a place. */
  holds(at: number): boolean {
    return this.#folder.has(String(at));
  }

  /**
   * The graded row that an earlier session left for a row.
   *
   * @throws OptionError when it is of another row: the folder holds a grading of other rows.
   */
  async recall(row: Row, at: number): Promise<Row | undefined> {
    if (!this.holds(at)) return undefined;
    const found = await this.#folder.read(String(at));
    if (found === undefined) return undefined;
    // Rewards on steps that the judge wrote over are the same row's, whatever stood there.
    const judgedSteps = hasJudgedSteps(found) || hasJudgedSteps(row);
    if (asWritten(found, judgedSteps) !== asWritten(row, judgedSteps)) throw otherRows(this.dir, at);
    this.recalled++;
    return found;
  }

  /** Keeps a graded row, and what it took. Resolves when the operating system has it. */
  async keep(row: Row, at: number, milliseconds: number | null): Promise<void> {
    if (notJson(row) !== undefined) {
      this.unwritten++;
      return;
    }
    await this.#folder.append(row);
    if (!this.#isPaid || milliseconds === null) return;
    // What differs from run to run; a grading without it is whole, so it is not waited for.
    const event = { event: "row", row: at, ms: Math.round(milliseconds) };
    this.#folder.note(event).catch(() => undefined);
  }

  /** Puts the rows in the order of the input and writes the report. */
  async finish(report: unknown): Promise<void> {
    await this.#folder.arrange((row) => Number(placeOf(row, true) ?? Number.POSITIVE_INFINITY));
    await this.#folder.writeReport(report);
  }

  close(): Promise<void> {
    return this.#folder.close();
  }
}

/** Where a row stood, as its name in the folder; undefined for one that still needs a verdict. */
function placeOf(row: Row, evenUnjudged = false): string | undefined {
  const at = isRecord(row.lineage) ? row.lineage.scoring_row : undefined;
  const isPlace = Number.isSafeInteger(at) && (at as number) >= 0;
  return isPlace && (evenUnjudged || isGraded(row)) ? String(at) : undefined;
}

/** What a row says besides its verdict, as the folder would hold it; undefined for one that it could not hold. */
function asWritten(row: Row, judgedSteps: boolean): string | undefined {
  try {
    return canonicalJson(JSON.parse(JSON.stringify(bareRow(row, judgedSteps))));
  } catch {
    return undefined;
  }
}

function checkSame(dir: string, found: RunManifest, { hash, options }: GradeIdentity): void {
  if (found.options_hash === hash) return;
  const there = isRecord(found.options) ? found.options : {};
  const names = [...new Set([...Object.keys(there), ...Object.keys(options)])].filter(
    (name) => canonicalJson(there[name]) !== canonicalJson(options[name]),
  );
  const what =
    found.kind === "grade"
      ? `a grading with another ${names.map((name) => `${name} (${short(there[name])} there, ${short(options[name])} here)`).join(", ")}`
      : "a run that is no grading";
  throw new OptionError({
    option: "store.dir",
    received: dir,
    message: `grade: ${dir} holds ${what}.`,
    fix: "Give another store.dir.",
  });
}

const LONGEST_SHOWN = 60;

function short(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? "nothing");
  return text.length > LONGEST_SHOWN ? `${cutText(text, LONGEST_SHOWN)}…` : text;
}

const otherRows = (dir: string, at: number): OptionError =>
  new OptionError({
    option: "store.dir",
    received: dir,
    message: `grade: ${dir} holds a grading of other rows: row ${at} (from 0) is not the one that was judged there.`,
    fix: "Give another store.dir, or the rows of that grading in their order; more rows at the end are fine.",
  });

const taken = (dir: string): OptionError =>
  new OptionError({
    option: "store.resume",
    received: false,
    message: `grade: ${dir} holds a grading, and store.resume is false.`,
    fix: "Give another store.dir, or leave store.resume out to go on with that one.",
  });
