import { LARGEST_NUMBER, OptionError } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { bcaDifferenceInterval, bcaInterval } from "./bca-interval.js";
import { clusterBootstrapInterval } from "./cluster-bootstrap-interval.js";
import { clusterRobustInterval } from "./cluster-robust-interval.js";
import { groupSequentialBoundaries } from "./group-sequential-boundaries.js";
import { inverseVarianceCombination, partlyPairedDifference } from "./inverse-variance-combination.js";
import { maxT } from "./max-t.js";
import { nonInferiority } from "./non-inferiority.js";
import { predictionPoweredMean } from "./prediction-powered-mean.js";
import { roganGladen } from "./rogan-gladen.js";
import { sequentialLook } from "./sequential-look.js";
import { stratifiedBootstrapInterval } from "./stratified-bootstrap-interval.js";
import {
  studentizedBootstrapDifferenceInterval,
  studentizedBootstrapInterval,
} from "./studentized-bootstrap-interval.js";
import { studentizedPermutationP } from "./studentized-permutation-p.js";
import { twoSamplePermutationP } from "./two-sample-permutation-p.js";
import { twoWayDifferenceInterval, twoWayInterval } from "./two-way-interval.js";

const ONE = [0.7, -0.2, 1, 0.4, -1];
const OTHER = [1, 0.1, -0.9, 0.3];

/** Each inference on values of one size; its numbers, whatever it calls them. */
const INFERENCES: Readonly<Record<string, (size: number) => unknown>> = {
  bcaInterval: (size) => bcaInterval(times(ONE, size)),
  bcaDifferenceInterval: (size) => bcaDifferenceInterval(times(ONE, size), times(OTHER, size)),
  clusterBootstrapInterval: (size) => clusterBootstrapInterval(times(ONE, size), ["a", "b", "c", "a", "b"]),
  clusterRobustInterval: (size) => clusterRobustInterval(times(ONE, size), ["a", "b", "c", "a", "b"]),
  inverseVarianceCombination: (size) =>
    inverseVarianceCombination([
      { estimate: size, standardError: size, df: 9 },
      { estimate: size / 2, standardError: size / 3, df: 8 },
    ]),
  maxT: (size) => maxT([times(ONE, size), times([...OTHER, 0], size)]),
  partlyPairedDifference: (size) =>
    partlyPairedDifference({ differences: times(ONE, size), onlyA: times(OTHER, size), onlyB: times(ONE, size) }),
  predictionPoweredMean: (size) =>
    predictionPoweredMean(times(ONE, size), times(OTHER, size), times([1, 0, 0, 1], size), { lowest: -1, highest: 1 }),
  sequentialLook: (size) =>
    sequentialLook(groupSequentialBoundaries({ looks: 1 }), { look: 1, delta: size, p: 0.01, standardError: size }),
  stratifiedBootstrapInterval: (size) => stratifiedBootstrapInterval(times(ONE, size), ["a", "a", "b", "b", "b"]),
  studentizedBootstrapInterval: (size) => studentizedBootstrapInterval(times(ONE, size)),
  studentizedBootstrapDifferenceInterval: (size) =>
    studentizedBootstrapDifferenceInterval(times(ONE, size), times(OTHER, size)),
  studentizedPermutationP: (size) => studentizedPermutationP(times(ONE, size), times(OTHER, size)),
  twoSamplePermutationP: (size) => twoSamplePermutationP(times(ONE, size), times(OTHER, size)),
  twoWayInterval: (size) => twoWayInterval([times(ONE, size), times([...OTHER, 0], size)]),
  twoWayDifferenceInterval: (size) =>
    twoWayDifferenceInterval(
      [times(ONE, size), times([...OTHER, 0], size)],
      [times([...OTHER, 1], size), times(ONE, size)],
    ),
};

function times(values: readonly number[], size: number): number[] {
  return values.map((value) => value * size);
}

function numbersIn(found: unknown): number[] {
  if (typeof found === "number") return [found];
  return typeof found === "object" && found !== null ? Object.values(found).flatMap(numbersIn) : [];
}

describe.each(Object.entries(INFERENCES))("%s", (_, infer) => {
  test.each([1, 1e-150, LARGEST_NUMBER])("gives finite numbers for values of size %d", (size) => {
    const numbers = numbersIn(infer(size));
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.filter((number) => !Number.isFinite(number))).toEqual([]);
  });

  test.each([1e200, 1e308, Number.POSITIVE_INFINITY])("refuses values of size %d", (size) => {
    expect(() => infer(size)).toThrow(OptionError);
  });
});

describe("what an answer needs and was not given is refused by name", () => {
  const judged = { observed: 0.7, n: 200, sensitivity: 0.9, specificity: 0.8, positives: 50, negatives: 50 };
  const look = { look: 1, delta: 0.1, p: 0.01 };
  test.each(Object.keys(judged))("roganGladen without %s", (name) => {
    expect(() => roganGladen({ ...judged, [name]: undefined })).toThrow(`\`${name}\` is missing`);
  });
  test.each(Object.keys(look))("sequentialLook without %s", (name) => {
    const plan = groupSequentialBoundaries({ looks: 1 });
    expect(() => sequentialLook(plan, { ...look, [name]: undefined })).toThrow(`\`${name}\` is missing`);
  });
  test("groupSequentialBoundaries without looks", () => {
    expect(() => groupSequentialBoundaries({} as never)).toThrow("`looks` is missing");
  });
  test("nonInferiority without a margin", () => {
    expect(() => nonInferiority({ low: 0, high: 1 }, undefined as never)).toThrow("`margin` is missing");
  });
  test("predictionPoweredMean with bounds that cross", () => {
    expect(() => predictionPoweredMean([1, 0], [1, 0, 1], [1, 0, 0], { lowest: 1, highest: 0 })).toThrow(OptionError);
  });
});
