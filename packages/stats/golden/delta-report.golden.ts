import { WhileaiError } from "@whileai/core";
import { answerRunner, vectorRows } from "@whileai/golden";
import { deltaReport } from "../src/index.js";
import { type DrawnNumber, endsOf, limitOf } from "./drawn-number.js";

interface ExpectedMetric {
  readonly ci95: DrawnNumber | null;
  readonly pValue: DrawnNumber | null;
}

/** The metric lines of a report as vectors write them: the interval left open, the band by its sign, and without the p-value that ours add. */
function metricLines(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => /^ {2}\S+ {2,}(?:-?\d\.\d{3} -> |insufficient data)/.test(line))
    .map((line) =>
      line
        .replace(/\[[-+.\d]+\]/, "[CI]")
        .replace(/ {2}p[=<][.\d]+$/, "")
        .replace(/ {2}re-run noise (?=\d)/, "  noise<"),
    );
}

export const runner = answerRunner(
  {
    "stats/deltaReport.json": ({ input, options, expected }) => {
      const { before, after, trainRuns } = input;
      const given = trainRuns === undefined ? options : { ...options, trainRuns: trainRuns.map(vectorRows) };
      const report = deltaReport(vectorRows(before), vectorRows(after), given);
      const text = `${report}`;
      const { headlineWord, verdictLineIs, printedMetricLines, ...fields } = expected;
      const metrics = Object.entries<ExpectedMetric>(expected.metrics);
      return {
        got: {
          ...report,
          metrics: new Map(
            [...report.metrics].map(([name, metric]) => [name, { ...metric, ci95: endsOf(metric.ci95) }]),
          ),
          names: [...report.metrics.keys()],
          line: text.split("\n").find((line) => line === verdictLineIs),
          metricLines: metricLines(text),
        },
        wanted: {
          ...fields,
          metrics: Object.fromEntries(
            metrics.map(([name, { ci95, pValue, ...rest }]) => [
              name,
              { ...rest, ci95: limitOf(ci95), pValue: limitOf(pValue) },
            ]),
          ),
          names: metrics.map(([name]) => name),
          headline: headlineWord,
          line: verdictLineIs,
          metricLines: printedMetricLines,
        },
      };
    },
  },
  WhileaiError.isInstance,
);
