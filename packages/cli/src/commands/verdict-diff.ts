import { verdictDiff } from "@whileai/judges";
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

interface VerdictDiffCommandOptions extends ResultsCommandOptions {
  examples?: number;
  out?: string;
  json?: boolean;
}

/** `whileai verdict-diff`: where two gradings of the same rows differ. */
export const addVerdictDiff: AddCommand = (program, perform) => {
  const command = program
    .command("verdict-diff")
    .description("show where two judges, or two versions of one, differ on the same rows")
    .argument("<a>", `the rows as one judge graded them: ${RESULTS_FILE}`)
    .argument("<b>", "the same rows as the other did")
    .option("--examples <n>", "the most rows that are shown (default 10)", wholeNumber);
  addResultsOptions(command)
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", "\nExit codes: 0 compared, whatever the difference, 2 no row has a verdict on both sides.")
    .action((a: string, b: string, options: VerdictDiffCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const [before, after] = [
          await readResultsOption(a, options, terminal),
          await readResultsOption(b, options, terminal),
        ];
        const report = verdictDiff(before, after, { examples: options.examples });
        return reportResult(report, report.compared === 0 ? EXIT.notEvaluated : EXIT.ok);
      }),
    );
};
