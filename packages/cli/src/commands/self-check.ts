import { DEFAULT_TRIALS, selfCheck } from "../self-check/self-check.js";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { wholeNumber } from "./number-option.js";
import { checkReportFile, REPORT_FILE_OPTION, writeReportFile } from "./report-file.js";
import { EXIT } from "./terminal.js";

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
    .option("--full", `${FULL_TRIALS} of each`)
    .option("--seed <n>", "the seed of the simulation (default 0)", wholeNumber)
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((options: SelfCheckCommandOptions) =>
      perform(options, async (terminal) => {
        checkReportFile(options.out);
        const report = selfCheck({
          trials: options.trials ?? (options.full ? FULL_TRIALS : undefined),
          seed: options.seed,
        });
        await writeReportFile(options.out, report, terminal);
        return reportResult(report, report.ok ? EXIT.ok : EXIT.failed);
      }),
    );
};
