import { type Evaluation, evaluate } from "./evaluate.js";
import { contains, type Expression, sameTree, variablesOf } from "./expression.js";
import { ZERO } from "./rational.js";
import type { Precision } from "./real.js";
import { POINT_COUNTS, type PointKind, SamplePoints } from "./sample-points.js";
import { type Agreement, compareValues, type Value } from "./value.js";
import { TooMuchWork, type Work } from "./work.js";

/** Bits that numbers are first computed with, 57 decimal digits; convention. */
const START_BITS = 192;
/** Most bits that a closer look takes. */
const MAX_BITS = 2048;
/** Units that a comparison costs before anything is computed. */
const SETUP_WORK = 3;

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
  comparison.work.spend(SETUP_WORK);
  const infinite = [infiniteSign(left), infiniteSign(right)];
  if (infinite[0] !== 0 || infinite[1] !== 0) return infinite[0] === infinite[1] ? "equal" : "different";
  try {
    const verdict = compareComputed(left, right, comparison);
    if (verdict === "undefined") return "unclear";
    if (verdict !== "unclear") return verdict;
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
  }
  if (comparison.byTree && sameTree(left, right)) return "equal";
  if (comparison.work.isSpent) throw new TooMuchWork();
  return "unclear";
}

/** Compares by value, with more bits as long as they are needed. */
function compareComputed(left: Expression, right: Expression, comparison: Comparison): Agreement | "undefined" {
  const names = variablesOf(left, right);
  for (let bits = START_BITS; bits <= MAX_BITS; ) {
    const precision: Precision = { bits, work: comparison.work, neededBits: 0 };
    const verdict =
      names.length === 0
        ? compareAt(left, right, precision, () => ZERO).agreement
        : compareFunctions(left, right, precision, comparison);
    // A constant that has no value is nobody's difference.
    if (verdict === "undefined" || verdict === "one_sided") return "undefined";
    if (verdict === "different") return verdict;
    if (verdict === "equal" && precision.neededBits <= bits) return verdict;
    bits = Math.max(2 * bits, precision.neededBits);
  }
  return "unclear";
}

/** 1 or -1 for a lone infinity with a sign, 0 for everything else. */
function infiniteSign(expression: Expression): number {
  if (expression.kind === "constant") return expression.name === "infinity" ? 1 : 0;
  return expression.kind === "negative" ? -infiniteSign(expression.operand) : 0;
}

/** Two formulas at one point: `undefined` where neither has a value, `one_sided` where one has. */
type PointAgreement = Agreement | "undefined" | "one_sided";

interface PointResult {
  readonly agreement: PointAgreement;
  /** Agreement where a step outside the reals counts as not defined. */
  readonly real: PointAgreement;
}

const differs = (agreement: PointAgreement): boolean => agreement === "different" || agreement === "one_sided";

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
    const agreement = a.value === null && b.value === null ? "undefined" : "one_sided";
    return precision.neededBits > 0 ? { agreement: "unclear", real: "unclear" } : { agreement, real: agreement };
  }
  const agreement = compareValues(a.value, b.value, precision);
  if (a.isReal && b.isReal) return { agreement, real: agreement };
  return { agreement, real: a.isReal === b.isReal ? "undefined" : "one_sided" };
}

function compareFunctions(
  left: Expression,
  right: Expression,
  precision: Precision,
  comparison: Comparison,
): Agreement | "undefined" {
  const at = (kind: PointKind, index: number): PointResult =>
    compareAt(left, right, precision, (name) => comparison.points.at(name, kind, index, precision));
  const kind = speaksOfWholeNumbers(left) || speaksOfWholeNumbers(right) ? "whole" : "real";
  const seen: PointResult[] = [];
  for (let index = 0; index < POINT_COUNTS[kind]; index++) {
    seen.push(at(kind, index));
    if (seen.some((point) => differs(point.agreement)) && seen.some((point) => differs(point.real))) return "different";
  }
  // Rounding jumps at whole numbers, which no real point is.
  if (kind === "real" && (rounds(left) || rounds(right)))
    for (let index = 0; index < POINT_COUNTS.whole; index++) seen.push(at("whole", index));
  const real = total(seen.map((point) => point.real));
  if (real === "equal" || kind === "whole") return real;
  const agreement = total(seen.map((point) => point.agreement));
  if (agreement !== "equal") return agreement === "different" && real !== "different" ? real : agreement;
  for (let index = 0; index < POINT_COUNTS.complex; index++) seen.push(at("complex", index));
  return total(seen.map((point) => point.agreement));
}

/** All points together: one difference decides, one doubt is a doubt, and at least one point must have been defined. */
function total(results: readonly PointAgreement[]): Agreement | "undefined" {
  if (results.some(differs)) return "different";
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

const rounds = (expression: Expression): boolean =>
  contains(expression, (part) => part.kind === "call" && (part.name === "floor" || part.name === "ceil"));

const isNegative = (expression: Expression): boolean =>
  expression.kind === "negative" && variablesOf(expression).length === 0;
