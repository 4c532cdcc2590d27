import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { OptionError } from "../errors/option-error.js";
import { RowError } from "../errors/row-error.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { LONGEST_TIMER_MS } from "../timer/longest-timer.js";
import { readRange } from "./read-range.js";
import { rowFileFormat } from "./row-file-format.js";
import { parsedLine } from "./row-lines.js";
import { rowText } from "./row-text.js";
import { isSystemError, unwritable } from "./unwritable.js";

/** Rows between two flushes to the disk itself. */
const DEFAULT_SYNC_EVERY = 20;
/** How much of the file's end is read at once while looking for the last newline. */
const TAIL_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Longest time that rows wait for a flush while no others come. */
const DEFAULT_SYNC_AFTER_MS = 2000;

export interface RowAppenderOptions {
  /** Rows after which the file is flushed to the disk itself; closing flushes always. Default 20 (convention). */
  readonly syncEvery?: number | undefined;
  /** Milliseconds after which rows are flushed, however few they are. Default 2000 (convention). */
  readonly syncAfterMs?: number | undefined;
}

/** What had to be mended when a log was opened. */
export interface RowAppenderRepair {
  /** Bytes of a torn last row that were cut off. */
  readonly bytesCut: number;
  /** True when the last row was whole and only lacked its newline, which was added. */
  readonly newlineAdded: boolean;
}

/**
 * An append-only log of rows that survives being stopped at any moment: rows are written as whole lines, and a
 * torn last line is cut off when the log is opened again, so at most rows whose `append` had not resolved are lost.
 *
 * Appends may overlap; they land in the order of the calls. One appender writes to a log at a time: one that finds rows of
 * another behind its own stops with an error instead of writing over them.
 *
 * @example
 * const log = await RowAppender.open("run/rows.jsonl");
 * await log.append({ scenario_id: "s1", reward: 1 });
 * await log.close();
 */
export class RowAppender {
  readonly path: string;
  /** What was mended on opening. */
  readonly repair: RowAppenderRepair;
  readonly #file: FileHandle;
  readonly #syncEvery: number;
  readonly #syncAfterMs: number;
  #end: number;
  #unsynced = 0;
  #appended = 0;
  #queue: Promise<void> = Promise.resolve();
  /** Lines that wait for the write that is running; the next write takes them all. */
  #lines: string[] = [];
  #nextWrite: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** A write began and did not end: bytes behind the end are its own. */
  #hasRemains = false;

  private constructor(
    path: string,
    file: FileHandle,
    { end, repair }: { end: number; repair: RowAppenderRepair },
    options: RowAppenderOptions,
  ) {
    this.path = path;
    this.#file = file;
    this.#end = end;
    this.repair = repair;
    this.#syncEvery = options.syncEvery ?? DEFAULT_SYNC_EVERY;
    this.#syncAfterMs = Math.min(options.syncAfterMs ?? DEFAULT_SYNC_AFTER_MS, LONGEST_TIMER_MS);
  }

  /**
   * Opens a log, making it and its folders when needed, and mends its end.
   *
   * @throws OptionError when the path is not a `.jsonl` file, RowError when the file cannot be opened or mended.
   */
  static async open(path: string, options: RowAppenderOptions = {}): Promise<RowAppender> {
    checkOptions("RowAppender.open", options, {
      syncEvery: optionRule.integer(1),
      syncAfterMs: optionRule.positive,
    });
    const { layout, gzip } = rowFileFormat(path);
    if (layout !== "lines" || gzip)
      throw new OptionError({
        option: "path",
        received: path,
        message: `${path}: rows can only be appended to a plain .jsonl file.`,
        fix: "Append to a .jsonl file and convert it with writeRows() when it is done.",
      });
    const file = await openLog(path);
    try {
      return new RowAppender(path, file, await mendEnd(file), options);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Rows appended since the log was opened. */
  get appended(): number {
    return this.#appended;
  }

  /**
   * Adds a row. Resolves when the operating system has the whole line.
   *
   * @throws RowError when the row holds something JSON cannot, when the disk refuses it, and when another writer has added
   * rows; the log stays as it was.
   */
  async append(row: unknown): Promise<void> {
    if (this.#closed) throw closedError(this.path);
    this.#lines.push(`${rowText(row, { path: this.path })}\n`);
    this.#nextWrite ??= this.#next(() => {
      const lines = this.#lines;
      this.#lines = [];
      this.#nextWrite = undefined;
      return this.#write(lines);
    });
    await this.#nextWrite;
  }

  /** Flushes what was appended to the disk itself. */
  async sync(): Promise<void> {
    await this.#next(() => this.#sync());
  }

  /** Waits for running appends, flushes and closes the file. Closing twice is fine. */
  async close(): Promise<void> {
    if (this.#closed) return this.#queue;
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#next(async () => {
      try {
        await this.#cutRemains();
        await this.#sync();
      } finally {
        await this.#file.close();
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Writes at the known end; what a failed write left behind is cut off first. */
  async #write(lines: readonly string[]): Promise<void> {
    const bytes = Buffer.from(lines.join(""), "utf8");
    try {
      await this.#cutRemains();
      await this.#checkEnd();
      this.#hasRemains = true;
      let written = 0;
      while (written < bytes.length) {
        const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#end + written);
        written += bytesWritten;
      }
    } catch (error) {
      throw isSystemError(error) ? unwritable(this.path, error) : error;
    }
    this.#hasRemains = false;
    this.#end += bytes.length;
    this.#appended += lines.length;
    this.#unsynced += lines.length;
    if (this.#unsynced >= this.#syncEvery) await this.#sync();
    else if (!this.#closed) this.#syncLater();
  }

  #syncLater(): void {
    // A flush that fails now fails again on close, where somebody hears of it.
    this.#timer ??= setTimeout(() => void this.sync().catch(() => undefined), this.#syncAfterMs).unref();
  }

  async #checkEnd(): Promise<void> {
    if ((await this.#file.stat()).size === this.#end) return;
    throw new RowError({
      path: this.path,
      code: "log_shared",
      message: "another writer has changed this log since it was opened here.",
      fix: "Let one run at a time write to a folder, and open the log again.",
    });
  }

  /** Also before closing: a row whose `append` failed must not be there when the log is opened again. */
  async #cutRemains(): Promise<void> {
    if (!this.#hasRemains) return;
    await this.#file.truncate(this.#end);
    this.#hasRemains = false;
  }

  async #sync(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsynced === 0) return;
    await this.#file.datasync();
    this.#unsynced = 0;
  }
}

async function openLog(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return await open(path, constants.O_RDWR | constants.O_CREAT);
  } catch (error) {
    throw isSystemError(error) ? unwritable(path, error) : error;
  }
}

const closedError = (path: string): OptionError =>
  new OptionError({
    option: "path",
    received: path,
    message: `${path}: this log is closed.`,
    fix: "Open it again with RowAppender.open().",
  });

async function mendEnd(file: FileHandle): Promise<{ end: number; repair: RowAppenderRepair }> {
  const { size } = await file.stat();
  const lineStart = await lastLineStart(file, size);
  if (lineStart === size) return { end: size, repair: { bytesCut: 0, newlineAdded: false } };
  if (await isWholeRow(file, lineStart, size)) {
    await file.write(Buffer.from("\n"), 0, 1, size);
    return { end: size + 1, repair: { bytesCut: 0, newlineAdded: true } };
  }
  await file.truncate(lineStart);
  return { end: lineStart, repair: { bytesCut: size - lineStart, newlineAdded: false } };
}

/** Where the last line begins: the position after the last newline, or 0. */
async function lastLineStart(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - TAIL_BYTES);
    const tail = await readRange(file, start, end);
    const newline = tail.lastIndexOf(NEWLINE);
    if (newline >= 0) return start + newline + 1;
    end = start;
  }
  return 0;
}

/** An object that parses cannot be the beginning of a longer one, so it is whole even without its newline. */
async function isWholeRow(file: FileHandle, start: number, end: number): Promise<boolean> {
  try {
    const parsed = parsedLine((await readRange(file, start, end)).toString("utf8"));
    return typeof parsed === "object" && parsed !== null;
  } catch {
    return false;
  }
}
