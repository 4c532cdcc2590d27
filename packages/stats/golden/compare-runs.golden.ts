import { type Row, WhileaiError } from "@whileai/core";
import {
  type CaseOutcome,
  differences,
  expectsThrow,
  type GoldenCase,
  type GoldenRunner,
  runCases,
  type Tolerance,
  throwFailures,
  vectorRows,
} from "@whileai/golden";
import { type CompareRunsOptions, compareRuns } from "../src/index.js";
import { type DrawnNumber, endsOf, limitOf } from "./drawn-number.js";

interface Expected {
  readonly ci95: DrawnNumber | null;
  readonly pValue: DrawnNumber | null;
  readonly noteCodes: readonly string[];
  readonly [field: string]: unknown;
}

function check({ input, options, expected, tolerance }: GoldenCase): CaseOutcome | Promise<CaseOutcome> {
  const { a, b } = input as Readonly<Record<"a" | "b", unknown>>;
  const call = () => compareRuns(vectorRows(a) as Row[], vectorRows(b) as Row[], options as CompareRunsOptions);
  if (expectsThrow(expected)) return throwFailures(call, WhileaiError.isInstance);
  const { noteCodes, ci95, pValue, verdictAccept: _, ...fields } = expected as Expected;
  const report = call();
  const got = { ...report, ci95: endsOf(report.ci95), noteCodes: report.notes.map(({ code }) => code) };
  const wanted = { ...fields, ci95: limitOf(ci95), pValue: limitOf(pValue), noteCodes };
  return differences(got, wanted, tolerance as Tolerance);
}

export const runner: GoldenRunner = {
  files: ["stats/compareRuns.json"],
  run: (content) => runCases(content, check),
};
