import { OptionError } from "@whileai/core";
import { compareRuns, type DeclaredChange, type DeltaReportOptions, deltaReport } from "@whileai/stats";
import { type Command, Option } from "commander";
import { compare } from "../library/compare/compare.js";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { addReplayOptions, isReplay, type ReplayCommandOptions, replayOptions } from "./compare-replay.js";
import { comparisonExit, FAIL_ON, type FailOn } from "./comparison-exit.js";
import { nameList, numberOrPairs } from "./list-option.js";
import { decimalNumber } from "./number-option.js";
import { checkReportFile, REPORT_FILE_OPTION, writeReportFile } from "./report-file.js";
import { addResultsOptions, RESULTS_FILE, type ResultsCommandOptions, readResultsOption } from "./results-option.js";
import type { Terminal } from "./terminal.js";

interface CompareCommandOptions extends ResultsCommandOptions, ReplayCommandOptions {
  target?: DeltaReportOptions["target"];
  proxy?: DeltaReportOptions["proxy"];
  mustNotRegress?: string[];
  margin?: number | Record<string, number>;
  by?: string;
  lowerIsBetter?: string[];
  markers?: string[];
  metric?: string;
  changed?: string[];
  clusterBy?: string;
  runStd?: number;
  alpha?: number;
  correction?: DeltaReportOptions["correction"];
  failOn?: FailOn;
  out?: string;
  json?: boolean;
}

/** `whileai compare`: did the change help? Over two files of finished rows, or by playing both sides. */
export const addCompare: AddCommand = (program, perform) => {
  const command = program
    .command("compare")
    .description(
      "say whether a change helped: over two files of graded rows, or by playing the same tasks on both sides",
    )
    .argument("[before]", RESULTS_FILE)
    .argument("[after]", "the same of the side in question")
    .option("--target <metric>", "the metric that decides: pass_at_1, mean_reward or marker:<name>")
    .option("--proxy <metric>", "what was trained or tuned on: fails when it rose and the target did not")
    .option("--must-not-regress <metrics>", "guards: fails when one got worse or was not measured", nameList)
    .option("--margin <loss>", "the largest acceptable loss of a guard, for all or as name=loss,…", numberOrPairs)
    .option("--by <field>", "slices: a field of the rows or a marker (default: category or slice)")
    .option("--lower-is-better <metrics>", "metrics of which less is better", nameList)
    .option("--markers <names>", "markers to compare (default: all that both sides carry)", nameList)
    .option("--cluster-by <field>", "a field that related tasks share: evidence then counts by cluster")
    .option("--alpha <share>", "two-sided (default 0.05)", decimalNumber)
    .addOption(
      new Option("--correction <rule>", "how secondary metrics allow for each other (default none)").choices([
        "none",
        "holm",
        "max-t",
      ]),
    )
    .addOption(
      new Option("--fail-on <rule>", "when to end with 1 (2 when it cannot be decided; never: always 0)")
        .choices(FAIL_ON)
        .default("regressed"),
    )
    .optionsGroup("Two files:")
    .option("--metric <name>", "compare this metric alone, without gates")
    .option(
      "--changed <what>",
      "what was changed on purpose: system_prompt, tools, agent, temperature, judge_version, …",
      nameList,
    )
    .option(
      "--run-std <number>",
      "how much a run's mean differs between re-runs, where the rows hold one run",
      decimalNumber,
    );
  addResultsOptions(command);
  addReplayOptions(command.optionsGroup("Playing both sides:"));
  command
    .optionsGroup("Output:")
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((before: string | undefined, after: string | undefined, options: CompareCommandOptions) =>
      perform(options, async (terminal) => {
        checkReportFile(options.out);
        const report = isReplay(options)
          ? await replayed([before, after], options, command, terminal)
          : await compared(before, after, options, command, terminal);
        await writeReportFile(options.out, report, terminal);
        return reportResult(report, comparisonExit(report, options.failOn));
      }),
    );
};

const reportOptions = (options: CompareCommandOptions): Omit<DeltaReportOptions, "seed"> => ({
  target: options.target,
  proxy: options.proxy,
  mustNotRegress: options.mustNotRegress,
  margin: options.margin,
  by: options.by,
  lowerIsBetter: options.lowerIsBetter,
  markers: options.markers,
  clusterBy: options.clusterBy,
  alpha: options.alpha,
  correction: options.correction,
});

/** Options of the command that were given, by the names that they have in the code. */
const givenNames = (command: Command): string[] =>
  Object.keys(command.opts()).filter((name) => command.getOptionValueSource(name) === "cli");

const flagOf = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function refuse(command: Command, names: readonly string[], beside: string): void {
  const name = givenNames(command).find((given) => names.includes(given));
  if (name === undefined) return;
  throw new OptionError({
    option: name,
    message: `${flagOf(name)} and ${beside} do not go together.`,
    fix: `Leave ${flagOf(name)} out.`,
  });
}

/** Options that only finished rows can have, only both sides played, and only a report with gates. */
const FILE_OPTIONS = ["metric", "changed", "runStd", "format", "columns", "score", "passValue"];
const PLAY_OPTIONS = ["tasks", "tools", "systemPrompt", "agent", "judge", "rubric", "verifier", "module"].concat([
  "budget",
  "repeats",
  "runs",
  "seed",
  "temperature",
  "simulator",
  "concurrency",
  "maxUsd",
  "store",
  "saveRows",
]);
const GATE_OPTIONS = ["target", "proxy", "mustNotRegress", "by", "markers", "correction", "runStd"];

async function replayed(
  files: readonly (string | undefined)[],
  options: CompareCommandOptions,
  command: Command,
  terminal: Terminal,
) {
  const file = files.find((path) => path !== undefined);
  if (file !== undefined)
    throw new OptionError({
      option: "before",
      received: file,
      message: `Two files are compared as they are, and --before-… and --after-… play both sides: ${file} is a file.`,
      fix: "Give the rows whose prompts are to be played as --tasks, or leave out --before-… and --after-….",
    });
  refuse(command, FILE_OPTIONS, "--before-… and --after-…");
  const { playing, save } = await replayOptions(options, terminal);
  const report = await compare({ ...playing, ...reportOptions(options) });
  await save(report);
  if (report.played.aborted) terminal.note("interrupted; the same command goes on with what is kept");
  return report;
}

async function compared(
  before: string | undefined,
  after: string | undefined,
  options: CompareCommandOptions,
  command: Command,
  terminal: Terminal,
) {
  if (before === undefined || after === undefined)
    throw new OptionError({
      option: before === undefined ? "before" : "after",
      message: before === undefined ? "There is nothing to compare." : "The file of the side after is missing.",
      fix: "Give two files, whileai compare before.jsonl after.jsonl, or two sides to play: --before-system-prompt @old.txt --after-system-prompt @new.txt.",
    });
  refuse(command, PLAY_OPTIONS, "two files");
  const { metric, changed, runStd } = options;
  if (metric !== undefined) refuse(command, GATE_OPTIONS, "--metric");
  const a = await readResultsOption(before, options, terminal);
  const b = await readResultsOption(after, options, terminal);
  if (metric === undefined)
    return deltaReport(a, b, { ...reportOptions(options), changed: changed as DeclaredChange[] | undefined, runStd });
  const { alpha, margin, clusterBy, lowerIsBetter } = options;
  return compareRuns(a, b, {
    metric,
    clusterBy,
    level: alpha === undefined ? undefined : 1 - alpha,
    margin: typeof margin === "object" ? margin[metric] : margin,
    lowerIsBetter: lowerIsBetter?.includes(metric),
    changed: changed as DeclaredChange[] | undefined,
  });
}
