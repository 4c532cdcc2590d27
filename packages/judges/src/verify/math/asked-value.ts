import type { Answer } from "./answer.js";
import type { Expression } from "./expression.js";

const areNames = (parts: readonly Expression[]): boolean => parts.every(({ kind }) => kind === "name");

/** A sum or a product of unknowns, such as `m+n`, which only says what was asked for. */
const isAsked = (expression: Expression): boolean =>
  (expression.kind === "sum" && areNames(expression.terms)) ||
  (expression.kind === "product" && expression.divisors.length === 0 && areNames(expression.factors));

/**
 * What a reply's `m+n = 5` gives as the answer: 5. Only of a reply: a reference that says so may be an equation, of which 5
 * is no more than a side.
 */
export function askedValue(answer: Answer): Answer {
  if (answer.kind !== "relation" || answer.signs.join() !== "=") return answer;
  const [asked, value] = answer.sides;
  return asked?.kind === "value" && isAsked(asked.expression) && value !== undefined ? value : answer;
}
