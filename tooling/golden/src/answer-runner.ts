import { differences, type Tolerance } from "./differences.js";
import type { GoldenRunner } from "./golden-runner.js";
import { type CaseOutcome, expectsThrow, type GoldenCase, runCases, throwFailures } from "./run-cases.js";

/** What a function answers to: the parts of a case that is a call. */
export interface CallCase {
  // biome-ignore lint/suspicious/noExplicitAny: each vector file has a shape of its own
  readonly input: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly options: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly expected: any;
}

/** What we give for a case, and what of the vector that is held against. */
export interface Answer {
  readonly got: unknown;
  /** Default: what the case expects. */
  readonly wanted?: unknown;
  /** Default: that of the case. */
  readonly tolerance?: Tolerance;
}

/**
 * A runner of vectors whose cases are calls, with a function for each file. A case that expects a throw passes when the
 * function throws an error for which `isTyped` holds.
 *
 * @example
 * export const runner = answerRunner(
 *   { "stats/noiseBand.json": ({ input, options }) => ({ got: noiseBand(input.runStd, options) }) },
 *   WhileaiError.isInstance,
 * );
 */
export function answerRunner(
  answers: Readonly<Record<string, (entry: CallCase) => Answer>>,
  isTyped: (error: unknown) => boolean,
): GoldenRunner {
  const check = (file: string, entry: GoldenCase): CaseOutcome | Promise<CaseOutcome> => {
    const { input, options, expected } = entry;
    const answer = answers[file] as (entry: CallCase) => Answer;
    const call = (): Answer => answer({ input, options: options ?? {}, expected });
    if (expectsThrow(expected)) return throwFailures(call, isTyped);
    const { got, wanted = expected, tolerance = entry.tolerance as Tolerance } = call();
    return differences(got, wanted, tolerance);
  };
  return {
    files: Object.keys(answers),
    run: (content, file) => runCases(content, (entry) => check(file, entry)),
  };
}
