import { OptionError, type Report } from "@whileai/core";
import { createPassAt, type PassAt, type PassAtOptions } from "@whileai/stats";
import { Option } from "commander";
import { wholeNumber } from "../options/number-option.js";
import {
  addResultsOptions,
  noteReading,
  openResultsOption,
  RESULTS_FILE,
  type ResultsCommandOptions,
} from "../options/results-option.js";
import { performReports, REPORT_FILE_OPTION, type ReportsResult } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT, type Terminal } from "../terminal/terminal.js";

interface PassAtCommandOptions extends ResultsCommandOptions {
  k?: number;
  minK?: number;
  clusterBy?: string;
  interval?: PassAtOptions["interval"];
  out?: string;
  json?: boolean;
}

/** `whileai pass-at`: pass rates with intervals. */
export const addPassAt: AddCommand = (program, perform) => {
  const command = program
    .command("pass-at")
    .description("print pass@1, pass^k and pass@k with intervals over tasks")
    .argument("<files...>", `${RESULTS_FILE}; each file is reported on its own`)
    .option("--k <n>", "the k of pass^k and pass@k (default: the smallest group of at least two)", wholeNumber)
    .option("--min-k <n>", "below this k the k-way numbers are not printed (default 4)", wholeNumber)
    .option("--cluster-by <field>", "a field that related tasks share: evidence then counts by cluster");
  addResultsOptions(command)
    .addOption(
      new Option("--interval <method>", "how intervals are formed (default exact)").choices([
        "exact",
        "t",
        "recommended",
      ]),
    )
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .action((files: string[], options: PassAtCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        if (options.out !== undefined && files.length > 1)
          throw new OptionError({
            option: "out",
            received: options.out,
            message: `--out keeps the report of one file, and there are ${files.length}.`,
            fix: "Give one file, or --json for one document with all reports.",
          });
        const reports: { file: string; report: PassAt }[] = [];
        for (const file of files) reports.push({ file, report: await passAtOf(file, options, terminal) });
        const only = reports.length === 1 ? reports[0]?.report : undefined;
        const exitCode = reports.every(({ report }) => report.passAt1 !== null) ? EXIT.ok : EXIT.notEvaluated;
        return only === undefined ? severalReports(reports, exitCode) : reportResult(only, exitCode);
      }),
    );
};

async function passAtOf(path: string, options: PassAtCommandOptions, terminal: Terminal): Promise<PassAt> {
  const { k, minK, clusterBy, interval } = options;
  // Row by row: a file may be larger than memory.
  const tally = createPassAt({ k, minK, clusterBy, interval });
  const file = await openResultsOption(path, options);
  let nRows = 0;
  for await (const row of file.rows) {
    tally.add(row);
    nRows++;
  }
  noteReading(path, file, nRows, terminal);
  return tally.report();
}

function severalReports(reports: readonly { file: string; report: Report }[], exitCode: number): ReportsResult {
  return {
    text: reports.map(({ file, report }) => `${file}\n${report}`).join("\n\n"),
    document: {
      schema: "whileai-reports/1",
      reports: reports.map(({ file, report }) => ({ file, report: report.toJSON() })),
    },
    exitCode,
    reports: reports.map(({ report }) => report),
  };
}
