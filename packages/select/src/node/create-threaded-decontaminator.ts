import { availableParallelism } from "node:os";
import { checkOptions, isRecord, optionRule, type RowLike } from "@whileai/core";
import { STREAMED_HITS } from "../decontaminate/create-decontaminator.js";
import { type DecontaminatorOptions, readDecontaminatorOptions } from "../decontaminate/decontaminate-options.js";
import type { DecontaminationReport } from "../decontaminate/decontamination-report.js";
import { DecontaminationTally } from "../decontaminate/decontamination-tally.js";
import { type EvalSources, readEvalSet } from "../decontaminate/eval-set.js";
import { requireStream } from "../decontaminate/require-stream.js";
import { RowRules, rowTexts } from "../decontaminate/row-verdict.js";
import type { TextScan } from "../decontaminate/text-scan.js";
import { ScanThread } from "./scan-thread.js";
import { shareArrays } from "./share-arrays.js";

/** Threads beyond these wait for the one that reads the rows. Convention. */
const MOST_DEFAULT_THREADS = 8;
const MOST_THREADS = 256;
/** A chunk is closed at so many rows or characters: long enough that handing it over costs little. Convention. */
const CHUNK_ROWS = 512;
const CHUNK_CHARACTERS = 1 << 18;
/** Chunks on their way for each thread: one in work, one waiting. */
const CHUNKS_PER_THREAD = 2;

/** The options of a decontaminator with threads. */
export interface ThreadedDecontaminatorOptions extends DecontaminatorOptions {
  /** How many threads compare texts. Default: as many as the machine has cores, at most 8. */
  readonly threads?: number | undefined;
}

/** Holds training rows against eval rows in several threads, and counts. */
export interface ThreadedDecontaminator {
  /** The rows that are not contaminated, in the order in which they come. Entries that are no rows are left out. */
  filter<R extends RowLike>(rows: Iterable<R> | AsyncIterable<R>): AsyncGenerator<R, void, undefined>;
  /** What was found so far. */
  report(): DecontaminationReport;
  /** Ends the threads. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** With the kept rows of a chunk at a time: a promise for each row is slow. */
interface ChunkedDecontaminator extends ThreadedDecontaminator {
  filterChunks<R extends RowLike>(rows: Iterable<R> | AsyncIterable<R>): AsyncGenerator<R[]>;
}

interface Chunk<R> {
  readonly rows: readonly R[];
  readonly texts: readonly string[];
  readonly scans: Promise<(TextScan | null)[]>;
}

/**
 * A decontaminator whose text comparison runs in worker threads: the same rows and the same report as
 * `createDecontaminator` in one thread. The eval texts are prepared once, in memory that the threads share; a few chunks of
 * rows are on their way at a time.
 *
 * @throws OptionError for an unknown option, a bad value, or an `against` that is no list.
 *
 * @example
 * const decontaminator = createThreadedDecontaminator(["Where is order 4473?"], { threads: 2 });
 * for await (const row of decontaminator.filter([{ prompt: "Cancel order 12." }])) console.log(row.prompt);
 * await decontaminator.close();
 */
export function createThreadedDecontaminator(
  against: EvalSources,
  options: ThreadedDecontaminatorOptions = {},
): ThreadedDecontaminator {
  const { filterChunks: _, ...decontaminator } = threadedDecontaminatorOf(
    "createThreadedDecontaminator",
    against,
    options,
    STREAMED_HITS,
  );
  return decontaminator;
}

/** As {@link createThreadedDecontaminator}, in the name of `call`; `execArgv` are Node's flags in the threads. */
export function threadedDecontaminatorOf(
  call: string,
  against: EvalSources,
  options: ThreadedDecontaminatorOptions,
  hitsKept: number,
  execArgv?: readonly string[],
): ChunkedDecontaminator {
  const { threads, ...rest } = options;
  const settings = readDecontaminatorOptions(call, rest);
  checkOptions(call, { threads }, { threads: optionRule.integer(1, MOST_THREADS) });
  const set = readEvalSet(call, against, settings.ngram);
  const tally = new DecontaminationTally(set, settings, hitsKept);
  const rules = new RowRules(set, settings);
  const data = { index: shareArrays(set.index), table: shareArrays(set.table.data), settings };
  const count = threads ?? Math.min(MOST_DEFAULT_THREADS, availableParallelism());
  const pool = Array.from({ length: count }, () => new ScanThread(data, execArgv));

  const send = <R extends RowLike>(rows: readonly R[], texts: readonly string[]): Chunk<R> => {
    const idlest = pool.reduce((least, thread) => (thread.load < least.load ? thread : least));
    const scans = idlest.scan(texts);
    // Whoever reads the chunk hears of a failure; until then it is nobody's.
    scans.catch(() => undefined);
    return { rows, texts, scans };
  };

  /** Sends rows off as chunks; a promise is made for each chunk and not for each row, unless the rows come one by one. */
  async function* chunksOf<R extends RowLike>(rows: Iterable<R> | AsyncIterable<R>): AsyncGenerator<Chunk<R>> {
    let waiting: R[] = [];
    let texts: string[] = [];
    let characters = 0;
    const isFull = (row: R): boolean => {
      waiting.push(row);
      for (const text of rowTexts(row, settings.fields)) {
        texts.push(text);
        characters += text.length;
      }
      return waiting.length >= CHUNK_ROWS || characters >= CHUNK_CHARACTERS;
    };
    const take = (): Chunk<R> => {
      const chunk = send(waiting, texts);
      [waiting, texts, characters] = [[], [], 0];
      return chunk;
    };
    if (Symbol.asyncIterator in rows) {
      for await (const row of rows) if (isFull(row)) yield take();
    } else for (const row of rows) if (isFull(row)) yield take();
    if (waiting.length > 0) yield take();
  }

  const keptOf = async <R extends RowLike>({ rows, texts, scans }: Chunk<R>): Promise<R[]> => {
    const found = await scans;
    const kept: R[] = [];
    let at = 0;
    for (const row of rows) {
      const end = isRecord(row) ? at + settings.fields.length : at;
      const verdict = rules.verdict(row, tally.n, texts.slice(at, end), found.slice(at, end));
      at = end;
      tally.add(verdict);
      if (verdict.kind === "clean") kept.push(row);
    }
    return kept;
  };

  async function* filterChunks<R extends RowLike>(rows: Iterable<R> | AsyncIterable<R>): AsyncGenerator<R[]> {
    const sent: Chunk<R>[] = [];
    for await (const chunk of chunksOf(rows)) {
      sent.push(chunk);
      if (sent.length >= count * CHUNKS_PER_THREAD) yield await keptOf(sent.shift() as Chunk<R>);
    }
    for (const chunk of sent) yield await keptOf(chunk);
  }

  async function* filter<R extends RowLike>(rows: Iterable<R> | AsyncIterable<R>): AsyncGenerator<R, void, undefined> {
    for await (const kept of filterChunks(rows)) yield* kept;
  }

  const close = async (): Promise<void> => {
    await Promise.all(pool.map((thread) => thread.close()));
  };
  return {
    filter: (rows) => filter(requireStream(call, rows)),
    filterChunks: (rows) => filterChunks(requireStream(call, rows)),
    report: () => tally.report(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
