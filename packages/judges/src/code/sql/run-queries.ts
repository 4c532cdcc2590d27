import { Worker } from "node:worker_threads";
import { AbortError, JudgeError, onAbort } from "@whileai/core";
import { findPackage } from "../find-package.js";
import type { SqlCell } from "./same-rows.js";
import { WORKER_SOURCE } from "./worker-source.js";

/** Rows of a result that are read; convention. */
const MOST_ROWS = 100_000;
/** Memory that SQLite may use for one query. */
const HEAP_BYTES = 256 * 1024 * 1024;
/** Time that SQLite gets to start, which is no query's. */
const START_MS = 60_000;
/** What a query is said to be when its time is up. */
export const TIMEOUT = "timeout";

/** What a query gave. */
export type QueryResult =
  | { readonly rows: readonly (readonly SqlCell[])[]; readonly problem?: undefined }
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

/** Runs both queries in a thread that is ended when one takes too long or the signal fires. */
export async function runQueries(
  { schema, gold, candidate, timeoutMs }: QueryPair,
  signal: AbortSignal,
): Promise<{ readonly gold: QueryResult; readonly candidate: QueryResult }> {
  if (signal.aborted) throw new AbortError({ cause: signal.reason });
  const worker = new Worker(WORKER_SOURCE, {
    eval: true,
    env: {},
    workerData: { library: findSqlite(), schema, gold, candidate, mostRows: MOST_ROWS, heapBytes: HEAP_BYTES },
  });
  let timer: NodeJS.Timeout | undefined;
  let stopWaiting = (): void => {};
  try {
    return await new Promise((resolve, reject) => {
      stopWaiting = onAbort(signal, () => reject(new AbortError({ cause: signal.reason })));
      let wanted: QueryResult | undefined;
      const broken = (problem: string): void =>
        wanted === undefined
          ? resolve({ gold: { problem }, candidate: { problem } })
          : resolve({ gold: wanted, candidate: { problem } });
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
            resolve({ gold: wanted, candidate: message.candidate });
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
