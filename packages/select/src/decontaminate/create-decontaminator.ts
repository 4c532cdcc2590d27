import type { RowLike } from "@whileai/core";
import {
  type DecontaminateSettings,
  type DecontaminatorOptions,
  readDecontaminatorOptions,
} from "./decontaminate-options.js";
import type { DecontaminationHit, DecontaminationReport } from "./decontamination-report.js";
import { DecontaminationTally } from "./decontamination-tally.js";
import { type EvalSet, type EvalSources, readEvalSet } from "./eval-set.js";
import { requireStream } from "./require-stream.js";
import { RowRules, rowTexts } from "./row-verdict.js";
import { TextScanner } from "./text-scanner.js";

/** A streamed report keeps the evidence of so many contaminated rows. */
export const STREAMED_HITS = 10_000;

/** Holds training rows against eval rows one at a time, and counts. */
export interface Decontaminator {
  /** Why the row is contaminated, or null. What is no row is counted as such, and null. */
  check(row: RowLike): DecontaminationHit | null;
  /** The rows that are not contaminated, as they come. Entries that are no rows are left out. */
  filter<R extends RowLike>(rows: Iterable<R>): Generator<R, void, undefined>;
  filter<R extends RowLike>(rows: AsyncIterable<R>): AsyncGenerator<R, void, undefined>;
  /** What was found so far. */
  report(): DecontaminationReport;
}

/**
 * Prepares eval rows for streaming: training rows are checked one at a time, in memory that does not grow with how many
 * there are (each contaminated one costs its number, and the first 10,000 their evidence). The rules are those of
 * {@link decontaminate}.
 *
 * @throws OptionError for an unknown option, a bad value, or an `against` that is no list.
 *
 * @example
 * const decontaminator = createDecontaminator([{ prompt: "Where is order 4473?" }]);
 * const kept = [...decontaminator.filter([{ prompt: "where is ORDER 4473" }, { prompt: "Cancel order 12." }])];
 * kept.length; // 1
 * decontaminator.report().nContaminated; // 1
 */
export function createDecontaminator(against: EvalSources, options: DecontaminatorOptions = {}): Decontaminator {
  const settings = readDecontaminatorOptions("createDecontaminator", options);
  const set = readEvalSet("createDecontaminator", against, settings.ngram);
  return decontaminatorOf("createDecontaminator", set, settings, STREAMED_HITS);
}

/** A decontaminator over what was read. */
export function decontaminatorOf(
  call: string,
  set: EvalSet,
  settings: DecontaminateSettings,
  hitsKept: number,
): Decontaminator {
  const tally = new DecontaminationTally(set, settings, hitsKept);
  const rules = new RowRules(set, settings);
  const scanner = new TextScanner(set.index, set.table, settings);

  /** Whether the row stays, and why it does not. */
  const judge = (row: unknown): { readonly isKept: boolean; readonly hit: DecontaminationHit | null } => {
    const texts = rowTexts(row, settings.fields);
    const scans = texts.map((text) => scanner.scan(text));
    const verdict = rules.verdict(row, tally.n, texts, scans);
    tally.add(verdict);
    return { isKept: verdict.kind === "clean", hit: verdict.hit };
  };

  function* filterNow<R extends RowLike>(rows: Iterable<R>): Generator<R, void, undefined> {
    for (const row of rows) if (judge(row).isKept) yield row;
  }

  async function* filterLater<R extends RowLike>(rows: AsyncIterable<R>): AsyncGenerator<R, void, undefined> {
    for await (const row of rows) if (judge(row).isKept) yield row;
  }

  function filter<R extends RowLike>(rows: Iterable<R>): Generator<R, void, undefined>;
  function filter<R extends RowLike>(rows: AsyncIterable<R>): AsyncGenerator<R, void, undefined>;
  function filter<R extends RowLike>(
    rows: Iterable<R> | AsyncIterable<R>,
  ): Generator<R, void, undefined> | AsyncGenerator<R, void, undefined> {
    requireStream(call, rows);
    return Symbol.asyncIterator in rows ? filterLater(rows) : filterNow(rows);
  }

  return { check: (row) => judge(row).hit, filter, report: () => tally.report() };
}
