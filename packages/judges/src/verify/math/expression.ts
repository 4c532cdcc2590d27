import type { Rational } from "./rational.js";

/** A number, a formula: what one side of an answer is read as. Sums and products are flat, however long. */
export type Expression =
  | { readonly kind: "number"; readonly value: Rational }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "constant"; readonly name: ConstantName }
  | { readonly kind: "sum"; readonly terms: readonly Expression[] }
  | { readonly kind: "negative"; readonly operand: Expression }
  /** `factors` multiplied, over `divisors` multiplied. */
  | { readonly kind: "product"; readonly factors: readonly Expression[]; readonly divisors: readonly Expression[] }
  | { readonly kind: "power"; readonly base: Expression; readonly exponent: Expression }
  | { readonly kind: "call"; readonly name: string; readonly inputs: readonly Expression[] }
  | { readonly kind: "percent"; readonly operand: Expression }
  | { readonly kind: "degrees"; readonly operand: Expression }
  /** `\pm` (1) or `\mp` (-1) before a term. */
  | { readonly kind: "either_sign"; readonly sign: 1 | -1; readonly operand: Expression };

/** Names with a value of their own. */
export type ConstantName = "pi" | "e" | "i" | "infinity";

/** The expressions an expression is made of. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "sum":
      return expression.terms;
    case "product":
      return [...expression.factors, ...expression.divisors];
    case "power":
      return [expression.base, expression.exponent];
    case "call":
      return expression.inputs;
    case "negative":
    case "percent":
    case "degrees":
    case "either_sign":
      return [expression.operand];
    default:
      return [];
  }
}

/** The same expression with every part replaced by what `change` makes of it. */
export function withParts(expression: Expression, change: (part: Expression) => Expression): Expression {
  switch (expression.kind) {
    case "sum":
      return { ...expression, terms: expression.terms.map(change) };
    case "product":
      return { ...expression, factors: expression.factors.map(change), divisors: expression.divisors.map(change) };
    case "power":
      return { ...expression, base: change(expression.base), exponent: change(expression.exponent) };
    case "call":
      return { ...expression, inputs: expression.inputs.map(change) };
    case "negative":
    case "percent":
    case "degrees":
    case "either_sign":
      return { ...expression, operand: change(expression.operand) };
    default:
      return expression;
  }
}

/** True when `matches` holds for the expression or anything inside it. */
export const contains = (expression: Expression, matches: (part: Expression) => boolean): boolean =>
  matches(expression) || partsOf(expression).some((part) => contains(part, matches));

/** The variables of an expression, sorted. */
export function variablesOf(...expressions: readonly Expression[]): string[] {
  const names = new Set<string>();
  const visit = (part: Expression): void => {
    if (part.kind === "name") names.add(part.name);
    for (const inner of partsOf(part)) visit(inner);
  };
  for (const expression of expressions) visit(expression);
  return [...names].sort();
}

/** True when two trees are written alike, apart from how numbers are spelled. */
export function sameTree(left: Expression, right: Expression): boolean {
  if (left.kind !== right.kind) return false;
  if (left.kind === "number" && right.kind === "number")
    return left.value.numerator * right.value.denominator === right.value.numerator * left.value.denominator;
  if ("name" in left && "name" in right && left.name !== right.name) return false;
  if (left.kind === "either_sign" && right.kind === "either_sign" && left.sign !== right.sign) return false;
  if (left.kind === "product" && right.kind === "product" && left.factors.length !== right.factors.length) return false;
  const [a, b] = [partsOf(left), partsOf(right)];
  return a.length === b.length && a.every((part, index) => sameTree(part, b[index] as Expression));
}
