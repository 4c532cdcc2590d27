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
import {
  detectableEffect,
  type EvalPowerOptions,
  evalPower,
  type HoldoutSize,
  type HoldoutSizeOptions,
  holdoutSize,
  sliceMinTasks,
} from "../src/index.js";

type Fields = Readonly<Record<string, unknown>>;

const rowsOf = (input: unknown): Row[] | undefined => (input === undefined ? undefined : (vectorRows(input) as Row[]));

/** The range of a vector holds what 2000 draws may give: [lowest, highest] for each end. */
interface Range {
  readonly present: boolean;
  readonly low?: readonly [number, number];
  readonly high?: readonly [number, number];
}

const within = (value: number | null, [low, high]: readonly [number, number]): boolean =>
  value !== null && value >= low && value <= high;

function inRange({ nTasksLow, nTasksHigh }: HoldoutSize, { present, low, high }: Range): boolean {
  if (!present || low === undefined || high === undefined) return nTasksLow === null && nTasksHigh === null;
  return within(nTasksLow, low) && within(nTasksHigh, high);
}

function holdout(input: Fields, options: Fields, expected: Fields): Fields {
  const { effect, before, after } = input;
  const given = { ...options, before: rowsOf(before), after: rowsOf(after) } as HoldoutSizeOptions;
  const report = holdoutSize(effect as number, given);
  const warningCodes = report.notes.filter(({ severity }) => severity === "warning").map(({ code }) => code);
  return { ...report, warningCodes, range: inRange(report, expected.range as Range) ? expected.range : report };
}

/** What we give for a case, in the vector's own shape. */
const answers: Readonly<Record<string, (input: Fields, options: Fields, expected: Fields) => unknown>> = {
  "stats/holdoutSize.json": holdout,
  "stats/detectableEffect.json": ({ nTasks }, options) => detectableEffect(nTasks as number, options),
  "stats/evalPower.json": (input, options) => evalPower(vectorRows(input) as Row[], options as EvalPowerOptions),
  "stats/sliceMinTasks.json": ({ alphas }) => (alphas as number[]).map((alpha) => ({ alpha, n: sliceMinTasks(alpha) })),
};

function check(file: string, { input, options, expected, tolerance }: GoldenCase): CaseOutcome | Promise<CaseOutcome> {
  const answer = answers[file];
  if (answer === undefined) return { pending: "no function answers this file" };
  const call = () => answer(input as Fields, (options ?? {}) as Fields, expected as Fields);
  if (expectsThrow(expected)) return throwFailures(call, WhileaiError.isInstance);
  return differences(call(), expected, tolerance as Tolerance);
}

export const runner: GoldenRunner = {
  files: Object.keys(answers),
  run: (content, file) => runCases(content, (entry) => check(file, entry)),
};
