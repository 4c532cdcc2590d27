import type { Answer, AnswerOf, RelationSign } from "./answer.js";
import { replaced } from "./answer-region.js";
import { type Comparison, compareExpressions } from "./compare-expressions.js";
import { type Expression, variablesOf } from "./expression.js";
import { difference } from "./order.js";
import { productOf } from "./parse-expression.js";
import { ZERO } from "./rational.js";
import type { Agreement } from "./value.js";

type Relation = AnswerOf<"relation">;
type CompareSides = (left: Answer, right: Answer) => Agreement;

const MIRRORED: ReadonlyMap<RelationSign, RelationSign> = new Map([
  [">", "<"],
  [">=", "<="],
]);

/** A relation whose signs point to the right: `x > 3` as `3 < x`. */
function upward(relation: Relation): Relation {
  if (!relation.signs.every((sign) => MIRRORED.has(sign))) return relation;
  return {
    ...relation,
    sides: [...relation.sides].reverse(),
    signs: [...relation.signs].reverse().map((sign) => MIRRORED.get(sign) as RelationSign),
  };
}

/** Two relations are equal when their sides are, or when the differences of their sides are proportional. */
export function compareRelations(
  left: Relation,
  right: Relation,
  sides: CompareSides,
  comparison: Comparison,
): Agreement {
  const [a, b] = [upward(left), upward(right)];
  if (a.signs.join() !== b.signs.join()) return compareChains(a, b, sides);
  const results = a.sides.map((side, index) => sides(side, b.sides[index] as Answer));
  if (results.every((result) => result === "equal")) return "equal";
  const isSymmetric = a.signs.length === 1 && (a.signs[0] === "=" || a.signs[0] === "!=");
  if (isSymmetric && a.sides.every((side, index) => sides(side, b.sides[1 - index] as Answer) === "equal"))
    return "equal";
  return a.signs.length === 1 ? compareDifferences(a, b, isSymmetric, comparison) : "different";
}

/** `x = 22/2 = 11` beside `x = 11`: every side of one is every side of the other. */
function compareChains(left: Relation, right: Relation, sides: CompareSides): Agreement {
  if (![...left.signs, ...right.signs].every((sign) => sign === "=")) return "different";
  const [[first, ...rest], [other, ...others]] = [left.sides, right.sides];
  const areEqual = (a: Answer | undefined, b: Answer | undefined): boolean =>
    a !== undefined && b !== undefined && sides(a, b) === "equal";
  const isEqual = areEqual(first, other) && rest.every((side) => others.every((value) => areEqual(side, value)));
  return isEqual ? "equal" : "different";
}

/** Both relations as "difference = 0" or "difference < 0": equal when one is a constant times the other, above zero for "<". */
function compareDifferences(left: Relation, right: Relation, anySign: boolean, comparison: Comparison): Agreement {
  const [f, g] = [left, right].map(({ sides: [a, b] }) =>
    a?.kind === "value" && b?.kind === "value" ? difference(a.expression, b.expression) : undefined,
  );
  if (f === undefined || g === undefined) return "different";
  const names = variablesOf(f, g);
  if (names.length === 0) return "different";
  const zero: Expression = { kind: "number", value: ZERO };
  for (const side of [f, g]) if (compareExpressions(side, zero, comparison) !== "different") return "different";
  // f(x) g(y) = g(x) f(y) for all x and y says that f / g is constant.
  const [moved, movedToo] = [f, g].map((side) =>
    names.reduce((sum, name) => replaced(sum, name, { kind: "name", name: `${name} moved` }), side),
  ) as [Expression, Expression];
  const verdict = compareExpressions(productOf([f, movedToo]), productOf([g, moved]), comparison);
  if (verdict !== "equal" || anySign) return verdict;
  const product = productOf([f, g]);
  return compareExpressions(product, { kind: "call", name: "abs", inputs: [product] }, comparison);
}
