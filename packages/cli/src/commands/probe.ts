import { type CheatProbesReport, cheatProbes, type JudgeProbesReport, judgeProbes } from "@whileai/judges";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { asksModel } from "./grade-folder.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom } from "./judge-option.js";
import { decimalNumber, wholeNumber } from "./number-option.js";
import { addProbesOption, probesFrom } from "./probes-option.js";
import { performReports, REPORT_FILE_OPTION } from "./report-file.js";
import { addResultsOptions, RESULTS_FILE, type ResultsCommandOptions, readResultsOption } from "./results-option.js";
import { readRubricOption } from "./rubric-option.js";
import { EXIT } from "./terminal.js";

interface ProbeCommandOptions extends ResultsCommandOptions, JudgeCommandOptions {
  probes?: string[];
  sample?: number;
  seed?: number;
  timeout?: number;
  out?: string;
  json?: boolean;
}

const MILLISECONDS = 1000;

/** `whileai probe`: what a judge pays for that it should not. */
export const addProbe: AddCommand = (program, perform) => {
  const command = program
    .command("probe")
    .description(
      "try what a policy tries first: edits that must not move a judge (rows it graded), replies that must not be paid by a verifier",
    )
    .argument("<file>", RESULTS_FILE);
  addResultsOptions(command);
  addJudgeOptions(command);
  addProbesOption(command, "all for models; verifiers and functions are tried with six cheats instead")
    .option("--sample <n>", "rows that are probed (default 40)", wholeNumber)
    .option("--seed <n>", "the seed of that sample (default 0)", wholeNumber)
    .option("--concurrency <n>", "rows judged at the same time (default 8)", wholeNumber)
    .option("--timeout <seconds>", "deadline for a row", decimalNumber)
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", "\nExit codes: 0 nothing found, 1 exploitable, brittle or paid, 2 nothing could be probed.")
    .action((file: string, options: ProbeCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const judge = await judgeFrom(options);
        const rows = await readResultsOption(file, options, terminal);
        const { sample, seed, concurrency, timeout, probes, rubric } = options;
        const shared = {
          sample,
          seed,
          limits: { concurrency, timeoutMs: timeout === undefined ? undefined : timeout * MILLISECONDS },
          signal: terminal.signal,
        };
        const exit = (code: number): number => (terminal.signal?.aborted ? EXIT.notEvaluated : code);
        if (judge !== undefined && probes === undefined && !asksModel(judge)) {
          const report = await cheatProbes(judge, rows, shared);
          return reportResult(report, exit(cheatExit(report)));
        }
        const text = rubric === undefined ? undefined : String(await readRubricOption(rubric));
        const report = await judgeProbes(rows, judge, { ...shared, probes: probesFrom(probes), rubric: text });
        return reportResult(report, exit(probeExit(report)));
      }),
    );
};

function cheatExit({ ok, paid }: CheatProbesReport): number {
  if (ok) return EXIT.ok;
  return paid.length > 0 ? EXIT.failed : EXIT.notEvaluated;
}

function probeExit({ probes, exploitableBy, brittleBy }: JudgeProbesReport): number {
  if (exploitableBy.length + brittleBy.length > 0) return EXIT.failed;
  // Too few failing rows, or no verdicts, say nothing either way.
  return Object.values(probes).some(({ n, lowPower }) => n > 0 && !lowPower) ? EXIT.ok : EXIT.notEvaluated;
}
