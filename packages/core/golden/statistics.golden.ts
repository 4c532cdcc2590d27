import {
  type CaseOutcome,
  differences,
  expectsThrow,
  type GoldenCase,
  type GoldenRunner,
  runCases,
  type Tolerance,
  throwFailures,
} from "@whileai/golden";
import {
  cohenKappa,
  exactBootstrapMean,
  groupPassAtK,
  groupPassPowK,
  type Interval,
  tQuantile,
  twoProportionP,
  WhileaiError,
  wilsonInterval,
} from "../src/index.js";

type Numbers = readonly number[];
type Fields = Readonly<Record<string, unknown>>;

/** Vectors write an interval as a pair. */
const asPair = (interval: Interval | null): Numbers | null =>
  interval === null ? null : [interval.low, interval.high];

/** What we give for a case, in the vector's own shape. */
const answers: Readonly<Record<string, (input: Fields, options: Fields) => unknown>> = {
  "stats/wilsonInterval.json": ({ successes, n }, options) => ({
    interval: asPair(wilsonInterval(successes as number, n as number, options)),
    withExactZ: asPair(wilsonInterval(successes as number, n as number, { ...options, level: 0.95 })),
  }),
  "stats/bootstrapCi.json": ({ values }, options) => {
    const interval = asPair(exactBootstrapMean(values as Numbers, options));
    return { interval: interval && { exact: interval } };
  },
  "stats/groupEstimators.json": ({ nck }) =>
    (nck as [number, number, number][]).map(([n, c, k]) => ({
      n,
      c,
      k,
      passAtK: groupPassAtK(n, c, k),
      passPowK: groupPassPowK(n, c, k),
    })),
  "stats/cohenKappa.json": ({ confusion }) => {
    const { tp, fp, fn, tn } = confusion as { tp: number; fp: number; fn: number; tn: number };
    return cohenKappa([
      [tp, fn],
      [fp, tn],
    ]);
  },
  "stats/tQuantile.json": ({ dfLevel }) =>
    (dfLevel as [number, number][]).map(([df, level]) => ({ df, level, t: tQuantile(df, { level }) })),
  "stats/twoProportionP.json": ({ quads }) =>
    (quads as [number, number, number, number][]).map((quad) => ({ quad, p: twoProportionP(...quad) })),
};

/** Keys of expected values that only inform: other tools' answers, and the range that random draws may fall in. */
const INFORMATION = new Set(["reference", "fisherExact", "low", "high"]);

function withoutInformation(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInformation);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !INFORMATION.has(key));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutInformation(entry)]));
}

function check(file: string, { input, options, expected, tolerance }: GoldenCase): CaseOutcome | Promise<CaseOutcome> {
  const answer = answers[file];
  if (answer === undefined) return { pending: "no function answers this file" };
  const call = () => answer(input as Fields, (options ?? {}) as Fields);
  if (expectsThrow(expected)) return throwFailures(call, WhileaiError.isInstance);
  return differences(call(), withoutInformation(expected), tolerance as Tolerance);
}

export const runner: GoldenRunner = {
  files: Object.keys(answers),
  run: (content, file) => runCases(content, (entry) => check(file, entry)),
};
