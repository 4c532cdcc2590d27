import { type DecontaminationReport, decontaminateSemantic } from "@whileai/select";
import { type Command, Option } from "commander";
import { manifestOf, readManifest, writeManifest } from "../library/manifest.js";
import { openResultsFile } from "../library/read-results-file.js";
import { FORCE_OPTION } from "../options/check-out-path.js";
import { EMBEDDER_HELP, embedderFrom } from "../options/embedder-option.js";
import { evalSources } from "../options/eval-sources.js";
import { nameList, namePairs } from "../options/list-option.js";
import { decimalNumber, wholeNumber } from "../options/number-option.js";
import { refuseTogether } from "../options/refuse-together.js";
import { rowOutputs } from "../options/row-outputs.js";
import { flaggedRows } from "../results/flagged-rows.js";
import { checkOf, REPORT_BESIDE_OPTION } from "../results/report-file.js";
import { type ScannedRows, scanRows } from "../results/scan-rows.js";
import { wroteRows } from "../results/wrote-rows.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT, type Terminal } from "../terminal/terminal.js";

interface DecontaminateCommandOptions {
  against: string[];
  columns?: Record<string, string>;
  ngram?: number;
  overlap?: number;
  coverageOf?: "train" | "eval" | "either";
  fields?: string[];
  embedder?: string;
  similarity?: number;
  threads?: number;
  out?: string;
  force?: boolean;
  flagged?: string;
  report?: string;
  json?: boolean;
}

const HELP_ENDING = `
Examples:
  whileai decontaminate train.jsonl --against eval.jsonl                      # a check
  whileai decontaminate train.jsonl --against a.jsonl b.jsonl --out clean.jsonl --flagged flagged.jsonl

Rows are read one by one: the training file may be larger than memory, the evaluations are held in it. With --embedder
the clean rows are held too.

Exit codes: without --out (a check) 0 clean, 1 contaminated; with --out (a filter) 0, whatever was taken out;
2 nothing could be compared (no rows, no eval texts, none of --fields on any row) or nothing is left.`;

/** `whileai decontaminate`: training rows that an evaluation has too. */
export const addDecontaminate: AddCommand = (program, perform) => {
  const command = program
    .command("decontaminate")
    .description("find training rows that an evaluation has too, and with --out take them out")
    .argument("<train>", "training rows (.jsonl, .json, each plain or packed)")
    .requiredOption("--against <file...>", "evaluations, each a file of rows (required)")
    .option(
      "--columns <field=column,…>",
      "where the evaluations hold prompt, answer or task_id under another name: prompt=question,answer=target",
      namePairs,
    )
    .option("--fields <names>", "fields of the training rows that are compared (default prompt)", nameList)
    .option("--ngram <n>", "words in a run that must be alike (default 8)", wholeNumber)
    .option("--overlap <share>", "share of a text's words that must be covered (default 0.8)", decimalNumber)
    .addOption(new Option("--coverage-of <side>", "whose words (default either)").choices(["either", "train", "eval"]))
    .option("--threads <n>", "compare in so many worker threads", wholeNumber)
    .option("--embedder <spec>", EMBEDDER_HELP)
    .option("--similarity <cosine>", "from which two texts mean the same (default 0.85)", decimalNumber)
    .optionsGroup("Output:")
    .option("--out <path>", "where the clean rows go; without it this is a check, and nothing is written")
    .option("--flagged <path>", "where the contaminated rows go, each with its evidence in the field contamination")
    .option(...FORCE_OPTION)
    .option(...REPORT_BESIDE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", HELP_ENDING);
  command.action((train: string, options: DecontaminateCommandOptions) =>
    perform(options, async (terminal) => {
      const { out, flagged } = options;
      const keep = rowOutputs({ out, flagged }, { ...options, reads: [train, ...options.against] }, terminal);
      const report = await decontaminated(train, options, command, terminal);
      if (report === null) {
        terminal.note("interrupted: no rows were written");
        return { text: null, document: null, exitCode: EXIT.notEvaluated };
      }
      const exitCode = exitOf(report, out !== undefined);
      if (exitCode === EXIT.notEvaluated) terminal.note(`exit code ${exitCode}: ${whyNotEvaluated(report)}`);
      const result = {
        ...reportResult(report, exitCode),
        checks: [checkOf(report, exitCode, `${report.nContaminated} of ${report.n} rows are contaminated`)],
      };
      await keep(result);
      return result;
    }),
  );
};

/** Reads, compares and writes; null when it was interrupted before the rows were written. */
async function decontaminated(
  train: string,
  options: DecontaminateCommandOptions,
  command: Command,
  terminal: Terminal,
): Promise<DecontaminationReport | null> {
  const { ngram, overlap, coverageOf, fields, threads, embedder, similarity, out, flagged } = options;
  if (embedder !== undefined)
    refuseTogether(command, (name) => name === "threads", {
      beside: "--embedder",
      because: "the embedder is what takes the time",
    });
  const textRules = { ngram, overlap, coverageOf, fields };
  const semantic = embedder === undefined ? undefined : await embedderFrom(embedder);
  if (semantic === undefined) refuseTogether(command, (name) => name === "similarity", { beside: "no --embedder" });
  const against = await evalSources(options.against, options.columns);
  const { rows } = await openResultsFile(train);
  const { signal } = terminal;
  try {
    let scanned: ScannedRows;
    if (semantic === undefined) scanned = scanRows(rows, against, { ...textRules, threads, signal });
    else {
      const found = await decontaminateSemantic(rows, {
        ...textRules,
        against,
        embedder: semantic,
        similarity,
        signal,
      });
      scanned = { kept: found.rows, report: async () => found.report };
    }
    if (out !== undefined) await saveRows(out, scanned.kept, train, terminal);
    else for await (const _row of scanned.kept);
    const report = await scanned.report();
    if (flagged !== undefined) {
      const again = await openResultsFile(train);
      await saveRows(flagged, flaggedRows(again.rows, report), train, terminal);
    }
    return report;
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}

async function saveRows(
  path: string,
  rows: Iterable<unknown> | AsyncIterable<unknown>,
  train: string,
  terminal: Terminal,
): Promise<void> {
  const { writeRows } = await import("@whileai/core/node");
  const written = await writeRows(path, rows);
  const manifest = (await readManifest(train)) ?? {};
  await writeManifest(path, manifestOf(manifest));
  terminal.note(wroteRows(path, written.rows, manifest));
}

/** A check that compared nothing is none; a filter that leaves nothing is of no use. */
function exitOf(report: DecontaminationReport, isFilter: boolean): number {
  if (isFilter && report.nKept === 0) return EXIT.notEvaluated;
  if (report.nContaminated > 0) return isFilter ? EXIT.ok : EXIT.failed;
  const isCompared = report.nEvalTexts > 0 && report.nWithoutText < report.n - report.nSkipped;
  return isCompared ? EXIT.ok : EXIT.notEvaluated;
}

function whyNotEvaluated({ n, nSkipped, nContaminated, nEvalTexts, fields }: DecontaminationReport): string {
  if (n === nSkipped) return "there is no training row";
  if (nContaminated === n - nSkipped) return "no row is left";
  if (nEvalTexts === 0)
    return "no eval row has a prompt, an answer or a reference; --columns prompt=question says where they have another name";
  return `no training row has a word in ${fields.join(", ")}; --fields names others`;
}
