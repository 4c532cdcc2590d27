import { isRecord, OptionError, type Row } from "@whileai/core";
import type { RlOptions, SftOptions, VerifierFindings } from "@whileai/select";
import type { Command } from "commander";
import { Rows } from "../library/rows.js";
import { FORCE_OPTION } from "../options/check-out-path.js";
import { LEAK_RULE_OPTION } from "../options/leak-rule-option.js";
import { nameList } from "../options/list-option.js";
import { decimalNumber, shareRange, wholeNumber } from "../options/number-option.js";
import { readFileOption } from "../options/read-text-option.js";
import { refuseTogether } from "../options/refuse-together.js";
import { rowOutputs } from "../options/row-outputs.js";
import { droppedRows } from "../results/dropped-rows.js";
import { checkOf, REPORT_BESIDE_OPTION } from "../results/report-file.js";
import { rowsResult } from "../results/rows-result.js";
import { type AddCommand, JSON_OPTION } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

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
  leakRule?: string;
  pick?: string;
  perPrompt?: number;
  minReward?: number;
  target?: number;
  seed?: number;
  out?: string;
  force?: boolean;
  dropped?: string;
  report?: string;
  json?: boolean;
}

const HELP_ENDING = `
Examples:
  whileai select graded.jsonl --mode rl --endorsed tool:get_order --out selected.jsonl
  whileai select graded.jsonl --mode sft --per-prompt 2 --out selected.jsonl

Exit codes: 0 rows were selected, 2 none was.`;

/** Options that say something in one mode alone. */
const RL_OPTIONS = ["band", "bandRule", "enforceBand", "minSpread", "order", "prior", "endorsed", "audit"];
const SFT_OPTIONS = ["pick", "perPrompt", "minReward"];

/** `whileai select`: the rows that carry training signal. */
export const addSelect: AddCommand = (program, perform) => {
  const command = program
    .command("select")
    .description("keep the rows that carry training signal, and say what was dropped and why")
    .argument("<rows>", "a JSONL file of graded rows")
    .requiredOption("--mode <mode>", "rl or sft (required)")
    .option("--target <n>", "how many rows to keep; rl: whole groups, so a few more (default 1000)", wholeNumber)
    .option("--duplicates <rule>", "keep or drop replies that repeat one of their prompt (default: rl keep, sft drop)")
    .option(
      "--truncated <rule>",
      "drop or keep replies cut by the token cap; rl: also penalize, with reward 0 (default drop)",
    )
    .option(...LEAK_RULE_OPTION)
    .option("--seed <n>", "the seed of random choices", wholeNumber)
    .optionsGroup("rl:")
    .option("--band <lo..hi>", "pass rates that are kept (default 0.2..0.8)", shareRange)
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
    .option("--endorsed <feature...>", "what the reward is meant to pay for, so that the scan can tell", nameList)
    .option("--audit <file>", "the JSON of auditVerifier: a verifier that fails right answers is a warning")
    .optionsGroup("sft:")
    .option("--pick <rule>", "top, topOverall or random (default top)")
    .option("--per-prompt <n>", "completions kept for each prompt (default 1)", wholeNumber)
    .option("--min-reward <number>", "the least reward that passes (default 1)", decimalNumber)
    .optionsGroup("Output:")
    .option("--out <path>", "where the selected rows go (default: stdout, as JSONL)")
    .option("--dropped <path>", "where the other rows go, each with the gate that took it in the field dropped")
    .option(...FORCE_OPTION)
    .option(...REPORT_BESIDE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", HELP_ENDING);
  command.action((path: string, options: SelectCommandOptions) =>
    perform(options, async (terminal) => {
      const { out, force, json: _, dropped, report: reportPath, prior, audit, enforceBand, ...given } = options;
      const places = { report: reportPath, force, reads: [path, prior, audit] };
      const keep = rowOutputs({ out, dropped }, places, terminal);
      refuseOtherMode(options.mode, command);
      const rows = await Rows.from(path);
      const selected = rows.select({
        ...given,
        ...(enforceBand ? {} : { enforceBand }),
        ...(prior === undefined ? {} : { prior: await priorRows(prior) }),
        ...(audit === undefined ? {} : { audit: await readAudit(audit) }),
      } as unknown as ({ mode: "rl" } & RlOptions) | SftOptions);
      const { report } = selected;
      const exitCode = selected.length === 0 ? EXIT.notEvaluated : EXIT.ok;
      await keep({
        text: report.toString(),
        document: report.toJSON(),
        exitCode,
        reports: [report],
        checks: [checkOf(report, exitCode, `${selected.length} rows selected`)],
      });
      if (dropped !== undefined) {
        const { writeRows } = await import("@whileai/core/node");
        const written = await writeRows(dropped, droppedRows(rows.rows, report.dropped));
        terminal.note(`wrote ${dropped} (${written.rows} ${written.rows === 1 ? "row" : "rows"}, each with its gate)`);
      }
      const save = (path: string) => selected.save(path);
      const result = await rowsResult(
        { rows: selected.rows, context: selected.context, report, exitCode, save },
        options,
        terminal,
      );
      const left = report.dropped.length;
      if (dropped === undefined && left > 0)
        terminal.note(
          `${left} ${left === 1 ? "row was" : "rows were"} left out; --dropped FILE writes each with its gate`,
        );
      return result;
    }),
  );
};

/** A rule of the other mode would be one that nobody follows. */
function refuseOtherMode(mode: string, command: Command): void {
  const others = mode === "rl" ? SFT_OPTIONS : mode === "sft" ? RL_OPTIONS : [];
  const other = mode === "rl" ? "sft" : "rl";
  refuseTogether(command, (name) => others.includes(name), {
    beside: `--mode ${mode}`,
    because: `it is for --mode ${other}`,
  });
}

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
