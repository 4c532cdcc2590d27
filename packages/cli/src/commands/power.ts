import { OptionError, type Report } from "@whileai/core";
import { detectableEffect, evalPower, type HoldoutSize, holdoutSize } from "@whileai/stats";
import { decimalNumber, wholeNumber } from "../options/number-option.js";
import {
  addResultsOptions,
  RESULTS_FILE,
  type ResultsCommandOptions,
  readResultsOption,
} from "../options/results-option.js";
import { performReports, REPORT_FILE_OPTION, type ReportsResult } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface PowerCommandOptions extends ResultsCommandOptions {
  effect?: number;
  tasks?: number;
  base?: number;
  k?: number;
  power?: number;
  alpha?: number;
  noiseBand?: number;
  metric?: string;
  out?: string;
  json?: boolean;
}

/** The gain to plan for. Convention: five points. */
const DEFAULT_EFFECT = 0.05;

/** `whileai power`: how many tasks a change needs, and what the tasks at hand can show. */
export const addPower: AddCommand = (program, perform) => {
  const command = program
    .command("power")
    .description("print how many tasks a gain needs, and the smallest gain that the tasks at hand can show")
    .argument("[before]", `rows of a run like the one to come: ${RESULTS_FILE}`)
    .argument("[after]", "the other side of an earlier comparison on the same tasks: the spread is then measured")
    .option("--effect <gain>", "the gain to show, as a share (default 0.05)", decimalNumber)
    .option("--tasks <n>", "how many tasks there are: prints what they can show", wholeNumber)
    .option("--base <rate>", "pass rate before the change (default: the rows', else 0.6)", decimalNumber)
    .option("--k <n>", "rollouts a task and side (default: the rows', else 4)", wholeNumber)
    .option("--power <chance>", "the chance of showing a gain that is there (default 0.8)", decimalNumber)
    .option("--alpha <share>", "two-sided (default 0.05)", decimalNumber)
    .option("--noise-band <width>", "what re-runs alone may differ by (whileai variance prints it)", decimalNumber)
    .option("--metric <name>", "pass_at_1, or with both files mean_reward or marker:<name> (default pass_at_1)");
  addResultsOptions(command)
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((before: string | undefined, after: string | undefined, options: PowerCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const { effect = DEFAULT_EFFECT, tasks, base, k, power, alpha, noiseBand, metric } = options;
        if (tasks !== undefined && before !== undefined)
          throw new OptionError({
            option: "tasks",
            received: tasks,
            message: "--tasks and a file of rows do not go together: the rows say how many tasks there are.",
            fix: "Leave out one of the two.",
          });
        const rows = before === undefined ? undefined : await readResultsOption(before, options, terminal);
        const others = after === undefined ? undefined : await readResultsOption(after, options, terminal);
        const set = rows && evalPower(rows, { effect, power, alpha });
        // A set without a graded rollout has nothing to size by.
        if (set?.verdict === "empty") return reportsResult({ eval_power: set }, EXIT.notEvaluated);
        const size = holdoutSize(effect, { before: rows, after: others, metric, base, k, power, alpha, noiseBand });
        return reportsResult(
          {
            ...(set === undefined ? {} : { eval_power: set }),
            holdout_size: size,
            ...(tasks === undefined ? {} : { detectable_effect: detectableEffect(tasks, { base, k, power, alpha }) }),
          },
          EXIT.ok,
          planLine(size),
        );
      }),
    );
};

/** Of the numbers of a plan the one to take: the larger one also holds where few tasks carry the gain. */
function planLine({ nTasksForVerdict, nTasksForVerdictConcentrated, effect, power, k }: HoldoutSize): string[] {
  if (nTasksForVerdict === null) return [];
  const nTasks = Math.max(nTasksForVerdict, nTasksForVerdictConcentrated ?? 0);
  const rollouts = `${k} ${k === 1 ? "rollout" : "rollouts"}`;
  return [
    `=> ${nTasks} tasks with ${rollouts} each, on both sides: compare then shows a gain of ${effect} with a chance of ${power}`,
  ];
}

function reportsResult(
  named: Readonly<Record<string, Report>>,
  exitCode: number,
  ending: readonly string[] = [],
): ReportsResult {
  const reports = Object.values(named);
  return {
    text: [...reports, ...ending].join("\n"),
    document: {
      schema: "whileai-power/1",
      ...Object.fromEntries(Object.entries(named).map(([name, report]) => [name, report.toJSON()])),
    },
    exitCode,
    reports,
  };
}
