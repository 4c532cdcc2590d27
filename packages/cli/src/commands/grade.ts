import { join } from "node:path";
import type { Row } from "@whileai/core";
import { readRows, writeRows } from "@whileai/core/node";
import { fileVerdictCache, type GradeOptions, type GradeReport, grade, type JudgeLike } from "@whileai/judges";
import type { Command } from "commander";
import { manifestOf, readManifest, writeManifest } from "../library/manifest.js";
import { openResultsFile } from "../library/read-results-file.js";
import { Rows } from "../library/rows.js";
import { checkOutPath, FORCE_OPTION } from "../options/check-out-path.js";
import { asksModel, gradeFolder } from "../options/grade-folder.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom } from "../options/judge-option.js";
import { decimalNumber, milliseconds, wholeNumber } from "../options/number-option.js";
import { rowsResult } from "../results/rows-result.js";
import { wroteRows } from "../results/wrote-rows.js";
import { type AddCommand, type CommandResult, JSON_OPTION, reportResult } from "../terminal/command.js";
import { commandLine } from "../terminal/command-line.js";
import { EXIT, type Terminal } from "../terminal/terminal.js";

interface GradeCommandOptions extends JudgeCommandOptions {
  name?: string;
  timeout?: number;
  maxUsd?: number;
  maxTokens?: number;
  requestsPerMinute?: number;
  store?: string;
  resume?: boolean;
  cache?: string;
  batch?: boolean;
  out?: string;
  force?: boolean;
  json?: boolean;
}

/** `whileai grade`: a verdict for every row of a file. */
export const addGrade: AddCommand = (program, perform) => {
  const command = program
    .command("grade")
    .description("judge every row of a file with a model, a verifier, a constitution or your own function")
    .argument("<rows>", "a JSONL file of rows");
  addJudgeOptions(command)
    .option("--name <name>", "the judge's name on the rows (default: its own)")
    .option(
      "--concurrency <n>",
      "rows judged at the same time (default 8; of a module, as many as the machine runs in parallel)",
      wholeNumber,
    )
    .option("--timeout <seconds>", "deadline for a row", decimalNumber)
    .option("--max-usd <dollars>", "the most that the models that judge may cost", decimalNumber)
    .option("--max-tokens <n>", "the most tokens, read and written, that they may use", wholeNumber)
    .option("--requests-per-minute <n>", "requests to one endpoint (default: what it allows)", decimalNumber)
    .option(
      "--store <dir>",
      "the folder that keeps graded rows as they come, so that the same command goes on after Ctrl-C or a crash, and a file may be larger than memory (default for models: .whileai/runs/grade-<id>)",
    )
    .option("--resume", "keep the verdicts that this version of the judge has given to rows of the file")
    .option("--cache <dir>", "verdicts of earlier gradings, by what the judge is shown")
    .option("--batch", "ask in the vendor's batches at half the price, within a day (OpenAI, Anthropic)")
    .option("--out <path>", "where the graded rows go (default: stdout, as JSONL)")
    .option(...FORCE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      "\nExit codes: 0 every row had its turn, 1 the judge failed the labels of its constitution, 2 nothing graded, interrupted, or a limit met.",
    )
    .action((path: string, options: GradeCommandOptions) =>
      perform(options, async (terminal) => {
        checkOutPath({ out: options.out }, options);
        const judge = await judgeFrom(options);
        const given = gradeOptions(options, terminal);
        if (options.store === undefined && !asksModel(judge))
          return gradedInMemory(path, judge, given, options, terminal);
        return gradedInFolder(path, judge, given, options, command, terminal);
      }),
    );
};

function gradeOptions(options: GradeCommandOptions, { signal }: Terminal): GradeOptions {
  const { concurrency, timeout, maxUsd, maxTokens, requestsPerMinute, resume, cache, batch, name } = options;
  return {
    limits: { concurrency, timeoutMs: milliseconds(timeout), maxUsd, maxTokens, requestsPerMinute },
    resume,
    cache: cache === undefined ? undefined : fileVerdictCache(cache),
    batch,
    judgeName: name,
    signal,
  };
}

const isWhole = (report: GradeReport): boolean => !report.aborted && report.stoppedBecause === null;
const exitOf = (report: GradeReport): number => (isWhole(report) && report.graded > 0 ? EXIT.ok : EXIT.notEvaluated);

/** Verdicts that cost nothing are only kept where a folder was asked for. */
async function gradedInMemory(
  path: string,
  judge: JudgeLike | undefined,
  given: GradeOptions,
  options: GradeCommandOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const scored = await (await Rows.from(path)).grade(judge, given);
  const report = scored.report as GradeReport;
  if (!isWhole(report))
    terminal.note("not all rows were judged; with --store DIR the same command goes on where it ended");
  const save = (out: string) => scored.save(out);
  return rowsResult(
    { rows: scored.rows, context: scored.context, report, exitCode: exitOf(report), save },
    options,
    terminal,
  );
}

/** Rows are read, judged and kept one by one; what they become is read from the folder. */
async function gradedInFolder(
  path: string,
  judge: JudgeLike | undefined,
  given: GradeOptions,
  options: GradeCommandOptions,
  command: Command,
  terminal: Terminal,
): Promise<CommandResult> {
  const [file, manifest] = await Promise.all([openResultsFile(path), readManifest(path)]);
  const dir = options.store ?? (await gradeFolder(path, judge, { name: options.name }));
  const { report } = await grade(file.rows, judge, { ...given, store: { dir, keepRows: false } });
  const landed = (): AsyncIterable<Row> => readRows(join(dir, "rows.jsonl"));
  const exitCode = exitOf(report);
  if (!isWhole(report)) {
    // The rows without a verdict are in no folder: a file without them would pass for the whole.
    const again = commandLine(command, { store: dir });
    terminal.note(`not all rows were judged; the others are in ${join(dir, "rows.jsonl")}. Go on with: ${again}`);
    if (options.out !== undefined) return reportResult(report, exitCode);
  }
  if (options.out !== undefined) {
    const { rows } = await writeRows(options.out, landed());
    await writeManifest(options.out, manifestOf(manifest ?? {}));
    terminal.note(wroteRows(options.out, rows, manifest ?? {}));
    return reportResult(report, exitCode);
  }
  if (options.json)
    return { text: null, document: { report: report.toJSON(), rows: await listOf(landed()) }, exitCode };
  for await (const row of landed()) terminal.out(JSON.stringify(row));
  terminal.note(report.toString());
  return { text: null, document: undefined, exitCode };
}

async function listOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}
