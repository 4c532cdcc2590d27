import type { Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases, type Tolerance } from "@whileai/golden";
import { logprobReport, type MeanKlOptions, meanKl } from "../src/index.js";

/** What we give for a case, in the vector's own shape. */
const answers: Readonly<Record<string, (rows: Row[], options: unknown) => unknown>> = {
  "stats/meanKl.json": (rows, options) => meanKl(rows, options as MeanKlOptions),
  "stats/logprobReport.json": logprobReport,
};

function check(file: string, { input, options, expected, tolerance }: GoldenCase) {
  const answer = answers[file];
  if (answer === undefined) return { pending: "no function answers this file" };
  const { rows } = input as { rows: Row[] };
  return differences(answer(rows, options), expected, tolerance as Tolerance);
}

export const runner: GoldenRunner = {
  files: Object.keys(answers),
  run: (content, file) => runCases(content, (entry) => check(file, entry)),
};
