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
import { type PassAt, type PassAtOptions, passAt } from "../src/index.js";
import { type DrawnNumber, endsOf, limitOf } from "./drawn-number.js";

interface Expected {
  readonly perTask: Readonly<Record<string, number>>;
  readonly ci95: DrawnNumber | null;
  readonly passPowKCi95: DrawnNumber | null;
  readonly passAtKCi95: DrawnNumber | null;
  readonly noteCodes: readonly string[];
  readonly lineHeadExactCi: string;
  readonly lineTail?: readonly string[];
  readonly [field: string]: unknown;
}

function reportFailures(report: PassAt, expected: Expected, tolerance: Tolerance): string[] {
  const { noteCodes, lineHeadExactCi, lineTail = [], ...fields } = expected;
  const line = `${report}`;
  const wanted = {
    ...fields,
    nTasks: Object.keys(fields.perTask).length,
    ci95: limitOf(fields.ci95),
    passPowKCi95: limitOf(fields.passPowKCi95),
    passAtKCi95: limitOf(fields.passAtKCi95),
    noteCodes,
    lineHead: lineHeadExactCi,
    missingFromTail: [],
  };
  const got = {
    ...report,
    nTasks: report.perTask.size,
    ci95: endsOf(report.ci95),
    passPowKCi95: endsOf(report.passPowKCi95),
    passAtKCi95: endsOf(report.passAtKCi95),
    noteCodes: report.notes.map(({ code }) => code),
    lineHead: line.slice(0, lineHeadExactCi.length),
    missingFromTail: lineTail.filter((text) => !line.slice(lineHeadExactCi.length).includes(text)),
  };
  return differences(got, wanted, tolerance);
}

function check({ input, options, expected, tolerance }: GoldenCase): CaseOutcome | Promise<CaseOutcome> {
  const call = () => passAt(vectorRows(input) as Row[], options as PassAtOptions);
  if (expectsThrow(expected)) return throwFailures(call, WhileaiError.isInstance);
  return reportFailures(call(), expected as Expected, tolerance as Tolerance);
}

export const runner: GoldenRunner = {
  files: ["stats/passAt.json"],
  run: (content) => runCases(content, check),
};
