import { OptionError } from "@whileai/core";
import { compareRuns, type DeclaredChange, type DeltaReportOptions, deltaReport } from "@whileai/stats";
import { type Command, Option } from "commander";
import { compare } from "../library/compare/compare.js";
import { filesOf, readSide, type SideFiles } from "../options/compare-files.js";
import { addReplayOptions, isReplay, type ReplayCommandOptions, replayOptions } from "../options/compare-replay.js";
import { nameList, numberOrPairs } from "../options/list-option.js";
import { decimalNumber, wholeNumber } from "../options/number-option.js";
import { refuseTogether } from "../options/refuse-together.js";
import { addResultsOptions, RESULTS_FILE, type ResultsCommandOptions } from "../options/results-option.js";
import { comparisonExit, FAIL_ON, type FailOn } from "../results/comparison-exit.js";
import { performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { flagOf } from "../terminal/command-words.js";
import type { Terminal } from "../terminal/terminal.js";

interface CompareCommandOptions extends ResultsCommandOptions, ReplayCommandOptions, SideFiles {
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
  runStdRuns?: number;
  alpha?: number;
  correction?: DeltaReportOptions["correction"];
  failOn?: FailOn;
  out?: string;
  json?: boolean;
}

const HELP_ENDING = `
Examples:
  whileai compare before.json after.json
  whileai compare --before b1.json b2.json b3.json --after a1.json a2.json a3.json
  whileai compare before.json after.json --metric pass_at_1   # one metric, one run a side

One run a side shows no gain of an agent, however small p is: its next run may differ
by as much. Give several runs or --run-std; --metric asks about these runs alone.

Exit codes: 0 not worse, 1 worse or a gate failed, 2 not decided.`;

/** `whileai compare`: did the change help? Over two files of finished rows, or by playing both sides. */
export const addCompare: AddCommand = (program, perform) => {
  const command = program
    .command("compare")
    .description(
      "say whether a change helped: over two files of graded rows, or by playing the same tasks on both sides",
    )
    .argument("[before]", RESULTS_FILE)
    .argument("[after]", "the same for the side after")
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
    .optionsGroup(FILES_GROUP)
    .option("--before <files...>", "a side that ran several times: the file of each run")
    .option("--after <files...>", "the same for the side after")
    .option(
      "--metric <name>",
      "compare this metric of these runs alone: no gates, no allowance for how much re-runs differ",
    )
    .option(
      "--changed <what>",
      "what was changed on purpose: system_prompt, tools, agent, temperature, judge_version, …",
      nameList,
    )
    .option(
      "--run-std <number>",
      "how much a run's mean differs between re-runs, where the rows hold one run (whileai variance prints it)",
      decimalNumber,
    )
    .option("--run-std-runs <n>", "how many runs that was measured on", wholeNumber);
  addResultsOptions(command);
  addReplayOptions(command.optionsGroup(PLAY_GROUP));
  command
    .addHelpText("after", HELP_ENDING)
    .optionsGroup("Output:")
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((before: string | undefined, after: string | undefined, options: CompareCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const report = isReplay(options)
          ? await replayed([before, after], options, command, terminal)
          : await compared(
              filesOf("before", before, options),
              filesOf("after", after, options),
              options,
              command,
              terminal,
            );
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

const FILES_GROUP = "Two files:";
const PLAY_GROUP = "Playing both sides:";

const inGroup = (command: Command, group: string): ((name: string) => boolean) => {
  const options = command.options.filter(({ helpGroupHeading }) => helpGroupHeading === group);
  const names = new Set(options.map((option) => option.attributeName()));
  return (name) => names.has(name);
};

/** Options that only a report with gates can have. */
const GATE_OPTIONS = ["target", "proxy", "mustNotRegress", "by", "markers", "correction", "runStd", "runStdRuns"];

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
  refuseTogether(command, inGroup(command, FILES_GROUP), { beside: "--before-… and --after-…" });
  const { playing, save } = await replayOptions(options, terminal);
  const report = await compare({ ...playing, ...reportOptions(options) });
  await save(report);
  if (report.played.aborted) terminal.note("interrupted; the same command goes on with what is kept");
  return report;
}

async function compared(
  before: readonly string[],
  after: readonly string[],
  options: CompareCommandOptions,
  command: Command,
  terminal: Terminal,
) {
  if (before.length === 0 || after.length === 0)
    throw new OptionError({
      option: before.length === 0 ? "before" : "after",
      message:
        before.length > 0
          ? "The file of the side after is missing."
          : after.length > 0
            ? "The file of the side before is missing."
            : "There is nothing to compare.",
      fix: "Give two files, whileai compare before.jsonl after.jsonl, or two sides to play: --before-system-prompt @old.txt --after-system-prompt @new.txt.",
    });
  refuseTogether(command, inGroup(command, PLAY_GROUP), { beside: "two files" });
  const { metric, changed, runStd, runStdRuns } = options;
  if (metric !== undefined) refuseTogether(command, (name) => GATE_OPTIONS.includes(name), { beside: "--metric" });
  const a = await readSide(before, options, terminal);
  const b = await readSide(after, options, terminal);
  if (metric === undefined)
    return deltaReport(a, b, {
      ...reportOptions(options),
      changed: changed as DeclaredChange[] | undefined,
      runStd,
      runStdRuns,
    });
  const { alpha, clusterBy } = options;
  const { margin, lowerIsBetter } = ofMetric(metric, options);
  return compareRuns(a, b, {
    metric,
    clusterBy,
    level: alpha === undefined ? undefined : 1 - alpha,
    margin,
    lowerIsBetter,
    changed: changed as DeclaredChange[] | undefined,
  });
}

/** What options that speak of metrics by name say of the one that is compared; a marker may go without `marker:`. */
function ofMetric(metric: string, { margin, lowerIsBetter }: CompareCommandOptions) {
  const short = (name: string): string => name.replace(/^marker:/, "");
  const margins = typeof margin === "object" ? Object.entries(margin) : [];
  for (const [option, names] of [
    ["margin", margins.map(([name]) => name)],
    ["lowerIsBetter", lowerIsBetter ?? []],
  ] as const) {
    const other = names.find((name) => short(name) !== short(metric));
    if (other !== undefined)
      throw new OptionError({
        option,
        received: other,
        message: `${flagOf(option)} speaks of ${other}, and ${metric} alone is compared.`,
        fix: `Leave it out, or leave --metric out to compare all metrics.`,
      });
  }
  return { margin: typeof margin === "object" ? margins[0]?.[1] : margin, lowerIsBetter: lowerIsBetter !== undefined };
}
