import { answerRunner } from "@whileai/golden";
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

/** Vectors write an interval as a pair. */
const asPair = (interval: Interval | null): Numbers | null =>
  interval === null ? null : [interval.low, interval.high];

/** Keys of expected values that only inform: other tools' answers, and the range that random draws may fall in. */
const INFORMATION = new Set(["reference", "fisherExact", "low", "high"]);

function withoutInformation(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInformation);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !INFORMATION.has(key));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutInformation(entry)]));
}

export const runner = answerRunner(
  {
    "stats/wilsonInterval.json": ({ input: { successes, n }, options }) => ({
      got: {
        interval: asPair(wilsonInterval(successes, n, options)),
        withExactZ: asPair(wilsonInterval(successes, n, { ...options, level: 0.95 })),
      },
    }),
    "stats/bootstrapCi.json": ({ input, options, expected }) => {
      const interval = asPair(exactBootstrapMean(input.values, options));
      return { got: { interval: interval && { exact: interval } }, wanted: withoutInformation(expected) };
    },
    "stats/groupEstimators.json": ({ input }) => ({
      got: input.nck.map(([n, c, k]: [number, number, number]) => ({
        n,
        c,
        k,
        passAtK: groupPassAtK(n, c, k),
        passPowK: groupPassPowK(n, c, k),
      })),
    }),
    "stats/cohenKappa.json": ({ input: { confusion } }) => ({
      got: cohenKappa([
        [confusion.tp, confusion.fn],
        [confusion.fp, confusion.tn],
      ]),
    }),
    "stats/tQuantile.json": ({ input, expected }) => ({
      got: input.dfLevel.map(([df, level]: [number, number]) => ({ df, level, t: tQuantile(df, { level }) })),
      wanted: withoutInformation(expected),
    }),
    "stats/twoProportionP.json": ({ input, expected }) => ({
      got: input.quads.map((quad: [number, number, number, number]) => ({ quad, p: twoProportionP(...quad) })),
      wanted: withoutInformation(expected),
    }),
  },
  WhileaiError.isInstance,
);
