import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { AbortError, JudgeError, onAbort } from "@whileai/core";
import { compiledWasm } from "../compiled-wasm.js";
import { findPackage } from "../find-package.js";
import { orderOf, type SqlOrder } from "./order-of.js";
import type { SqlRow } from "./same-rows.js";
import { WORKER_SOURCE } from "./worker-source.js";

/** What SQLite is compiled to, beside the package's code. */
const WASM = "sql-wasm.wasm";
/** Rows of a result that are read; convention. */
const MOST_ROWS = 100_000;
/** Bytes of a result that are read; convention. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Memory that SQLite may use for one query. */
const HEAP_BYTES = 256 * 1024 * 1024;
/** Heap of the thread besides SQLite's own memory, in MB: both results, and what is made of them. */
const THREAD_HEAP_MB = 512;
/** Time that SQLite gets to start, which is no query's. */
const START_MS = 60_000;
/** What a query is said to be when its time is up. */
export const TIMEOUT = "timeout";

/** What a query gave. */
export type QueryResult =
  | {
      readonly rows: readonly SqlRow[];
      readonly columns: readonly string[];
      /** With an order: what it tells the rows apart by, where that could be found out. */
      readonly keys?: readonly string[] | undefined;
      readonly problem?: undefined;
    }
  | { readonly rows?: undefined; readonly problem: string };

/** What is run: both queries on databases that `schema` makes anew. */
export interface QueryPair {
  readonly schema: string;
  readonly gold: string;
  readonly candidate: string;
  /** Wall time of each query. */
  readonly timeoutMs: number;
}

/** Where the optional package is; throws a JudgeError when it is missing. */
export const findSqlite = (): string => findPackage("sql.js", "verify.SQLMatch: queries run in");

/** Both results, and the order that the gold asks for. */
export interface QueryResults {
  readonly gold: QueryResult;
  readonly candidate: QueryResult;
  readonly order: SqlOrder | undefined;
}

/** Runs both queries in a thread that is ended when one takes too long or the signal fires. */
export async function runQueries(
  { schema, gold, candidate, timeoutMs }: QueryPair,
  signal: AbortSignal,
): Promise<QueryResults> {
  const library = findSqlite();
  const wasm = await compiledWasm(join(dirname(library), WASM));
  if (signal.aborted) throw new AbortError({ cause: signal.reason });
  const order = orderOf(gold);
  const limits = { mostRows: MOST_ROWS, mostBytes: MOST_BYTES, heapBytes: HEAP_BYTES };
  const worker = new Worker(WORKER_SOURCE, {
    eval: true,
    env: {},
    workerData: { library, wasm, schema, gold, order, candidate, ...limits },
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  let stopWaiting = (): void => {};
  try {
    return await new Promise((resolve, reject) => {
      stopWaiting = onAbort(signal, () => reject(new AbortError({ cause: signal.reason })));
      let wanted: QueryResult | undefined;
      const broken = (problem: string): void =>
        wanted === undefined
          ? resolve({ gold: { problem }, candidate: { problem }, order })
          : resolve({ gold: wanted, candidate: { problem }, order });
      const restart = (milliseconds: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => broken(TIMEOUT), milliseconds);
      };
      restart(START_MS);
      worker.on(
        "message",
        (message: { ready?: true; gold?: QueryResult; candidate?: QueryResult; broken?: string }) => {
          if (message.ready === true) restart(timeoutMs);
          else if (message.gold !== undefined) {
            wanted = message.gold;
            restart(timeoutMs);
          } else if (message.candidate !== undefined && wanted !== undefined)
            resolve({ gold: wanted, candidate: message.candidate, order });
          else
            reject(
              new JudgeError({
                message: `verify.SQLMatch: SQLite could not be started: ${message.broken ?? "no reason given"}.`,
                fix: "Install sql.js 1.10 or newer.",
              }),
            );
        },
      );
      worker.once("error", () => broken("the query broke off"));
    });
  } finally {
    clearTimeout(timer);
    stopWaiting();
    await worker.terminate();
  }
}
