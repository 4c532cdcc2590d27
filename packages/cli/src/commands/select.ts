import type { Report } from "@whileai/core";
import type { RlOptions, SftOptions } from "@whileai/select";
import { Rows } from "../library/rows.js";
import { checkOutPath } from "./check-out-path.js";
import { type AddCommand, JSON_OPTION } from "./command.js";
import { decimalNumber, numberRange, wholeNumber } from "./number-option.js";
import { rowsResult } from "./rows-result.js";
import { EXIT } from "./terminal.js";

interface SelectCommandOptions {
  mode: string;
  band?: [number, number];
  duplicates?: string;
  truncated?: string;
  endorsed?: string[];
  target?: number;
  pick?: string;
  minReward?: number;
  seed?: number;
  out?: string;
  json?: boolean;
}

/** `whileai select`: the rows that carry training signal. */
export const addSelect: AddCommand = (program, perform) => {
  program
    .command("select")
    .description("keep the rows that carry training signal, and say what was dropped and why")
    .argument("<rows>", "a JSONL file of graded rows")
    .requiredOption("--mode <mode>", "rl or sft (required)")
    .option("--band <lo..hi>", "rl: pass rates that are kept (default 0.2..0.8)", numberRange)
    .option("--duplicates <rule>", "rl: keep or drop identical replies (default keep)")
    .option("--truncated <rule>", "rl: drop, keep or penalize replies cut by the token cap (default drop)")
    .option("--endorsed <feature...>", "rl: what the reward is meant to pay for, so that the scan can tell")
    .option("--pick <rule>", "sft: top, topOverall or random (default top)")
    .option("--min-reward <number>", "sft: the least reward that passes (default 1)", decimalNumber)
    .option("--target <n>", "how many rows to keep", wholeNumber)
    .option("--seed <n>", "the seed of random choices", wholeNumber)
    .option("--out <path>", "where the selected rows go (default: stdout, as JSONL)")
    .option(...JSON_OPTION)
    .action((path: string, options: SelectCommandOptions) =>
      perform(options, async (terminal) => {
        const { out, json: _, ...given } = options;
        if (out !== undefined) checkOutPath([out], { force: true });
        const selected = (await Rows.from(path)).select(given as unknown as ({ mode: "rl" } & RlOptions) | SftOptions);
        const report = selected.report as Report;
        const exitCode = selected.length === 0 ? EXIT.notEvaluated : EXIT.ok;
        const save = (path: string) => selected.save(path);
        return rowsResult({ rows: selected.rows, report, exitCode, save }, options, terminal);
      }),
    );
};
