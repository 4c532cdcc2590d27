import { type Interval, OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bcaDifferenceInterval, bcaInterval } from "./bca-interval.js";
import { clusterBootstrapInterval } from "./cluster-bootstrap-interval.js";
import { stratifiedBootstrapInterval } from "./stratified-bootstrap-interval.js";
import {
  studentizedBootstrapDifferenceInterval,
  studentizedBootstrapInterval,
} from "./studentized-bootstrap-interval.js";

const TEN = [1, 0.5, 1, 0.75, 1, 1, 0.25, 1, 1, 0.75];
const SIX = [0, 0.25, 0.5, 0.25, 0.75, 0.5];
const CLUSTERS = ["a", "a", "b", "b", "b", "c", null, "d", "d", "e"];
const TIERS = [...Array(5).fill("easy"), ...Array(5).fill("hard")];
const WEIGHTS = new Map([
  ["easy", 3],
  ["hard", 1],
]);
const draws = 20_000;

/** Ends of scipy and numpy at 400,000 draws; tolerances cover the steps of the lattice that a draw more or less moves. */
const CASES: [name: string, get: (seed: number) => Interval | null, low: number, high: number, within: number][] = [
  // scipy.stats.bootstrap(..., method="BCa")
  ["bcaInterval", (seed) => bcaInterval(TEN, { draws, seed }), 0.625, 0.95, 0.026],
  ["bcaDifferenceInterval", (seed) => bcaDifferenceInterval(SIX, TEN, { draws, seed }), 0.18333, 0.675, 0.01],
  // (resampled mean - mean) / resampled standard error, its 2.5% and 97.5% points, a million draws of a generator not ours. Of
  // TEN the lower end lies on a step of the lattice and is one of two values by the luck of the draw.
  ["studentized", (seed) => studentizedBootstrapInterval(SIX, { draws, seed }), 0.10739, 0.64261, 0.01],
  [
    "studentized difference",
    (seed) => studentizedBootstrapDifferenceInterval(SIX, TEN, { draws, seed }),
    0.1119,
    0.72743,
    0.01,
  ],
  // numpy: clusters drawn with replacement, sum of sums over sum of sizes
  ["cluster bootstrap", (seed) => clusterBootstrapInterval(TEN, CLUSTERS, { draws, seed }), 0.625, 0.94643, 0.01],
  // numpy: 0.75 × resampled easy mean + 0.25 × resampled hard mean
  [
    "stratified",
    (seed) => stratifiedBootstrapInterval(TEN, TIERS, { draws, seed, weights: WEIGHTS }),
    0.6875,
    0.9625,
    0.013,
  ],
];

describe.each(CASES)("%s", (_, get, low, high, within) => {
  test("as scipy or numpy give it, and the same again for the same seed", () => {
    for (const seed of [1, 2]) {
      const interval = get(seed) as Interval;
      expect(Math.abs(interval.low - low)).toBeLessThan(within);
      expect(Math.abs(interval.high - high)).toBeLessThan(within);
      expect(get(seed)).toEqual(interval);
    }
  });
});

const items = fc.array(
  fc.record({ value: fc.integer({ min: 0, max: 8 }), group: fc.constantFrom("a", "b", "c", "d", "e") }),
  {
    minLength: 3,
    maxLength: 25,
  },
);
const options = { draws: 60 };

test("the order of the tasks changes no digit, and ends are in order and within the values", () => {
  fc.assert(
    fc.property(items, (list) => {
      const all = (tasks: typeof list) => {
        const values = tasks.map(({ value }) => value / 8);
        const groups = tasks.map(({ group }) => group);
        return [
          bcaInterval(values, options),
          bcaDifferenceInterval(values, SIX, options),
          studentizedBootstrapInterval(values, { ...options, lowest: 0, highest: 1 }),
          studentizedBootstrapDifferenceInterval(values, SIX, { ...options, lowest: -1, highest: 1 }),
          clusterBootstrapInterval(values, groups, options),
          stratifiedBootstrapInterval(values, groups, options),
        ];
      };
      const intervals = all(list);
      expect(all([...list].reverse())).toEqual(intervals);
      for (const interval of intervals)
        if (interval !== null) {
          expect(interval.low).toBeLessThanOrEqual(interval.high);
          expect(interval.low).toBeGreaterThanOrEqual(-1);
          expect(interval.high).toBeLessThanOrEqual(1);
        }
    }),
    { numRuns: 40 },
  );
});

test("two values, two clusters or one empty side are too few; equal values have no width", () => {
  expect(bcaInterval([0, 1])).toBeNull();
  expect(bcaDifferenceInterval([0, 1], TEN)).toBeNull();
  expect(studentizedBootstrapInterval([0, 1])).toBeNull();
  expect(studentizedBootstrapDifferenceInterval([], TEN)).toBeNull();
  expect(clusterBootstrapInterval([], [])).toBeNull();
  expect(clusterBootstrapInterval([0, 1, 1, 0], ["a", "a", "b", "b"])).toBeNull();
  expect(stratifiedBootstrapInterval([0, 1], ["a", "a"])).toBeNull();
  for (const get of [bcaInterval, studentizedBootstrapInterval])
    expect(get([0.5, 0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
});

test("a skewed sample: BCa reaches further into the long tail than it does on the other side", () => {
  const { low, high } = bcaInterval([...Array(18).fill(1), 0.5, 0], { draws }) as Interval;
  expect(0.925 - low).toBeGreaterThan(high - 0.925);
});

test("BCa of another statistic, and one that is not finite", () => {
  const largest = (sample: Float64Array) => Math.max(...sample);
  expect(bcaInterval(TEN, { statistic: largest })?.high).toBe(1);
  expect(() => bcaInterval(TEN, { statistic: () => Number.NaN })).toThrow(OptionError);
});

test("where resamples have no spread an end needs a bound", () => {
  const nearlyAll = [...Array(11).fill(1), 0];
  expect(studentizedBootstrapInterval(nearlyAll)).toBeNull();
  expect(studentizedBootstrapInterval(nearlyAll, { lowest: 0, highest: 1 })).toMatchObject({ low: 0 });
});

test("strata: means, shares and singletons", () => {
  const result = stratifiedBootstrapInterval([1, 1, 0, 0.5], ["a", "a", "b", "c"]);
  expect(result).toMatchObject({ estimate: 0.625, nSingletons: 2 });
  expect(result?.strata).toEqual([
    { stratum: "a", n: 2, mean: 1, weight: 0.5 },
    { stratum: "b", n: 1, mean: 0, weight: 0.25 },
    { stratum: "c", n: 1, mean: 0.5, weight: 0.25 },
  ]);
  expect(stratifiedBootstrapInterval(TEN, TIERS, { weights: WEIGHTS })?.estimate).toBeCloseTo(0.8375, 12);
});

test("a stratum may have any name", () => {
  expect(stratifiedBootstrapInterval([1, 0, 1], ["__proto__", "constructor", "__proto__"])?.strata).toHaveLength(2);
});

test.each([
  [
    "a weight without values",
    new Map([
      ["easy", 1],
      ["hard", 1],
      ["new", 1],
    ]),
  ],
  ["values without a weight", new Map([["easy", 1]])],
  [
    "a negative weight",
    new Map([
      ["easy", 2],
      ["hard", -1],
    ]),
  ],
  [
    "weights that are all 0",
    new Map([
      ["easy", 0],
      ["hard", 0],
    ]),
  ],
  ["a plain object", { easy: 1, hard: 1 }],
])("%s is refused", (_, weights) => {
  expect(() => stratifiedBootstrapInterval(TEN, TIERS, { weights: weights as Map<string, number> })).toThrow(
    OptionError,
  );
});

test("lists that do not fit, and values that are no numbers, are refused", () => {
  expect(() => clusterBootstrapInterval(TEN, ["a"])).toThrow(OptionError);
  expect(() => stratifiedBootstrapInterval(TEN, ["a"])).toThrow(OptionError);
  for (const get of [bcaInterval, studentizedBootstrapInterval])
    expect(() => get([1, Number.NaN, 0])).toThrow(OptionError);
});
