import { createReport, type Note, OptionError, type ReportOf, type Row } from "@whileai/core";
import type { ExportReport, ExportRowsOptions as RecordOptions, RowFormat } from "@whileai/select/export";
import { rowsPathBeside } from "./path-beside.js";
import type { RowsContext } from "./rows-context.js";

/** Options of an export; those of `@whileai/select/export` with the defaults of the loop. */
export type ExportRowsOptions = RecordOptions;

/** One file of an export. */
export interface ExportedFile {
  readonly path: string;
  readonly format: RowFormat;
  readonly records: number;
  /** What was done to make its records. */
  readonly report: ExportReport;
}

interface ExportFileFields {
  readonly files: readonly ExportedFile[];
}

/** The report of an export to files. */
export type ExportFileReport = ReportOf<"export_files", ExportFileFields>;

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
  rows: Iterable<Row>,
  path: string,
  options: ExportRowsOptions & Pick<RowsContext, "mode" | "seed"> = {},
): Promise<ExportFileReport> {
  if (typeof path !== "string" || path === "") {
    throw new OptionError({
      option: "path",
      received: path,
      message: "export: the path of the file is missing.",
      fix: 'Say where it goes: export("train.jsonl").',
    });
  }
  // Importing the library stays quick: what only an export needs is loaded here.
  const { rowFileFormat, writeRows } = await import("@whileai/core/node");
  const { exportRows: recordsOf } = await import("@whileai/select/export");
  rowFileFormat(path);
  const { mode, seed: _, ...given } = options;
  const all = [...rows];
  const plans: { path: string; options: RecordOptions }[] = [];
  if (given.format === undefined && mode === "rl" && given.unroll === undefined && given.mask === undefined) {
    // The prompt set carries no calls, so tools would only be an unknown column to the trainer.
    plans.push({ path, options: { ...given, format: "trl-grpo" } });
    plans.push({ path: rowsPathBeside(path, "rollouts"), options: { ...given, format: "rollouts" } });
  } else if (given.format === undefined) {
    const unroll = given.unroll ?? given.mask === undefined;
    plans.push({ path, options: { ...given, format: "trl", unroll } });
  } else plans.push({ path, options: given });

  // All records are made before the first file is written: a refusal leaves no half of an export behind.
  const made = plans.map((plan) => ({ ...plan, ...recordsOf(all, plan.options) }));
  const files: ExportedFile[] = [];
  for (const { path: target, records, report } of made) {
    const written = await writeRows(target, records);
    files.push({ path: target, format: report.format as RowFormat, records: written.rows, report });
  }
  return createReport("export_files", { files }, sharedNotes(files), renderExport);
}

/** Notes of all files, each once. */
function sharedNotes(files: readonly ExportedFile[]): Note[] {
  const seen = new Set<string>();
  return files
    .flatMap((file) => file.report.notes)
    .filter((note) => !seen.has(note.message) && seen.add(note.message) !== undefined);
}

function renderExport({ files }: ExportFileFields): string {
  return files
    .map(({ path, report }) => {
      const [head = "", ...rest] = report.toString().split("\n");
      return [`${path}: ${head}`, ...rest].join("\n");
    })
    .join("\n");
}
