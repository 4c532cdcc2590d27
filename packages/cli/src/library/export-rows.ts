import type { RowLike } from "@whileai/core";
import type { ExportRowsOptions as RecordOptions } from "@whileai/select/export";
import { type ExportFileReport, writeExports } from "./export-file-report.js";
import { exportPlans } from "./export-plans.js";
import { requireExportPath } from "./require-export-path.js";
import type { RowsContext } from "./rows-context.js";

/** Options of an export; those of `@whileai/select/export` with the defaults of the loop. */
export type ExportRowsOptions = RecordOptions;

/**
 * Writes rows as files that trainers load, each file all or nothing.
 *
 * Without `format`, a selection for RL becomes the trainer's prompt set (`trl-grpo`) and, beside it, its graded rollouts
 * (`train.rollouts.jsonl`, for off-policy trainers); other rows become prompt/completion samples, one per agent turn.
 *
 * @throws OptionError for a path or extension that cannot be written, before anything is made.
 * @throws GateError when nothing is left to write or the data would train something wrong; RowError for a bad row.
 *
 * @example
 * await exportRows(rows, "train.jsonl", { format: "openai", systemPrompt, tools });
 */
export async function exportRows(
  rows: Iterable<RowLike>,
  path: string,
  options: ExportRowsOptions & Pick<RowsContext, "mode" | "seed"> = {},
): Promise<ExportFileReport> {
  await requireExportPath(path);
  // Importing the library stays quick: what only an export needs is loaded here.
  const { exportRows: recordsOf } = await import("@whileai/select/export");
  const all = [...rows];
  // All records are made before the first file is written: a refusal leaves no half of an export behind.
  return writeExports(exportPlans(path, options).map((plan) => ({ path: plan.path, ...recordsOf(all, plan.options) })));
}
