import { createReport, type Note, type ReportOf } from "@whileai/core";
import type { ExportRecord, ExportReport, PairFormat, RowFormat } from "@whileai/select/export";

/** One file of an export. */
export interface ExportedFile {
  readonly path: string;
  readonly format: RowFormat | PairFormat;
  readonly records: number;
  /** What was done to make its records. */
  readonly report: ExportReport;
}

interface ExportFileFields {
  readonly files: readonly ExportedFile[];
}

/** The report of an export to files. */
export type ExportFileReport = ReportOf<"export_files", ExportFileFields>;

/** Records that are ready, and where they go. */
export interface MadeRecords {
  readonly path: string;
  readonly records: readonly ExportRecord[];
  readonly report: ExportReport;
}

/** Writes records that were all made before, each file all or nothing. */
export async function writeExports(made: readonly MadeRecords[]): Promise<ExportFileReport> {
  const { writeRows } = await import("@whileai/core/node");
  const files: ExportedFile[] = [];
  for (const { path, records, report } of made) {
    const written = await writeRows(path, records);
    files.push({ path, format: report.format as RowFormat | PairFormat, records: written.rows, report });
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
