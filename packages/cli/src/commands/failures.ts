import { type FailureCorrection, failureTable } from "@whileai/stats";
import { Option } from "commander";
import { nameList } from "../options/list-option.js";
import { wholeNumber } from "../options/number-option.js";
import {
  addResultsOptions,
  RESULTS_FILE,
  type ResultsCommandOptions,
  readResultsOption,
} from "../options/results-option.js";
import { performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface FailuresCommandOptions extends ResultsCommandOptions {
  by?: string[];
  minTasks?: number;
  clusterBy?: string;
  correction?: FailureCorrection;
  out?: string;
  json?: boolean;
}

/** `whileai failures`: where the agent fails. */
export const addFailures: AddCommand = (program, perform) => {
  const command = program
    .command("failures")
    .description("print where the agent fails, each group with its interval")
    .argument("<file>", RESULTS_FILE)
    .option(
      "--by <names>",
      "tool, rule, stance, fault, marker, world_state, history, or any field (default: those by which the rows differ)",
      nameList,
    )
    .option("--min-tasks <n>", "groups with fewer tasks are listed and not ranked (default 5)", wholeNumber)
    .option("--cluster-by <field>", "a field that related tasks share: evidence then counts by cluster");
  addResultsOptions(command)
    .addOption(
      new Option("--correction <rule>", "how p-values allow for many groups (default benjamini-hochberg)").choices([
        "benjamini-hochberg",
        "holm",
        "none",
      ]),
    )
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((file: string, options: FailuresCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const { by, minTasks, clusterBy, correction } = options;
        const rows = await readResultsOption(file, options, terminal);
        const report = failureTable(rows, { by, minTasks, clusterBy, correction });
        return reportResult(report, report.failRate === null ? EXIT.notEvaluated : EXIT.ok);
      }),
    );
};
