import { explain } from "@whileai/judges";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom } from "../options/judge-option.js";
import { decimalNumber, milliseconds } from "../options/number-option.js";
import { readTextOption } from "../options/read-text-option.js";
import {
  addResultsOptions,
  openResultsOption,
  RESULTS_FILE,
  type ResultsCommandOptions,
} from "../options/results-option.js";
import { findRow } from "../results/find-row.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface ExplainCommandOptions extends ResultsCommandOptions, JudgeCommandOptions {
  row: string;
  reply?: string;
  timeout?: number;
  json?: boolean;
}

/** `whileai explain`: how a judge comes to its verdict on one row. */
export const addExplain: AddCommand = (program, perform) => {
  const command = program
    .command("explain")
    .description("show what a judge is sent about one row, what it answers word for word, and how that is read")
    .argument("<file>", RESULTS_FILE)
    .requiredOption("--row <id>", "which row: rollout_id, scenario_id#rollout_index (required)");
  addResultsOptions(command);
  addJudgeOptions(command)
    .option("--reply <text>", "read this reply instead of asking the model; @ and a path reads a file")
    .option("--timeout <seconds>", "the longest wait for the verdict", decimalNumber)
    .option(...JSON_OPTION)
    .addHelpText("after", "\nExit codes: 0 a verdict, 2 no verdict.")
    .action((file: string, options: ExplainCommandOptions) =>
      perform(options, async (terminal) => {
        const { row, reply, timeout } = options;
        const judge = await judgeFrom(options);
        const found = await findRow((await openResultsOption(file, options)).rows, row);
        const report = await explain(found, judge, {
          reply: reply === undefined ? undefined : await readTextOption("reply", reply),
          timeoutMs: milliseconds(timeout),
          signal: terminal.signal,
        });
        return reportResult(report, report.reward === null ? EXIT.notEvaluated : EXIT.ok);
      }),
    );
};
