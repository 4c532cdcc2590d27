import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RowError } from "../errors/row-error.js";
import { isRecord } from "../json/json.js";
import type { Row } from "../row/row.js";
import { FolderLock } from "./folder-lock.js";
import { RowAppender } from "./row-appender.js";
import { parsedLine, rowLines } from "./row-lines.js";
import { isSystemError, unwritable } from "./unwritable.js";

export const RUN_SCHEMA = "whileai-run/1";

const isOtherVersion = (schema: string): boolean => schema !== RUN_SCHEMA && /^whileai-run\/\d+$/.test(schema);

/** The files of a run folder. */
const MANIFEST = "manifest.json";
const ROWS = "rows.jsonl";
const EVENTS = "events.jsonl";
const REPORT = "report.json";
const REJECTED = "rejected.jsonl";

/** What a run was started with. Everything else in it is kept as it is. */
export interface RunManifest {
  readonly schema: typeof RUN_SCHEMA;
  /** Hash of what decides the rows. */
  readonly options_hash: string;
  readonly [field: string]: unknown;
}

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
      const { index, rejected } = await indexRows(dir, options.keyOf);
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
      for (const file of opened) await file.close();
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
    const buffer = Buffer.alloc(place.end - place.start);
    await this.#reader.read(buffer, 0, buffer.length, place.start);
    // Exactly what was written: `loadRows` would turn large whole numbers into text.
    return parsedLine(buffer.toString("utf8")) as Row;
  }

  /** Adds a row. Resolves when the operating system has it, so that not even `kill -9` takes it back. */
  append(row: Row): Promise<void> {
    return this.#rows.append(row);
  }

  /** Adds an event, as safely as a row. */
  note(event: RunEvent): Promise<void> {
    return this.#events.append(event);
  }

  /** Writes the report, all or nothing. */
  async writeReport(report: unknown): Promise<void> {
    await writeWhole(join(this.dir, REPORT), report);
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

/**
 * The manifest of a run folder; undefined where there is none.
 *
 * @throws RowError for a manifest that whileai did not write, or that was cut.
 */
export async function readRunManifest(dir: string): Promise<RunManifest | undefined> {
  const path = join(dir, MANIFEST);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  const found = parsed(text);
  if (isRecord(found) && found.schema === RUN_SCHEMA && typeof found.options_hash === "string")
    return found as unknown as RunManifest;
  if (isRecord(found) && typeof found.schema === "string" && isOtherVersion(found.schema))
    throw new RowError({
      path,
      code: "manifest_version",
      message: `this run was begun by another version of whileai: its manifest is a ${found.schema}, and this one reads ${RUN_SCHEMA}.`,
      fix: "Go on with it with the version that began it, or give another folder.",
    });
  throw new RowError({
    path,
    code: "manifest_invalid",
    message: "this is not the manifest of a run, or it was cut.",
    fix: "Give another folder; the rows beside it are in rows.jsonl.",
  });
}

/** True for a folder that holds anything besides a lock. */
export async function holdsRun(dir: string): Promise<boolean> {
  for (const name of [MANIFEST, ROWS]) {
    const found = await stat(join(dir, name)).catch(() => undefined);
    if (found !== undefined) return true;
  }
  return false;
}

function parsed(text: string): unknown {
  try {
    return parsedLine(text);
  } catch {
    return undefined;
  }
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
  await writeWhole(join(dir, MANIFEST), options.manifest);
}

async function writeWhole(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
}

/** Where each row of a file lies, by name. */
class RowIndex {
  readonly #lines = new Map<string, number>();
  /** Start and end of each line, one after the other. */
  readonly #places: number[] = [];

  get size(): number {
    return this.#lines.size;
  }

  add(key: string, start: number, end: number): boolean {
    if (this.#lines.has(key)) return false;
    this.#lines.set(key, this.#places.length);
    this.#places.push(start, end);
    return true;
  }

  placeOf(key: string): { start: number; end: number } | undefined {
    const at = this.#lines.get(key);
    return at === undefined ? undefined : { start: this.#places[at] as number, end: this.#places[at + 1] as number };
  }
}

async function indexRows(
  dir: string,
  keyOf: (row: Row) => string | undefined,
): Promise<{ index: RowIndex; rejected: number }> {
  const path = join(dir, ROWS);
  const first = await scan(path, keyOf);
  if (first.bad.length === 0) return { index: first.index, rejected: 0 };
  await moveAway(dir, first.bad);
  return { index: (await scan(path, keyOf)).index, rejected: first.bad.length };
}

interface BadLine {
  readonly start: number;
  readonly end: number;
}

async function scan(path: string, keyOf: (row: Row) => string | undefined) {
  const index = new RowIndex();
  const bad: BadLine[] = [];
  for await (const { row, start, end, isTorn } of rowLines(path)) {
    // The appender mends a torn end.
    if (isTorn) continue;
    const key = row === undefined ? undefined : keyOf(row);
    if (key === undefined || !index.add(key, start, end)) bad.push({ start, end });
  }
  return { index, bad };
}

/** Rewrites the rows without the bad lines, which are kept beside them. */
async function moveAway(dir: string, bad: readonly BadLine[]): Promise<void> {
  const path = join(dir, ROWS);
  const source = await open(path, "r");
  const temporary = `${path}.${randomUUID()}.tmp`;
  const target = await open(temporary, "wx");
  const rejected = await open(join(dir, REJECTED), "a");
  try {
    let at = 0;
    for (const { start, end } of bad) {
      await copy(source, target, at, start);
      await copy(source, rejected, start, end + 1);
      at = end + 1;
    }
    await copy(source, target, at, (await source.stat()).size);
    await target.datasync();
    await rejected.datasync();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await Promise.all([source.close(), target.close(), rejected.close()]);
  }
}

const COPY_BYTES = 1 << 20;

async function copy(source: FileHandle, target: FileHandle, start: number, end: number): Promise<void> {
  const buffer = Buffer.alloc(Math.min(COPY_BYTES, Math.max(1, end - start)));
  for (let at = start; at < end; ) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) return;
    await target.write(buffer, 0, bytesRead);
    at += bytesRead;
  }
}
