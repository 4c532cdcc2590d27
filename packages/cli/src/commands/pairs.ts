import { describeError, type Report } from "@whileai/core";
import type { LeakRule } from "@whileai/select";
import type { PairFormat } from "@whileai/select/export";
import { Option } from "commander";
import type { Pairs } from "../library/pairs.js";
import { Rows } from "../library/rows.js";
import { FORCE_OPTION } from "../options/check-out-path.js";
import { LEAK_RULE_OPTION } from "../options/leak-rule-option.js";
import { decimalNumber, wholeNumber } from "../options/number-option.js";
import { readTextOption } from "../options/read-text-option.js";
import { readToolsOption } from "../options/read-tools-option.js";
import { rowOutputs } from "../options/row-outputs.js";
import { checkOf, REPORT_BESIDE_OPTION } from "../results/report-file.js";
import { type AddCommand, type CommandResult, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT, exitCodeOf, type Terminal } from "../terminal/terminal.js";

/** Forms of a file of pairs by their names on the command line; null: the pairs as they are. */
const FORMATS: ReadonlyMap<string, PairFormat | null> = new Map<string, PairFormat | null>([
  ["trl", "trl-dpo"],
  ["trl-rm", "trl-rm"],
  ["trl-kto", "trl-kto"],
  ["openai", "openai"],
  ["fireworks", "fireworks"],
  ["pairs", null],
]);

interface PairsCommandOptions {
  maxPairsPerPrompt?: number;
  minMargin?: number;
  lengthMatch: boolean;
  prefer?: "length" | "margin";
  maxLengthRatio?: number;
  truncated?: "drop" | "keep";
  leakRule?: LeakRule;
  format: string;
  systemPrompt?: string;
  tools?: string;
  toolsEncoding?: "list" | "json";
  out?: string;
  force?: boolean;
  report?: string;
  json?: boolean;
}

const HELP_ENDING = `
Examples:
  whileai pairs graded.jsonl --out pairs.jsonl                      # for TRL's DPO and reward trainers
  whileai pairs graded.jsonl --format pairs --max-length-ratio 2    # both rows whole, on stdout

Exit codes: 0 there are pairs, 1 the file would train something wrong, 2 no prompt has two scores far enough apart.`;

/** `whileai pairs`: preference pairs. */
export const addPairs: AddCommand = (program, perform) => {
  program
    .command("pairs")
    .description("pair better with worse replies to the same prompt, matched by length")
    .argument("<rows>", "a JSONL file of graded rows, several for a prompt")
    .option("--max-pairs-per-prompt <n>", "pairs that a prompt gives at most (default 1)", wholeNumber)
    .option("--min-margin <number>", "least difference of the two rewards (default 1)", decimalNumber)
    .option("--max-length-ratio <number>", "how many times longer one reply may be (default: no limit)", decimalNumber)
    .option("--no-length-match", "do not match replies by length")
    .addOption(
      new Option("--prefer <what>", "what counts first: near lengths or a wide margin (default length)").choices([
        "length",
        "margin",
      ]),
    )
    .addOption(
      new Option("--truncated <rule>", "drop never chooses a reply cut by the token cap (default keep)").choices([
        "drop",
        "keep",
      ]),
    )
    .option(...LEAK_RULE_OPTION)
    .optionsGroup("Output:")
    .addOption(
      new Option("--format <format>", "trl cuts each pair to the turn in which it parts; pairs keeps both rows whole")
        .choices([...FORMATS.keys()])
        .default("trl"),
    )
    .option("--system-prompt <text>", "the agent's system prompt; @ and a path reads a file (default: the manifest's)")
    .option("--tools <path>", "a JSON file with the tools' schemas (default: the manifest's)")
    .option("--tools-encoding <form>", "tools as a list, or as one json text for loaders before datasets 5")
    .option("--out <path>", "where the pairs go (default: stdout, as JSONL)")
    .option(...FORCE_OPTION)
    .option(...REPORT_BESIDE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", HELP_ENDING)
    .action((path: string, options: PairsCommandOptions) =>
      perform(options, async (terminal) => {
        const { out, maxPairsPerPrompt, minMargin, lengthMatch, prefer, maxLengthRatio, truncated, leakRule } = options;
        const keep = rowOutputs({ out }, { ...options, reads: [path, options.tools] }, terminal);
        const rows = await Rows.from(path);
        const pairs = rows.pairs({
          ...{ maxPairsPerPrompt, minMargin, lengthMatch, prefer, maxLengthRatio },
          ...{ truncated, leakRule },
        });
        const { report } = pairs;
        const keepAs = (exitCode: number, reason: string) =>
          keep({ ...reportResult(report, exitCode), checks: [checkOf(report, exitCode, reason)] });
        const exitCode = pairs.length === 0 ? EXIT.notEvaluated : EXIT.ok;
        const made = await recordsOf(pairs, options).catch(async (error: unknown) => {
          await keepAs(exitCodeOf(error), describeError(error));
          throw error;
        });
        await keepAs(exitCode, `${report.pairs} pairs from ${report.promptsSeen} prompts`);
        return pairsResult(pairs, made, options, exitCode, terminal);
      }),
    );
};

type MadePairs = Awaited<ReturnType<typeof recordsOf>>;

/** Pairs in a file with the reports on stdout, or on stdout with the reports beside them. */
async function pairsResult(
  pairs: Pairs,
  made: MadePairs,
  options: PairsCommandOptions,
  exitCode: number,
  terminal: Terminal,
): Promise<CommandResult> {
  const { out, json } = options;
  const reports: Report[] = made.report === null ? [pairs.report] : [pairs.report, made.report];
  const document = { report: pairs.report.toJSON(), export: made.report?.toJSON() ?? null };
  const text = reports.join("\n");
  if (out !== undefined) {
    // No pair is nothing to train on: the file of an earlier run stays.
    if (pairs.length > 0) {
      const { writeRows } = await import("@whileai/core/node");
      const { rows } = await writeRows(out, made.records);
      terminal.note(`wrote ${out} (${rows} ${rows === 1 ? "record" : "records"})`);
    } else terminal.note("there are no pairs: nothing was written");
    return { text, document, exitCode, reports };
  }
  if (json) return { text: "", document: { ...document, records: made.records }, exitCode };
  terminal.note(text);
  const lines = made.records.map((record) => JSON.stringify(record));
  return { text: lines.length === 0 ? null : lines.join("\n"), document: undefined, exitCode };
}

/** The pairs in the form that was asked for, and what was done to bring them into it. */
async function recordsOf(pairs: Pairs, options: PairsCommandOptions) {
  const format = FORMATS.get(options.format);
  if (format === null || format === undefined || pairs.length === 0) return { records: pairs.pairs, report: null };
  const { exportPairs } = await import("@whileai/select/export");
  const { systemPrompt, tools } = pairs.context;
  return exportPairs(pairs.pairs, {
    format,
    systemPrompt:
      options.systemPrompt === undefined ? systemPrompt : await readTextOption("system-prompt", options.systemPrompt),
    tools: options.tools === undefined ? tools : await readToolsOption("tools", options.tools),
    toolsEncoding: options.toolsEncoding,
    leakRule: options.leakRule,
  });
}
