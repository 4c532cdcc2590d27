import { type CheatProbesReport, cheatProbes, type JudgeProbesReport, judgeProbes } from "@whileai/judges";
import {
  type AskAgainCommandOptions,
  addAskAgainOptions,
  askAgainFrom,
  samplingFrom,
} from "../options/ask-again-option.js";
import { asksModel } from "../options/grade-folder.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom } from "../options/judge-option.js";
import { addProbesOption, probesFrom } from "../options/probes-option.js";
import { refuseTogether } from "../options/refuse-together.js";
import {
  addResultsOptions,
  RESULTS_FILE,
  type ResultsCommandOptions,
  readResultsOption,
} from "../options/results-option.js";
import { performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface ProbeCommandOptions extends ResultsCommandOptions, JudgeCommandOptions, AskAgainCommandOptions {
  probes?: string[];
  out?: string;
  json?: boolean;
}

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
  addAskAgainOptions(
    addProbesOption(command, "all for models; verifiers and functions are tried with six cheats instead"),
  )
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      "after",
      "\nExit codes: 0 nothing found, 1 exploitable, brittle or paid, 2 too few rows or verdicts to decide.",
    )
    .action((file: string, options: ProbeCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const judge = await judgeFrom(options);
        const rows = await readResultsOption(file, options, terminal);
        const { probes } = options;
        const exit = (code: number): number => (terminal.signal?.aborted ? EXIT.notEvaluated : code);
        if (judge !== undefined && probes === undefined && !asksModel(judge)) {
          refuseTogether(command, (name) => name === "judgeName", {
            beside: "a verifier or a function",
            because: "cheats are judged anew, whoever graded the rows",
            instead: "give --probes, which rows that it graded are edited for",
          });
          const report = await cheatProbes(judge, rows, samplingFrom(options, terminal));
          return reportResult(report, exit(cheatExit(report)));
        }
        const again = await askAgainFrom(options, terminal);
        const report = await judgeProbes(rows, judge, { ...again, probes: probesFrom(probes) });
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
  const tried = Object.values(probes).filter(({ skipped }) => skipped === null);
  // Too few rows, or no verdicts, say nothing either way.
  return tried.length > 0 && tried.every(({ lowPower }) => !lowPower) ? EXIT.ok : EXIT.notEvaluated;
}
