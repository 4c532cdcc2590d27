import { type Evaluation, evaluate } from "./evaluate.js";
import { contains, type Expression, sameTree, variablesOf } from "./expression.js";
import type { Precision } from "./real.js";
import { POINT_COUNTS, type PointKind, SamplePoints } from "./sample-points.js";
import { type Agreement, compareValues, type Value } from "./value.js";
import type { Work } from "./work.js";

/** Bits that numbers are first computed with, 57 decimal digits; convention. */
const START_BITS = 192;
/** Most bits that a closer look takes. */
const MAX_BITS = 4096;

/** What a comparison may use. */
export interface Comparison {
  readonly work: Work;
  readonly points: SamplePoints;
  /** False to leave out that what is written alike is equal, so that only what can be computed is. */
  readonly byTree: boolean;
}

/** A comparison with nothing spent. */
export const createComparison = (work: Work, byTree = true): Comparison => ({
  work,
  points: new SamplePoints(),
  byTree,
});

/**
 * Compares two formulas. Without variables their values decide: fractions exactly, other numbers to at least 24 digits at a
 * precision that grows with what is written. With variables they must be defined at the same points and agree at all of
 * them, either among the reals or as complex functions.
 */
export function compareExpressions(left: Expression, right: Expression, comparison: Comparison): Agreement {
  const infinite = [infiniteSign(left), infiniteSign(right)];
  if (infinite[0] !== 0 || infinite[1] !== 0) return infinite[0] === infinite[1] ? "equal" : "different";
  const names = variablesOf(left, right);
  for (let bits = START_BITS; bits <= MAX_BITS; ) {
    const precision: Precision = { bits, work: comparison.work, neededBits: 0 };
    const verdict =
      names.length === 0
        ? compareAt(left, right, precision, () => missing).agreement
        : compareFunctions(left, right, precision, comparison);
    if (verdict === "different") return verdict;
    if (verdict === "equal" && precision.neededBits <= bits) return verdict;
    // Not defined at all, rather than not known well enough.
    if (verdict === "undefined") break;
    bits = Math.max(2 * bits, precision.neededBits);
  }
  return comparison.byTree && sameTree(left, right) ? "equal" : "unclear";
}

const missing: Value = { numerator: 0n, denominator: 1n };

/** 1 or -1 for a lone infinity with a sign, 0 for everything else. */
function infiniteSign(expression: Expression): number {
  if (expression.kind === "constant") return expression.name === "infinity" ? 1 : 0;
  return expression.kind === "negative" ? -infiniteSign(expression.operand) : 0;
}

interface PointResult {
  readonly agreement: Agreement | "undefined";
  /** Agreement where a step outside the reals counts as not defined. */
  readonly real: Agreement | "undefined";
}

function compareAt(
  left: Expression,
  right: Expression,
  precision: Precision,
  variable: (name: string) => Value,
): PointResult {
  const sides = [left, right].map((expression) => {
    const evaluation: Evaluation = { precision, variable, leftReals: false };
    const value = evaluate(expression, evaluation);
    return { value, isReal: value !== null && !evaluation.leftReals };
  });
  const [a, b] = sides as [(typeof sides)[0], (typeof sides)[0]];
  if (a.value === null || b.value === null) {
    const both = a.value === null && b.value === null ? "undefined" : "different";
    return { agreement: precision.neededBits > 0 ? "unclear" : both, real: both };
  }
  const agreement = compareValues(a.value, b.value, precision);
  if (a.isReal && b.isReal) return { agreement, real: agreement };
  return { agreement, real: a.isReal === b.isReal ? "undefined" : "different" };
}

function compareFunctions(
  left: Expression,
  right: Expression,
  precision: Precision,
  comparison: Comparison,
): Agreement | "undefined" {
  const at = (kind: PointKind, index: number): PointResult =>
    compareAt(left, right, precision, (name) => comparison.points.at(name, kind, index, precision));
  const kinds: PointKind[] = speaksOfWholeNumbers(left) || speaksOfWholeNumbers(right) ? ["whole"] : ["real"];
  const seen: PointResult[] = [];
  for (const kind of kinds) {
    for (let index = 0; index < POINT_COUNTS[kind]; index++) {
      const result = at(kind, index);
      if (result.agreement === "different" && result.real === "different") return "different";
      seen.push(result);
      if (excluded(seen, "agreement") && excluded(seen, "real")) return "different";
    }
  }
  const real = total(seen.map((result) => result.real));
  if (real === "equal" || kinds[0] === "whole") return real === "different" ? "different" : real;
  const agreement = total(seen.map((result) => result.agreement));
  if (agreement !== "equal") return agreement === "different" && real !== "unclear" ? "different" : agreement;
  for (let index = 0; index < POINT_COUNTS.complex; index++) seen.push(at("complex", index));
  return total(seen.map((result) => result.agreement));
}

const excluded = (seen: readonly PointResult[], field: keyof PointResult): boolean =>
  seen.some((result) => result[field] === "different");

/** All points together: one difference decides, one doubt is a doubt, and at least one point must have been defined. */
function total(results: readonly PointResult["agreement"][]): PointResult["agreement"] {
  if (results.includes("different")) return "different";
  if (results.includes("unclear")) return "unclear";
  return results.includes("equal") ? "equal" : "undefined";
}

/** True for formulas that make sense for whole numbers alone: factorials, binomials, `(-1)^n`. */
const speaksOfWholeNumbers = (expression: Expression): boolean =>
  contains(
    expression,
    (part) =>
      (part.kind === "call" &&
        ["factorial", "double_factorial", "binomial", "gcd", "lcm", "mod"].includes(part.name) &&
        variablesOf(part).length > 0) ||
      (part.kind === "power" && isNegative(part.base) && variablesOf(part.exponent).length > 0),
  );

const isNegative = (expression: Expression): boolean =>
  expression.kind === "negative" && variablesOf(expression).length === 0;
