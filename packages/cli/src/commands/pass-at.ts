import { Rows } from "../library/rows.js";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { wholeNumber } from "./number-option.js";
import { EXIT } from "./terminal.js";

/** `whileai pass-at`: pass rates with intervals. */
export const addPassAt: AddCommand = (program, perform) => {
  program
    .command("pass-at")
    .description("print pass@1, pass^k and pass@k with intervals over tasks")
    .argument("<rows>", "a JSONL file of graded rows")
    .option("--k <n>", "the k of pass^k and pass@k (default: the smallest group of at least two)", wholeNumber)
    .option("--min-k <n>", "below this k the k-way numbers are not printed", wholeNumber)
    .option(...JSON_OPTION)
    .action((path: string, options: { k?: number; minK?: number; json?: boolean }) =>
      perform(options, async () => {
        const report = (await Rows.from(path)).passAt({ k: options.k, minK: options.minK });
        return reportResult(report, report.passAt1 === null ? EXIT.notEvaluated : EXIT.ok);
      }),
    );
};
