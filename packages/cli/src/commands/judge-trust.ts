import { type GoldOptions, Judge, judgeTrust, type TrustStatus } from "@whileai/judges";
import { Option } from "commander";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom, namesJudge } from "./judge-option.js";
import { withLabels } from "./labels-option.js";
import { decimalNumber, wholeNumber } from "./number-option.js";
import { addProbesOption, probesFrom } from "./probes-option.js";
import { performReports, REPORT_FILE_OPTION } from "./report-file.js";
import { addResultsOptions, RESULTS_FILE, type ResultsCommandOptions, readResultsOption } from "./results-option.js";
import { readRubricOption } from "./rubric-option.js";
import { EXIT } from "./terminal.js";

interface JudgeTrustCommandOptions extends ResultsCommandOptions, JudgeCommandOptions {
  gold?: string;
  goldKind?: GoldOptions["goldKind"];
  judgeName?: string;
  labels?: string;
  annotator?: string;
  probes?: string[];
  sample?: number;
  seed?: number;
  timeout?: number;
  out?: string;
  json?: boolean;
}

const MILLISECONDS = 1000;
const EXIT_OF: Readonly<Record<TrustStatus, number>> = {
  PASS: EXIT.ok,
  FAIL: EXIT.failed,
  "NOT MEASURED": EXIT.notEvaluated,
  INCONCLUSIVE: EXIT.notEvaluated,
};

/** `whileai judge-trust`: whether a judge agrees with people. */
export const addJudgeTrust: AddCommand = (program, perform) => {
  const command = program
    .command("judge-trust")
    .description("say whether a judge can be relied on: how far its verdicts agree with labels of people")
    .argument("<file>", `graded rows, some of them labelled: ${RESULTS_FILE}`)
    .option("--labels <file>", "labels for the rows: records {rollout_id, label, annotator} (.jsonl, .json)")
    .option("--annotator <name>", "who gave them, where they do not say it")
    .option("--gold <field>", "the field that holds the right label (default gold_reward)")
    .addOption(
      new Option("--gold-kind <kind>", "who gave the labels, where rows do not say it").choices([
        "human",
        "program",
        "model",
      ]),
    );
  addResultsOptions(command);
  addJudgeOptions(command.optionsGroup("Ask the judge again:"));
  addProbesOption(command, "none")
    .option("--judge-name <name>", "the judge's name on the rows, where that is not its own")
    .option("--sample <n>", "rows that are asked about again (default 40)", wholeNumber)
    .option("--seed <n>", "the seed of that sample (default 0)", wholeNumber)
    .option("--concurrency <n>", "rows judged at the same time (default 8)", wholeNumber)
    .option("--timeout <seconds>", "deadline for a row", decimalNumber)
    .optionsGroup("Output:")
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", "\nExit codes: 0 PASS, 1 FAIL, 2 NOT MEASURED or INCONCLUSIVE.")
    .action((file: string, options: JudgeTrustCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const { gold, goldKind, labels, annotator, rubric, sample, seed, concurrency, timeout } = options;
        const isAsked = namesJudge(options) || options.probes !== undefined;
        const judge = isAsked ? ((await judgeFrom(options)) ?? Judge()) : undefined;
        const rows = await readResultsOption(file, options, terminal);
        const report = await judgeTrust(await withLabels(rows, labels, { annotator }, terminal), {
          gold,
          goldKind,
          judge,
          judgeName: options.judgeName,
          probes: probesFrom(options.probes),
          rubric: rubric === undefined ? undefined : String(await readRubricOption(rubric)),
          sample,
          seed,
          limits: { concurrency, timeoutMs: timeout === undefined ? undefined : timeout * MILLISECONDS },
          signal: terminal.signal,
        });
        return reportResult(report, terminal.signal?.aborted ? EXIT.notEvaluated : EXIT_OF[report.status]);
      }),
    );
};
