import type { Row } from "@whileai/core";
import { evalVariance } from "@whileai/stats";
import {
  addResultsOptions,
  RESULTS_FILE,
  type ResultsCommandOptions,
  readResultsOption,
} from "../options/results-option.js";
import { performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface VarianceCommandOptions extends ResultsCommandOptions {
  metric?: string;
  by?: string;
  out?: string;
  json?: boolean;
}

/** `whileai variance`: how much re-runs of one agent differ. */
export const addVariance: AddCommand = (program, perform) => {
  const command = program
    .command("variance")
    .description("print how much re-runs of the same tasks differ, and the band that a change must leave")
    .argument("<files...>", `one file for each run, or one file whose rows say their run: ${RESULTS_FILE}`)
    .option("--metric <name>", "pass_at_1, mean_reward or marker:<name> (default pass_at_1)")
    .option("--by <field>", "the field that says the run of a row (default eval_run, then scoring_run_id)");
  addResultsOptions(command)
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((files: string[], options: VarianceCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const runs: Row[][] = [];
        for (const file of files) runs.push(await readResultsOption(file, options, terminal));
        const { metric, by } = options;
        const report = evalVariance(runs, { metric, by });
        return reportResult(report, report.runStd === null ? EXIT.notEvaluated : EXIT.ok);
      }),
    );
};
