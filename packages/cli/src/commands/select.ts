import { isRecord, OptionError, type Report, type Row } from "@whileai/core";
import type { RlOptions, SftOptions, VerifierFindings } from "@whileai/select";
import { Rows } from "../library/rows.js";
import { checkOutPath } from "./check-out-path.js";
import { type AddCommand, JSON_OPTION } from "./command.js";
import { decimalNumber, numberRange, wholeNumber } from "./number-option.js";
import { readFileOption } from "./read-text-option.js";
import { refuseOwnInput } from "./refuse-own-input.js";
import { checkOf, REPORT_BESIDE_OPTION, reportFile } from "./report-file.js";
import { rowsResult } from "./rows-result.js";
import { EXIT } from "./terminal.js";

interface SelectCommandOptions {
  mode: string;
  band?: [number, number];
  bandRule?: string;
  enforceBand: boolean;
  minSpread?: number;
  endorsed?: string[];
  prior?: string;
  audit?: string;
  order?: string;
  duplicates?: string;
  truncated?: string;
  pick?: string;
  perPrompt?: number;
  minReward?: number;
  target?: number;
  seed?: number;
  out?: string;
  report?: string;
  json?: boolean;
}

const HELP_ENDING = `
Examples:
  whileai select graded.jsonl --mode rl --endorsed tool:get_order --out selected.jsonl
  whileai select graded.jsonl --mode sft --per-prompt 2 --out selected.jsonl

Exit codes: 0 rows were selected, 2 none was.`;

/** `whileai select`: the rows that carry training signal. */
export const addSelect: AddCommand = (program, perform) => {
  program
    .command("select")
    .description("keep the rows that carry training signal, and say what was dropped and why")
    .argument("<rows>", "a JSONL file of graded rows")
    .requiredOption("--mode <mode>", "rl or sft (required)")
    .option("--target <n>", "how many rows to keep (default 1000)", wholeNumber)
    .option("--duplicates <rule>", "keep or drop replies that repeat one of their prompt (default: rl keep, sft drop)")
    .option(
      "--truncated <rule>",
      "drop or keep replies cut by the token cap; rl: also penalize, with reward 0 (default drop)",
    )
    .option("--seed <n>", "the seed of random choices", wholeNumber)
    .optionsGroup("rl:")
    .option("--band <lo..hi>", "pass rates that are kept (default 0.2..0.8)", numberRange)
    .option(
      "--band-rule <rule>",
      "point compares the plain pass rate; posterior keeps what is more likely inside than outside (default point)",
    )
    .option("--no-enforce-band", "rank tasks outside the band last instead of dropping them")
    .option(
      "--min-spread <number>",
      "fractional rewards: least difference that counts as contrast (default 0: any)",
      decimalNumber,
    )
    .option("--order <order>", "spread takes pass rates in turn, middle the ones nearest the middle (default spread)")
    .option("--prior <file>", "graded rows of an earlier round: tasks that it saw outside the band go")
    .option("--endorsed <feature...>", "what the reward is meant to pay for, so that the scan can tell")
    .option("--audit <file>", "the JSON of auditVerifier: a verifier that fails right answers is a warning")
    .optionsGroup("sft:")
    .option("--pick <rule>", "top, topOverall or random (default top)")
    .option("--per-prompt <n>", "completions kept for each prompt (default 1)", wholeNumber)
    .option("--min-reward <number>", "the least reward that passes (default 1)", decimalNumber)
    .optionsGroup("Output:")
    .option("--out <path>", "where the selected rows go (default: stdout, as JSONL)")
    .option(...REPORT_BESIDE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", HELP_ENDING)
    .action((path: string, options: SelectCommandOptions) =>
      perform(options, async (terminal) => {
        const { out, json: _, report: reportPath, prior, audit, enforceBand, ...given } = options;
        if (out !== undefined) checkOutPath([out], { force: true });
        refuseOwnInput({ out, report: reportPath }, [path, prior, audit]);
        const keep = reportFile("report", reportPath, terminal);
        const selected = (await Rows.from(path)).select({
          ...given,
          ...(enforceBand ? {} : { enforceBand }),
          ...(prior === undefined ? {} : { prior: await priorRows(prior) }),
          ...(audit === undefined ? {} : { audit: await readAudit(audit) }),
        } as unknown as ({ mode: "rl" } & RlOptions) | SftOptions);
        const report = selected.report as Report;
        const exitCode = selected.length === 0 ? EXIT.notEvaluated : EXIT.ok;
        await keep({
          text: report.toString(),
          document: report.toJSON(),
          exitCode,
          reports: [report],
          checks: [checkOf(report, exitCode, `${selected.length} rows selected`)],
        });
        const save = (path: string) => selected.save(path);
        return rowsResult({ rows: selected.rows, report, exitCode, save }, options, terminal);
      }),
    );
};

const priorRows = async (path: string): Promise<readonly Row[]> => (await Rows.from(path)).rows;

async function readAudit(path: string): Promise<VerifierFindings> {
  const text = await readFileOption("audit", path, "Check the path.");
  try {
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) return parsed as unknown as VerifierFindings;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new OptionError({
    option: "audit",
    received: path,
    message: `--audit: ${path} holds no report of auditVerifier.`,
    fix: "Write it with JSON.stringify(await auditVerifier(rows, …)).",
  });
}
