import { type Comparison, compareExpressions } from "./compare-expressions.js";
import { evaluate } from "./evaluate.js";
import { type Expression, variablesOf } from "./expression.js";
import { compareRationals, ZERO } from "./rational.js";
import { signOf } from "./real.js";
import { isExact } from "./value.js";

const ORDER_BITS = 192;

/** The sign of a real number without variables: -1, 0 or 1; null where it has none that can be computed. */
export function signOfExpression(expression: Expression, comparison: Comparison): number | null {
  if (variablesOf(expression).length > 0) return null;
  const value = evaluate(expression, {
    precision: { bits: ORDER_BITS, work: comparison.work, neededBits: 0 },
    variable: () => ZERO,
    leftReals: false,
  });
  if (value === null) return null;
  if (isExact(value)) return compareRationals(value, ZERO);
  if (signOf(value.im) !== 0) return null;
  const sign = signOf(value.re);
  if (sign !== 0) return sign;
  return compareExpressions(expression, { kind: "number", value: ZERO }, comparison) === "equal" ? 0 : null;
}

/** left - right. */
export const difference = (left: Expression, right: Expression): Expression => ({
  kind: "sum",
  terms: [left, { kind: "negative", operand: right }],
});

/** -1, 0 or 1 as left is below, equal to or above right; null where that cannot be told. */
export const orderOf = (left: Expression, right: Expression, comparison: Comparison): number | null =>
  signOfExpression(difference(left, right), comparison);
