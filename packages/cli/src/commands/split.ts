import { OptionError, type Report } from "@whileai/core";
import type { GradientGate, HoldoutUnit, SplitHoldoutOptions } from "@whileai/select";
import { type Command, Option } from "commander";
import { Rows } from "../library/rows.js";
import { FORCE_OPTION } from "../options/check-out-path.js";
import { nameList } from "../options/list-option.js";
import { decimalNumber, shareBelowOne, shareRange, wholeNumber } from "../options/number-option.js";
import { refuseTogether } from "../options/refuse-together.js";
import { rowOutputs } from "../options/row-outputs.js";
import { checkOf, REPORT_BESIDE_OPTION } from "../results/report-file.js";
import { wroteRows } from "../results/wrote-rows.js";
import { type AddCommand, JSON_OPTION } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface SplitCommandOptions {
  holdout?: number;
  exact?: boolean;
  by?: HoldoutUnit;
  held?: string[];
  axes?: string[];
  decontaminate: boolean;
  ngram?: number;
  overlap?: number;
  gate: boolean;
  mode?: "rl" | "sft";
  band?: [number, number];
  endorsed?: string[];
  strictHacks?: boolean;
  out: string;
  holdoutOut: string;
  force?: boolean;
  report?: string;
  json?: boolean;
}

const HELP_ENDING = `
Examples:
  whileai split selected.jsonl --holdout 0.2 --exact --out train.jsonl --holdout-out holdout.jsonl
  whileai split selected.jsonl --by tool --held issue_refund --out train.jsonl --holdout-out holdout.jsonl

The gate looks at the train side alone: rollouts to compare must differ in reward somewhere.
Rows that are not graded yet are split with --no-gate.
--strict-hacks needs --endorsed with names that match features of the replies, and rollouts to compare: a guard that
could refuse nothing is refused itself.

Exit codes: 0 both files were written, 1 the gate refused the train side, or a side would be empty: nothing was written,
64 wrong usage, as --strict-hacks with --endorsed that matches nothing.`;

/** Options that say something to the gate alone. */
const GATE_OPTIONS = ["mode", "band", "endorsed", "strictHacks"];

/** `whileai split`: train and holdout without a task on both sides. */
export const addSplit: AddCommand = (program, perform) => {
  const command = program
    .command("split")
    .description("split rows into train and holdout by whole tasks, and refuse a train side that would train nothing")
    .argument("<rows>", "a JSONL file of rows")
    .option("--holdout <share>", "share to hold out (default 0.2)", shareBelowOne)
    .option("--exact", "to within one task, instead of one draw for each task")
    .addOption(
      new Option("--by <unit>", "what is held out as a whole (default task)").choices(["task", "tool", "rule", "cell"]),
    )
    .option("--held <names>", "these tools, rules, cells or tasks, instead of a share", nameList)
    .option("--axes <names>", "with --by cell: the dimensions that make a cell (default all)", nameList)
    .option("--no-decontaminate", "keep train rows that repeat the holdout")
    .option("--ngram <n>", "words in a run that must be alike to count as a repeat (default 8)", wholeNumber)
    .option("--overlap <share>", "share of a text's words that must be covered (default 0.8)", decimalNumber)
    .optionsGroup("Gate:")
    .option("--no-gate", "split only")
    .addOption(
      new Option("--mode <mode>", "what the rows are for (default: rl when a task has two rows, else sft)").choices([
        "rl",
        "sft",
      ]),
    )
    .option("--band <lo..hi>", "pass rates that count as in band (default 0.2..0.8)", shareRange)
    .option("--endorsed <feature...>", "what the reward is meant to pay for, for the hack scan", nameList)
    .option("--strict-hacks", "refuse rows whose hack scan says reward hack; needs --endorsed")
    .optionsGroup("Output:")
    .requiredOption("--out <path>", "where the train rows go (required)")
    .requiredOption("--holdout-out <path>", "where the holdout goes (required)")
    .option(...FORCE_OPTION)
    .option(...REPORT_BESIDE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", HELP_ENDING);
  command.action((path: string, options: SplitCommandOptions) =>
    perform(options, async (terminal) => {
      const { out, holdoutOut } = options;
      const keep = rowOutputs({ out, holdoutOut }, { ...options, reads: [path] }, terminal);
      const given = await Rows.from(path);
      if (given.length === 0) terminal.note(`${path} holds no rows`);
      const { train, holdout, split, gate } = sides(given, options, command);
      if (gate?.refusal === "endorsed_unmatched") throw unmatched(gate, options.endorsed);
      const isOpen = gate === null || gate.ok;
      if (isOpen) {
        await train.save(out);
        terminal.note(wroteRows(out, train.length, train.context));
        await holdout.save(holdoutOut);
        terminal.note(wroteRows(holdoutOut, holdout.length, holdout.context));
      } else terminal.note("the gate refused the train side: nothing was written");
      const reports: Report[] = gate === null ? [split] : [split, gate];
      const exitCode = isOpen ? EXIT.ok : EXIT.failed;
      const result = {
        text: reports.join("\n\n"),
        document: { schema: "whileai-split/1", split: split.toJSON(), gate: gate?.toJSON() ?? null },
        exitCode,
        reports,
        checks: gate === null ? undefined : [checkOf(gate, exitCode, gate.refusal ?? "open")],
      };
      await keep(result);
      return result;
    }),
  );
};

/** Terms that match nothing leave a guard that could refuse nothing: that is a matter of how the command was called. */
function unmatched({ notes }: GradientGate, endorsed: readonly string[] | undefined): OptionError {
  const { message = "", fix = "" } = notes.find(({ code }) => code === "endorsed_unmatched") ?? {};
  return new OptionError({ option: "endorsed", received: endorsed, message: `--strict-hacks: ${message}`, fix });
}

interface Sides {
  readonly train: Rows;
  readonly holdout: Rows;
  readonly split: Report;
  readonly gate: GradientGate | null;
}

function sides(rows: Rows, options: SplitCommandOptions, command: Command): Sides {
  if (!options.decontaminate)
    refuseTogether(command, (name) => name === "ngram" || name === "overlap", { beside: "--no-decontaminate" });
  if (options.held !== undefined)
    refuseTogether(command, (name) => name === "holdout", { beside: "--held", because: "both say what to hold out" });
  const holdout = holdoutOptions(options);
  if (!options.gate) {
    refuseTogether(command, (name) => GATE_OPTIONS.includes(name), { beside: "--no-gate" });
    const { report, ...parts } = rows.split(holdout);
    return { ...parts, split: report, gate: null };
  }
  const { mode, band, endorsed, strictHacks } = options;
  return rows.gateSplit({ holdout, mode, band, endorsed, strictHacks, strict: false });
}

const holdoutOptions = (options: SplitCommandOptions): SplitHoldoutOptions => ({
  fraction: options.holdout,
  exact: options.exact,
  by: options.by,
  held: options.held,
  axes: options.axes,
  decontaminate: options.decontaminate ? { ngram: options.ngram, overlap: options.overlap } : false,
});
