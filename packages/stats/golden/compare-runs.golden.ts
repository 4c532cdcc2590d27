import { type Interval, type Row, WhileaiError } from "@whileai/core";
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

/** What a vector gives for a number that the Python package draws: its limit, and the range of 2000 draws. */
interface WithLimit {
  readonly exact: unknown;
}

interface Expected {
  readonly ci95: WithLimit | null;
  readonly pValue: WithLimit | null;
  readonly noteCodes: readonly string[];
  readonly [field: string]: unknown;
}

const limit = (value: WithLimit | null): unknown => (value === null ? null : value.exact);
const ends = (interval: Interval | null) => interval && [interval.low, interval.high];

function check({ input, options, expected, tolerance }: GoldenCase): CaseOutcome | Promise<CaseOutcome> {
  const { a, b } = input as Readonly<Record<"a" | "b", unknown>>;
  const call = () => compareRuns(vectorRows(a) as Row[], vectorRows(b) as Row[], options as CompareRunsOptions);
  if (expectsThrow(expected)) return throwFailures(call, WhileaiError.isInstance);
  const { noteCodes, ci95, pValue, verdictAccept: _, ...fields } = expected as Expected;
  const report = call();
  const got = { ...report, ci95: ends(report.ci95), noteCodes: report.notes.map(({ code }) => code) };
  const wanted = { ...fields, ci95: limit(ci95), pValue: limit(pValue), noteCodes };
  return differences(got, wanted, tolerance as Tolerance);
}

export const runner: GoldenRunner = {
  files: ["stats/compareRuns.json"],
  run: (content) => runCases(content, check),
};
