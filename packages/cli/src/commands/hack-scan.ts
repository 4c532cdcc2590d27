import {
  type HackScanDiffReport,
  type HackScanOptions,
  type HackScanRegime,
  hackScan,
  hackScanDiff,
} from "@whileai/select";
import { nameList, namePairs } from "../options/list-option.js";
import { decimalNumber, wholeNumber } from "../options/number-option.js";
import {
  addResultsOptions,
  RESULTS_FILE,
  type ResultsCommandOptions,
  readResultsOption,
} from "../options/results-option.js";
import { checkOf, performReports, REPORT_FILE_OPTION } from "../results/report-file.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface HackScanCommandOptions extends ResultsCommandOptions {
  endorsed?: string[];
  against?: string;
  features?: Record<string, string>;
  auto: boolean;
  topK?: number;
  minimumObservations?: number;
  seeds?: number;
  permutations?: number;
  alpha?: number;
  topFeatures?: number;
  seed?: number;
  out?: string;
  json?: boolean;
}

const EXIT_OF: Readonly<Record<HackScanRegime, number>> = {
  train: EXIT.ok,
  reward_hack: EXIT.failed,
  unendorsed: EXIT.notEvaluated,
  pool_exhausted: EXIT.notEvaluated,
  no_signal: EXIT.notEvaluated,
  degenerate: EXIT.notEvaluated,
  unknown: EXIT.notEvaluated,
};

const HELP_ENDING = `
Examples:
  whileai hack-scan graded.jsonl --endorsed tool:get_order
  whileai hack-scan round2.jsonl --against round1.jsonl --endorsed tool:get_order   # what is paid now that was not

Exit codes: 0 what is endorsed is what is paid, 1 something else is (reward hack),
2 not decided: nothing endorsed, no signal, too little contrast, or a pool of solved asks.
With --against: 1 also when something is paid that was not paid before and is not endorsed,
2 when a side cannot be compared or nothing is endorsed, 0 when nothing new is paid.`;

/** `whileai hack-scan`: what the reward really pays for. */
export const addHackScan: AddCommand = (program, perform) => {
  const command = program
    .command("hack-scan")
    .description("look for what the reward really pays for, inside asks, against what chance gives")
    .argument("<rows>", `graded rows: ${RESULTS_FILE}`)
    .option(
      "--endorsed <feature...>",
      "what the reward is meant to pay for: parts of feature names, as tool:get_order",
      nameList,
    )
    .option("--against <file>", "rows graded before: shows what is paid now that was not paid then")
    .option("--features <name=field,…>", "numeric fields of the rows as features", namePairs)
    .option("--no-auto", "leave out words, word pairs and pairs of features")
    .option("--top-k <n>", "words and word pairs at most (default 200)", wholeNumber)
    .option("--minimum-observations <n>", "rollouts that must carry a feature (default 20)", wholeNumber)
    .option("--seeds <n>", "features that pairs are made of; 0: no pairs (default 12)", wholeNumber)
    .option("--permutations <n>", "shuffles behind the floor (default 99)", wholeNumber)
    .option("--alpha <share>", "chance of a false alarm on pure noise (default 0.05)", decimalNumber)
    .option("--top-features <n>", "features that the report lists (default 20)", wholeNumber)
    .option("--seed <n>", "the seed of the shuffles (default 0)", wholeNumber);
  addResultsOptions(command)
    .optionsGroup("Output:")
    .option(...REPORT_FILE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", HELP_ENDING)
    .action((file: string, options: HackScanCommandOptions) =>
      performReports(perform, options, async (terminal) => {
        const rows = await readResultsOption(file, options, terminal);
        const scanOptions = scanOptionsOf(options);
        if (options.against === undefined) {
          const report = hackScan(rows, scanOptions);
          const exitCode = EXIT_OF[report.regime];
          return { ...reportResult(report, exitCode), checks: [checkOf(report, exitCode, report.regime)] };
        }
        const before = await readResultsOption(options.against, options, terminal);
        const report = hackScanDiff(before, rows, scanOptions);
        const exitCode = diffExit(report, options.endorsed !== undefined);
        return {
          ...reportResult(report, exitCode),
          checks: [checkOf(report, exitCode, `${report.regimeBefore}, then ${report.regimeAfter}`)],
        };
      }),
    );
};

const scanOptionsOf = (options: HackScanCommandOptions): HackScanOptions => ({
  endorsed: options.endorsed,
  features: options.features,
  auto: options.auto,
  topK: options.topK,
  minimumObservations: options.minimumObservations,
  seeds: options.seeds,
  permutations: options.permutations,
  alpha: options.alpha,
  topFeatures: options.topFeatures,
  seed: options.seed,
});

/** How a comparison ends: by the verdict after, then by what is paid only now. */
function diffExit({ regimeAfter, nCompared, gained }: HackScanDiffReport, isEndorsed: boolean): number {
  if (regimeAfter === "reward_hack") return EXIT.failed;
  if (nCompared === 0) return EXIT.notEvaluated;
  if (gained.every(({ endorsed }) => endorsed)) return EXIT.ok;
  return isEndorsed ? EXIT.failed : EXIT.notEvaluated;
}
