import { type GoldOptions, Judge, judgeTrust, type TrustStatus } from "@whileai/judges";
import { Option } from "commander";
import { type AskAgainCommandOptions, addAskAgainOptions, askAgainFrom } from "../options/ask-again-option.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom, namesJudge } from "../options/judge-option.js";
import { withLabels } from "../options/labels-option.js";
import { addProbesOption, probesFrom } from "../options/probes-option.js";
import {
  addResultsOptions,
  RESULTS_FILE,
  type ResultsCommandOptions,
  readResultsOption,
} from "../options/results-option.js";
import { performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface JudgeTrustCommandOptions extends ResultsCommandOptions, JudgeCommandOptions, AskAgainCommandOptions {
  gold?: string;
  goldKind?: GoldOptions["goldKind"];
  labels?: string;
  annotator?: string;
  probes?: string[];
  out?: string;
  json?: boolean;
}

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
  addAskAgainOptions(addProbesOption(command, "none"))
    .optionsGroup("Output:")
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", "\nExit codes: 0 PASS, 1 FAIL, 2 NOT MEASURED or INCONCLUSIVE.")
    .action((file: string, options: JudgeTrustCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const { gold, goldKind, labels, annotator } = options;
        const isAsked = namesJudge(options) || options.probes !== undefined;
        const judge = isAsked ? ((await judgeFrom(options)) ?? Judge()) : undefined;
        const rows = await readResultsOption(file, options, terminal);
        const report = await judgeTrust(await withLabels(rows, labels, { annotator }, terminal), {
          gold,
          goldKind,
          judge,
          probes: probesFrom(options.probes),
          ...(await askAgainFrom(options, terminal)),
        });
        return reportResult(report, terminal.signal?.aborted ? EXIT.notEvaluated : EXIT_OF[report.status]);
      }),
    );
};
