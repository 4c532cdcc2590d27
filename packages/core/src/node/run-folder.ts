import { type FileHandle, mkdir, open, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { RowError } from "../errors/row-error.js";
import type { Row } from "../row/row.js";
import { arrangeRows } from "./arrange-rows.js";
import { FolderLock } from "./folder-lock.js";
import { readRange } from "./read-range.js";
import { writeJsonFile } from "./replace-file.js";
import { RowAppender } from "./row-appender.js";
import { indexRows, type RowIndex } from "./row-index.js";
import { parsedLine, rowLines } from "./row-lines.js";
import { MANIFEST, type RunManifest, readRunManifest } from "./run-manifest.js";
import { isSystemError, unwritable } from "./unwritable.js";

/** The other files of a run folder. */
const ROWS = "rows.jsonl";
const EVENTS = "events.jsonl";
const REPORT = "report.json";
const REJECTED = "rejected.jsonl";

/** Something that happened in a run and differs from run to run. */
export interface RunEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface RunFolderOptions {
  readonly manifest: RunManifest;
  /** Called with the manifest of a run that is there already; throws when it is another run. */
  readonly checkManifest: (found: RunManifest) => void;
  /** The name of a row, or undefined for a row that is not of this run. */
  readonly keyOf: (row: Row) => string | undefined;
  /** Called with each event of earlier sessions, in order. */
  readonly onEvent: (event: RunEvent) => void;
  /** Rows after which files are flushed to the disk itself. */
  readonly syncEvery?: number | undefined;
}

/**
 * A run on disk: `manifest.json` (what was asked), `rows.jsonl` (the rows as they land), `events.jsonl` (what differs from
 * run to run) and `report.json` (at the end). It can be stopped at any moment and opened again; one process at a time
 * writes to it. Lines that are no row of the run are moved to `rejected.jsonl`.
 */
export class RunFolder {
  readonly dir: string;
  /** Lines of rows.jsonl that were moved away: torn by a crash of the machine, of another run, or there twice. */
  readonly rejected: number;
  /** Lines of events.jsonl that say nothing. */
  readonly unreadableEvents: number;
  readonly #lock: FolderLock;
  readonly #rows: RowAppender;
  readonly #events: RowAppender;
  readonly #index: RowIndex;
  readonly #reader: FileHandle;

  private constructor(
    dir: string,
    parts: {
      lock: FolderLock;
      rows: RowAppender;
      events: RowAppender;
      index: RowIndex;
      reader: FileHandle;
      rejected: number;
      unreadableEvents: number;
    },
  ) {
    this.dir = dir;
    this.rejected = parts.rejected;
    this.unreadableEvents = parts.unreadableEvents;
    this.#lock = parts.lock;
    this.#rows = parts.rows;
    this.#events = parts.events;
    this.#index = parts.index;
    this.#reader = parts.reader;
  }

  /** Opens a folder, making it when it is not there, and reads what earlier sessions left. */
  static async open(dir: string, options: RunFolderOptions): Promise<RunFolder> {
    await makeFolder(dir);
    const lock = await FolderLock.take(dir);
    const opened: { close(): Promise<void> }[] = [];
    try {
      await settleManifest(dir, options);
      const path = join(dir, ROWS);
      const { index, rejected } = await indexRows(path, join(dir, REJECTED), options.keyOf);
      const sync = { syncEvery: options.syncEvery };
      const rows = await RowAppender.open(path, sync);
      opened.push(rows);
      const events = await RowAppender.open(join(dir, EVENTS), sync);
      opened.push(events);
      let unreadableEvents = 0;
      for await (const { row } of rowLines(join(dir, EVENTS))) {
        if (row !== undefined && typeof row.event === "string") options.onEvent(row as unknown as RunEvent);
        else unreadableEvents++;
      }
      const reader = await open(path, "r");
      return new RunFolder(dir, { lock, rows, events, index, reader, rejected, unreadableEvents });
    } catch (error) {
      await Promise.allSettled(opened.map((file) => file.close()));
      await lock.release();
      throw isSystemError(error) ? unwritable(dir, error) : error;
    }
  }

  /** How many rows earlier sessions left. */
  get landed(): number {
    return this.#index.size;
  }

  /** Where the rows are. */
  get rowsPath(): string {
    return this.#rows.path;
  }

  has(key: string): boolean {
    return this.#index.placeOf(key) !== undefined;
  }

  /** The row of that name which an earlier session left. */
  async read(key: string): Promise<Row | undefined> {
    const place = this.#index.placeOf(key);
    if (place === undefined) return undefined;
    const line = await readRange(this.#reader, place.start, place.end);
    // Exactly what was written: `loadRows` would turn large whole numbers into text.
    return parsedLine(line.toString("utf8")) as Row;
  }

  /** Adds a row. Resolves when the operating system has it, so that not even `kill -9` takes it back. */
  append(row: Row): Promise<void> {
    return this.#rows.append(row);
  }

  /** Adds an event, as safely as a row. */
  note(event: RunEvent): Promise<void> {
    return this.#events.append(event);
  }

  /**
   * Puts the rows in order on disk, all or nothing. No row can be added afterwards.
   *
   * @param rankOf - Where a row belongs.
   */
  async arrange(rankOf: (row: Row) => number): Promise<void> {
    await this.#rows.close();
    await arrangeRows(this.#rows.path, (row) => (row === undefined ? Number.POSITIVE_INFINITY : rankOf(row)));
  }

  /** Writes the report, all or nothing. */
  async writeReport(report: unknown): Promise<void> {
    await writeJsonFile(join(this.dir, REPORT), report);
  }

  /** Takes the run away again, and its folder when nothing else is in it. */
  async discard(): Promise<void> {
    try {
      await this.#closeFiles();
      // While the folder is still held: whoever takes it next must find its own files there.
      for (const name of [ROWS, EVENTS, REPORT, REJECTED, MANIFEST]) await rm(join(this.dir, name), { force: true });
    } finally {
      await this.#lock.release();
    }
    await rmdir(this.dir).catch(() => undefined);
  }

  /** Flushes everything to the disk itself and gives the folder free. Twice is fine. */
  async close(): Promise<void> {
    try {
      await this.#closeFiles();
    } finally {
      await this.#lock.release();
    }
  }

  async #closeFiles(): Promise<void> {
    const closed = await Promise.allSettled([this.#rows.close(), this.#events.close(), this.#reader.close()]);
    for (const outcome of closed) if (outcome.status === "rejected") throw outcome.reason;
  }
}

/** True for a folder in which a run has begun: it holds a manifest or rows. */
export async function holdsRun(dir: string): Promise<boolean> {
  for (const name of [MANIFEST, ROWS]) {
    const found = await stat(join(dir, name)).catch(() => undefined);
    if (found !== undefined) return true;
  }
  return false;
}

async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
  } catch (error) {
    throw isSystemError(error) ? unwritable(dir, error) : error;
  }
}

async function settleManifest(dir: string, options: RunFolderOptions): Promise<void> {
  const found = await readRunManifest(dir);
  if (found !== undefined) return options.checkManifest(found);
  if ((await stat(join(dir, ROWS)).catch(() => undefined))?.size)
    throw new RowError({
      path: join(dir, ROWS),
      code: "manifest_missing",
      message: "there are rows here, and no manifest that says of which run.",
      fix: "Give another folder.",
    });
  await writeJsonFile(join(dir, MANIFEST), options.manifest);
}
