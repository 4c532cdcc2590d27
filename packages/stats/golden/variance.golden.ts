import { type Row, WhileaiError } from "@whileai/core";
import {
  type CaseOutcome,
  differences,
  expectsThrow,
  type GoldenCase,
  type GoldenRunner,
  runCases,
  throwFailures,
  vectorRows,
} from "@whileai/golden";
import { evalVariance, noiseBand } from "../src/index.js";

type Fields = Readonly<Record<string, unknown>>;

/** Vectors hold the exact t, but allow what rounding its table to three decimals does; ours is held to its digits. */
const EXACT = { rel: 1e-8 };
const ABSOLUTE = { abs: 1e-9, rel: 1e-9 };

/** What we give for a case, in the vector's own shape. */
const answers: Readonly<Record<string, (input: Fields, options: Fields) => unknown>> = {
  "stats/noiseBand.json": ({ runStd }, options) => noiseBand(runStd as number, options),
  "stats/evalVariance.json": ({ runs }, options) => {
    const report = evalVariance(
      (runs as unknown[]).map((run) => vectorRows(run) as Row[]),
      options,
    );
    return { ...report, noteCodes: report.notes.map(({ code }) => code) };
  },
};

function check(file: string, { input, options, expected }: GoldenCase): CaseOutcome | Promise<CaseOutcome> {
  const answer = answers[file];
  if (answer === undefined) return { pending: "no function answers this file" };
  const call = () => answer(input as Fields, (options ?? {}) as Fields);
  if (expectsThrow(expected)) return throwFailures(call, WhileaiError.isInstance);
  return differences(call(), expected, file.includes("noiseBand") ? EXACT : ABSOLUTE);
}

export const runner: GoldenRunner = {
  files: Object.keys(answers),
  run: (content, file) => runCases(content, (entry) => check(file, entry)),
};
