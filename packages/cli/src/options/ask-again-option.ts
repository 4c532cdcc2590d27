import type { Command } from "commander";
import type { Terminal } from "../terminal/terminal.js";
import { decimalNumber, milliseconds, wholeNumber } from "./number-option.js";
import { readRubricOption } from "./rubric-option.js";

/** Options that say how a judge is asked again about rows that were graded. */
export interface AskAgainCommandOptions {
  rubric?: string;
  judgeName?: string;
  sample?: number;
  seed?: number;
  concurrency?: number;
  timeout?: number;
}

/** Adds the options that say how a judge is asked again. */
export const addAskAgainOptions = (command: Command): Command =>
  command
    .option("--judge-name <name>", "the judge's name on the rows, where that is not its own")
    .option("--sample <n>", "rows that are asked about again (default 40)", wholeNumber)
    .option("--seed <n>", "the seed of that sample (default 0)", wholeNumber)
    .option(
      "--concurrency <n>",
      "rows judged at the same time (default 8; of a module, as many as the machine runs in parallel)",
      wholeNumber,
    )
    .option("--timeout <seconds>", "deadline for a row", decimalNumber);

/** How rows are sampled and judged. */
export const samplingFrom = ({ sample, seed, concurrency, timeout }: AskAgainCommandOptions, terminal: Terminal) => ({
  sample,
  seed,
  limits: { concurrency, timeoutMs: milliseconds(timeout) },
  signal: terminal.signal,
});

/** The same, for a judge with a rubric and a name on the rows. */
export const askAgainFrom = async (options: AskAgainCommandOptions, terminal: Terminal) => ({
  ...samplingFrom(options, terminal),
  judgeName: options.judgeName,
  rubric: options.rubric === undefined ? undefined : String(await readRubricOption(options.rubric)),
});
