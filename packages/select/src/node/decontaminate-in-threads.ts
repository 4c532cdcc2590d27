import type { RowLike } from "@whileai/core";
import type { Decontaminated } from "../decontaminate/decontaminate.js";
import { type DecontaminateOptions, readDecontaminateOptions } from "../decontaminate/decontaminate-options.js";
import { printed } from "../notes/printed.js";
import { type ThreadedDecontaminatorOptions, threadedDecontaminatorOf } from "./create-threaded-decontaminator.js";

/** The options of `decontaminateInThreads`. */
export interface ThreadedDecontaminateOptions extends DecontaminateOptions, ThreadedDecontaminatorOptions {}

/**
 * `decontaminate` in worker threads, for sets that are large: the same rows in the same order, and the same report.
 *
 * @throws OptionError for an unknown option, a bad value, or an `against` that is no list.
 *
 * @example
 * const { rows, report } = await decontaminateInThreads(
 *   [{ prompt: "where is ORDER 4473" }, { prompt: "Cancel order 12." }],
 *   { against: ["Where is order 4473?"], threads: 2 },
 * );
 * rows.length; // 1
 */
export async function decontaminateInThreads<R extends RowLike>(
  rows: Iterable<R> | AsyncIterable<R>,
  options: ThreadedDecontaminateOptions,
): Promise<Decontaminated<R>> {
  return decontaminateWith(rows, options);
}

/** As {@link decontaminateInThreads}; `execArgv` are Node's flags in the threads. */
export async function decontaminateWith<R extends RowLike>(
  rows: Iterable<R> | AsyncIterable<R>,
  options: ThreadedDecontaminateOptions,
  execArgv?: readonly string[],
): Promise<Decontaminated<R>> {
  const call = "decontaminateInThreads";
  const { threads, ...given } = options ?? {};
  readDecontaminateOptions(call, given as DecontaminateOptions);
  const { against, ...rest } = given as DecontaminateOptions;
  const decontaminator = threadedDecontaminatorOf(
    call,
    against,
    { ...rest, threads },
    Number.POSITIVE_INFINITY,
    execArgv,
  );
  try {
    const kept: R[] = [];
    for await (const chunk of decontaminator.filterChunks(rows)) for (const row of chunk) kept.push(row);
    return printed({ rows: kept, report: decontaminator.report() }, "report");
  } finally {
    await decontaminator.close();
  }
}
