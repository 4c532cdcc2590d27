import type { Row } from "@whileai/core";
import {
  createDecontaminator,
  type DecontaminationReport,
  type DecontaminatorOptions,
  type EvalSources,
} from "@whileai/select";

/** The rows that are not contaminated, as they come, and what was found once they were read. */
export interface ScannedRows {
  readonly kept: Iterable<Row> | AsyncIterable<Row>;
  readonly report: () => Promise<DecontaminationReport>;
}

/** How rows are compared: by which rules, in how many threads, until when. */
export interface ScanRowsOptions extends DecontaminatorOptions {
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Compares rows one by one, in memory that does not grow with how many there are. */
export function scanRows(
  rows: Iterable<Row> | AsyncIterable<Row>,
  against: EvalSources,
  { threads, signal, ...options }: ScanRowsOptions,
): ScannedRows {
  const source = untilAborted(rows, signal);
  if (threads === undefined) {
    const decontaminator = createDecontaminator(against, options);
    return { kept: decontaminator.filter(source), report: async () => decontaminator.report() };
  }
  let report: DecontaminationReport | undefined;
  async function* inThreads(): AsyncGenerator<Row, void, undefined> {
    const { createThreadedDecontaminator } = await import("@whileai/select/node");
    await using decontaminator = createThreadedDecontaminator(against, { ...options, threads });
    yield* decontaminator.filter(source);
    report = decontaminator.report();
  }
  return { kept: inThreads(), report: async () => report as DecontaminationReport };
}

async function* untilAborted(
  rows: Iterable<Row> | AsyncIterable<Row>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row, void, undefined> {
  for await (const row of rows) {
    signal?.throwIfAborted();
    yield row;
  }
}
