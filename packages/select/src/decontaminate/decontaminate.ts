import { type RowLike, requireRows } from "@whileai/core";
import { printed } from "../notes/printed.js";
import { decontaminatorOf } from "./create-decontaminator.js";
import { type DecontaminateOptions, readDecontaminateOptions } from "./decontaminate-options.js";
import type { DecontaminationReport } from "./decontamination-report.js";
import { readEvalSet } from "./eval-set.js";

/** The rows that may be trained on, and what was found in the others. */
export interface Decontaminated<R extends RowLike> {
  readonly rows: R[];
  readonly report: DecontaminationReport;
}

/**
 * Takes training rows out that an evaluation has too. A row goes when its task's id is that of an eval row, when a text of
 * it is an eval text verbatim (case, spacing and compatibility forms aside; short texts: punctuation too), when runs of
 * `ngram` words of one eval text cover at least `overlap` of its words (`near`), or when it holds at least `overlap` of the
 * words of an eval text (`contains`). Words are Unicode words; ideographs and letters of scripts without spaces each count as
 * one. Runs that more than half of a source's eval rows have (and more than four), or more than 100 of them, are a shared
 * preamble: they flag nothing and count for no share.
 *
 * The eval texts are the prompts, and `answer` and `reference` where a row has them. Rows come back as they were, in order.
 *
 * @throws OptionError for an unknown option, a bad value, or an `against` that is no list.
 *
 * @example
 * const { rows, report } = decontaminate(
 *   [{ prompt: "where is ORDER 4473" }, { prompt: "Cancel order 12." }],
 *   { against: [{ prompt: "Where is order 4473?", task_id: "e1" }] },
 * );
 * rows.length; // 1
 * report.hits[0]?.evalTaskId; // "e1"
 */
export function decontaminate<R extends RowLike>(rows: Iterable<R>, options: DecontaminateOptions): Decontaminated<R> {
  const given = requireRows("decontaminate", rows);
  const settings = readDecontaminateOptions("decontaminate", options);
  const set = readEvalSet("decontaminate", options.against, settings.ngram);
  const decontaminator = decontaminatorOf("decontaminate", set, settings, Number.POSITIVE_INFINITY);
  const kept = [...decontaminator.filter(given)];
  return printed({ rows: kept, report: decontaminator.report() }, "report");
}
