import { curriculum } from "@whileai/select";
import { decimalNumber, shareRange, wholeNumber } from "../options/number-option.js";
import {
  addResultsOptions,
  RESULTS_FILE,
  type ResultsCommandOptions,
  readResultsOption,
} from "../options/results-option.js";
import { checkOf, performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface CurriculumCommandOptions extends ResultsCommandOptions {
  solved?: number;
  floor?: number;
  band?: [number, number];
  tiers?: number;
  minRollouts?: number;
  out?: string;
  json?: boolean;
}

/** `whileai curriculum`: which tasks to train on first. */
export const addCurriculum: AddCommand = (program, perform) => {
  const command = program
    .command("curriculum")
    .description("order tasks from easy to hard, without those that are solved, out of reach or not measured")
    .argument("<rows>", `graded rows: ${RESULTS_FILE}`)
    .option("--solved <share>", "tasks that pass more often are retired (default 0.8)", decimalNumber)
    .option("--floor <share>", "tasks that pass less often are not ready (default 0.2)", decimalNumber)
    .option("--band <lo..hi>", "pass rates that count as in band (default 0.2..0.8)", shareRange)
    .option("--tiers <n>", "steps of the schedule (default 3)", wholeNumber)
    .option("--min-rollouts <n>", "graded rollouts that a task needs (default 2)", wholeNumber);
  addResultsOptions(command)
    .optionsGroup("Output:")
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      "\nThe task ids are in the document of --json: schedule, tiers, retired, notReady, thin.\n\nExit codes: 0 there is something to train on, 2 no task is between solved and out of reach.",
    )
    .action((file: string, options: CurriculumCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const { solved, floor, band, tiers, minRollouts } = options;
        const rows = await readResultsOption(file, options, terminal);
        const report = curriculum(rows, { solved, floor, band, tiers, minRollouts });
        const exitCode = report.nTrainable === 0 ? EXIT.notEvaluated : EXIT.ok;
        const reason = `${report.nTrainable} of ${report.nTasks} tasks can be trained on`;
        return { ...reportResult(report, exitCode), checks: [checkOf(report, exitCode, reason)] };
      }),
    );
};
