import { Option } from "commander";
import { wholeNumber } from "../options/number-option.js";
import { performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { DEFAULT_TRIALS, selfCheck } from "../self-check/self-check.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

/** Comparisons of each check with --full. */
const FULL_TRIALS = 2000;

interface SelfCheckCommandOptions {
  full?: boolean;
  trials?: number;
  seed?: number;
  out?: string;
  json?: boolean;
}

/** `whileai self-check`: the statistics on rows whose truth is known. */
export const addSelfCheck: AddCommand = (program, perform) => {
  program
    .command("self-check")
    .description("run comparisons on simulated rows whose truth is known, and say whether the statistics hold")
    .option("--trials <n>", `comparisons of each check (default ${DEFAULT_TRIALS})`, wholeNumber)
    .addOption(new Option("--full", `${FULL_TRIALS} of each`).conflicts("trials"))
    .option("--seed <n>", "the seed of the simulation (default 0)", wholeNumber)
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((options: SelfCheckCommandOptions) =>
      performReports(perform, options, async () => {
        const report = selfCheck({
          trials: options.trials ?? (options.full ? FULL_TRIALS : undefined),
          seed: options.seed,
        });
        return reportResult(report, report.ok ? EXIT.ok : EXIT.failed);
      }),
    );
};
