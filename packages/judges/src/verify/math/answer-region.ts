import type { Answer, AnswerOf, RelationSign, SetOperator } from "./answer.js";
import { type Comparison, compareExpressions } from "./compare-expressions.js";
import { contains, type Expression, variablesOf, withParts } from "./expression.js";
import { difference, orderOf, signOfExpression } from "./order.js";
import { productOf } from "./parse-expression.js";
import { integer } from "./rational.js";
import { combine, NOTHING, pointRegion, REAL_LINE, type Region, rayRegion, SET_RULES } from "./region.js";

/** A region and the variable that it was said of, when one was named. */
export interface NamedRegion {
  readonly region: Region;
  readonly name?: string | undefined;
}

const isInfinite = (expression: Expression): boolean =>
  contains(expression, (part) => part.kind === "constant" && part.name === "infinity");

/** True for answers that can only be a set of numbers: unions, inequalities, letters of sets. */
export function saysRegion(answer: Answer): boolean {
  if (answer.kind === "operation" || answer.kind === "numbers") return true;
  if (answer.kind === "list") return answer.items.some(saysRegion);
  return answer.kind === "relation" && answer.signs.every((sign) => sign !== "=");
}

/** The set of real numbers that an answer describes; null when it describes none. */
export function regionOf(answer: Answer, comparison: Comparison): NamedRegion | null {
  if (answer.kind === "tuple") return named(intervalOf(answer, comparison));
  if (answer.kind === "numbers") return named(answer.letter === "R" ? REAL_LINE : null);
  if (answer.kind === "relation") return inequality(answer, comparison);
  if (answer.kind === "operation") return folded(answer.parts, answer.operator, comparison);
  if (answer.kind === "list") return listRegion(answer, comparison);
  if (answer.kind !== "value" || isInfinite(answer.expression)) return null;
  return signOfExpression(answer.expression, comparison) === null ? null : { region: pointRegion(answer.expression) };
}

const named = (region: Region | null): NamedRegion | null => region && { region };

function intervalOf(answer: AnswerOf<"tuple">, comparison: Comparison): Region | null {
  const [low, high] = answer.items;
  if (answer.items.length !== 2 || low?.kind !== "value" || high?.kind !== "value") return null;
  const above = isInfinite(low.expression) ? REAL_LINE : rayRegion(low.expression, "above", answer.open === "[");
  const below = isInfinite(high.expression) ? REAL_LINE : rayRegion(high.expression, "below", answer.close === "]");
  if (above !== REAL_LINE && below !== REAL_LINE) {
    const order = orderOf(low.expression, high.expression, comparison);
    if (order === null || order > 0) return null;
  }
  return combine(above, below, SET_RULES.cap, comparison);
}

function folded(parts: readonly Answer[], operator: SetOperator, comparison: Comparison): NamedRegion | null {
  let result: Region | null = null;
  let name: string | undefined;
  for (const part of parts) {
    const next = regionOf(part, comparison);
    if (next === null || (name !== undefined && next.name !== undefined && next.name !== name)) return null;
    name ??= next.name;
    result = result === null ? next.region : combine(result, next.region, SET_RULES[operator], comparison);
    if (result === null) return null;
  }
  return result && { region: result, name };
}

/** Inequalities in a row: "or" joins them, "and" narrows; a comma narrows unless nothing is left. */
function listRegion(answer: AnswerOf<"list">, comparison: Comparison): NamedRegion | null {
  if (answer.items.length === 0) return { region: NOTHING };
  const excludes = answer.items.some((item) => item.kind === "relation" && item.signs.includes("!="));
  const joins = (answer.isSet && answer.joint === ",") || !answer.items.every((item) => item.kind === "relation");
  if (joins || (answer.joint === "or" && !excludes)) return folded(answer.items, "cup", comparison);
  const narrowed = folded(answer.items, "cap", comparison);
  const isEmpty = narrowed?.region.points.length === 0 && narrowed.region.gaps[0] === false;
  return answer.joint === "," && isEmpty && !excludes ? folded(answer.items, "cup", comparison) : narrowed;
}

/** A chain of inequalities in one variable, solved where each is linear in it. */
function inequality(answer: AnswerOf<"relation">, comparison: Comparison): NamedRegion | null {
  const sides = answer.sides.map((side) => (side.kind === "value" ? side.expression : null));
  if (sides.includes(null)) return null;
  const expressions = sides as Expression[];
  const name = variableOf(expressions);
  if (name === undefined) return null;
  let result: Region = REAL_LINE;
  for (const [index, sign] of answer.signs.entries()) {
    const [left, right] = [expressions[index] as Expression, expressions[index + 1] as Expression];
    const next = solved(left, right, sign, name, comparison);
    const both = next && combine(result, next, SET_RULES.cap, comparison);
    if (both === null) return null;
    result = both;
  }
  return { region: result, name };
}

/** What an inequality is about: its only variable, or the side that is one. */
function variableOf(sides: readonly Expression[]): string | undefined {
  const names = variablesOf(...sides);
  if (names.length === 1) return names[0];
  const alone = sides.filter((side) => side.kind === "name");
  const [only] = alone;
  return alone.length === 1 && only?.kind === "name" ? only.name : undefined;
}

function solved(
  left: Expression,
  right: Expression,
  sign: RelationSign,
  name: string,
  comparison: Comparison,
): Region | null {
  if (sign === "=") return null;
  // Infinity bounds nothing.
  if (isInfinite(left) || isInfinite(right)) return sign === "<" || sign === ">" ? REAL_LINE : null;
  const all = difference(left, right);
  const at = (value: number): Expression => replaced(all, name, { kind: "number", value: integer(value) });
  const [start, slope] = [at(0), difference(at(1), at(0))];
  const line: Expression = { kind: "sum", terms: [start, productOf([slope, { kind: "name", name }])] };
  if (compareExpressions(all, line, comparison) !== "equal") return null;
  const rises = signOfExpression(slope, comparison);
  if (rises === null || rises === 0) return null;
  const root = productOf([{ kind: "negative", operand: start }], [slope]);
  if (sign === "!=") return { points: [root], at: [false], gaps: [true, true] };
  const isBelow = (sign === "<" || sign === "<=") === rises > 0;
  return rayRegion(root, isBelow ? "below" : "above", sign === "<=" || sign === ">=");
}

/** The expression with a variable replaced. */
export const replaced = (expression: Expression, name: string, value: Expression): Expression =>
  expression.kind === "name" && expression.name === name
    ? value
    : withParts(expression, (part) => replaced(part, name, value));
