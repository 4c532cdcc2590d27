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
import { type DeltaReportOptions, deltaReport } from "../src/index.js";
import { type DrawnNumber, endsOf, limitOf } from "./drawn-number.js";

interface ExpectedMetric {
  readonly ci95: DrawnNumber | null;
  readonly pValue: DrawnNumber | null;
  readonly [field: string]: unknown;
}

interface Expected {
  readonly metrics: Readonly<Record<string, ExpectedMetric>>;
  readonly headlineWord: string;
  readonly verdictLineIs: string;
  readonly printedMetricLines: readonly string[];
  readonly [field: string]: unknown;
}

const rowsOf = (input: unknown): Row[] => vectorRows(input) as Row[];

/** The metric lines of a report as vectors write them: the interval left open, and without the p-value that ours add. */
function metricLines(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => /^ {2}\S+ {2,}(?:-?\d\.\d{3} -> |insufficient data)/.test(line))
    .map((line) => line.replace(/\[[-+.\d]+\]/, "[CI]").replace(/ {2}p[=<][.\d]+$/, ""));
}

function check({ input, options, expected, tolerance }: GoldenCase): CaseOutcome | Promise<CaseOutcome> {
  const { before, after, trainRuns } = input as { before: unknown; after: unknown; trainRuns?: unknown[] };
  const given = {
    ...(options as DeltaReportOptions),
    ...(trainRuns === undefined ? {} : { trainRuns: trainRuns.map(rowsOf) }),
  };
  const call = () => deltaReport(rowsOf(before), rowsOf(after), given);
  if (expectsThrow(expected)) return throwFailures(call, WhileaiError.isInstance);
  const { metrics, headlineWord, verdictLineIs, printedMetricLines, ...fields } = expected as unknown as Expected;
  const report = call();
  const text = `${report}`;
  const got = {
    ...report,
    metrics: new Map([...report.metrics].map(([name, metric]) => [name, { ...metric, ci95: endsOf(metric.ci95) }])),
    names: [...report.metrics.keys()],
    word: report.headline,
    line: text.split("\n").find((line) => line === verdictLineIs),
    metricLines: metricLines(text),
  };
  const wanted = {
    ...fields,
    metrics: Object.fromEntries(
      Object.entries(metrics).map(([name, { ci95, pValue, ...rest }]) => [
        name,
        { ...rest, ci95: limitOf(ci95), pValue: limitOf(pValue) },
      ]),
    ),
    names: Object.keys(metrics),
    word: headlineWord,
    line: verdictLineIs,
    metricLines: printedMetricLines,
  };
  return differences(got, wanted, tolerance as Tolerance);
}

export const runner: GoldenRunner = {
  files: ["stats/deltaReport.json"],
  run: (content) => runCases(content, check),
};
