import type { Answer, AnswerOf } from "./answer.js";
import { regionOf, saysRegion } from "./answer-region.js";
import { type Comparison, compareExpressions } from "./compare-expressions.js";
import { compareRelations } from "./compare-relations.js";
import { type Expression, variablesOf } from "./expression.js";
import { productOf } from "./parse-expression.js";
import { ZERO } from "./rational.js";
import { sameRegion } from "./region.js";
import { isSetOf, labelOf, type NamedAnswer, simplifyAnswer } from "./simplify-answer.js";
import type { Agreement } from "./value.js";

/** Compares two answers as they were read. Symmetric: the sides may be exchanged. */
export function compareAnswers(left: Answer, right: Answer, comparison: Comparison): Agreement {
  return compareSimplified(simplifyAnswer(left), simplifyAnswer(right), comparison);
}

const said = (isEqual: boolean): Agreement => (isEqual ? "equal" : "different");

/** Several results that must all hold. */
function all(results: Iterable<Agreement>): Agreement {
  let verdict: Agreement = "equal";
  for (const result of results) {
    if (result === "different") return result;
    if (result === "unclear") verdict = result;
  }
  return verdict;
}

function compareSimplified(a: NamedAnswer, b: NamedAnswer, comparison: Comparison): Agreement {
  const inner = (left: Answer, right: Answer): Agreement => compareSimplified(left, right, comparison);
  const choices = compareChoices(a, b);
  if (choices !== undefined) return choices;
  if (a.kind === "text" || b.kind === "text") {
    if (a.kind === "relation" || b.kind === "relation") return compareWithRelation(a, b, comparison);
    return said(words(a) === words(b));
  }
  if (a.kind === "relation" && b.kind === "relation") {
    const relations = compareRelations(a, b, inner, comparison);
    return relations === "equal" ? relations : (compareRegions(a, b, comparison) ?? relations);
  }
  if (saysRegion(a) || saysRegion(b)) {
    const regions = compareRegions(a, b, comparison);
    if (regions !== undefined) return regions;
  }
  if (a.kind === "relation" || b.kind === "relation") return compareWithRelation(a, b, comparison);
  if (a.kind === "value" && b.kind === "value") return compareQuantities(a, b, comparison);
  if (a.kind === "list" || b.kind === "list") return compareLists(a, b, comparison);
  if (a.kind === "tuple" && b.kind === "tuple") return compareTuples(a, b, inner);
  if (a.kind === "matrix" || b.kind === "matrix") return compareMatrices(a, b, inner);
  if (a.kind === "operation" && b.kind === "operation")
    return a.operator === b.operator && a.operator !== "setminus" ? matchItems(a.parts, b.parts, inner) : "different";
  if (a.kind === "numbers" && b.kind === "numbers") return said(a.letter === b.letter);
  if (a.kind === "ratio" && b.kind === "ratio") return compareRatios(a.parts, b.parts, comparison);
  if (a.kind === "clock" && b.kind === "clock") return said(sameClock(a, b));
  if (a.kind === "date" && b.kind === "date") return said(sameNumbers(a.parts, b.parts));
  return "different";
}

/** The letters of two choices; of one choice where the other side is a letter alone. */
function compareChoices(a: Answer, b: Answer): Agreement | undefined {
  if (a.choice === undefined && b.choice === undefined) return;
  const [left, right] = [a.choice ?? plainWords(a.source), b.choice ?? plainWords(b.source)];
  const bothLetters = left.length === 1 && right.length === 1 && /^[a-z]+$/iu.test(left + right);
  if (!bothLetters) return;
  // A small letter beside a choice is what was chosen, a variable.
  const isContent = (answer: Answer): boolean => answer.choice === undefined && /^[a-z]$/u.test(answer.source);
  if (left.toUpperCase() !== right.toUpperCase()) return isContent(a) || isContent(b) ? undefined : "different";
  return a.choice === undefined || b.choice === undefined ? "equal" : undefined;
}

const NOTHING_WORDS = /^(?:no solutions?|empty set|the empty set)$/u;

/** What an answer says in words, one spelling for each meaning. */
function words(answer: Answer): string {
  if (answer.kind === "list" && answer.items.length === 0) return "no solution";
  const spelled = plainWords(answer.source);
  if (spelled === "dne") return "does not exist";
  return NOTHING_WORDS.test(spelled) ? "no solution" : spelled;
}

/** Words without case, brackets, end marks and LaTeX's wrappers. */
const plainWords = (source: string): string =>
  source
    .replace(/\\(?:text|textbf|textit|textrm|mbox|mathrm|mathbf|operatorname)\b/gu, "")
    .replace(/\\[ ,;:!]|~|\\q?quad\b/gu, " ")
    .replace(/[{}()$\\]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[.!,;:]+$/u, "")
    .toLowerCase();

function compareRegions(a: Answer, b: Answer, comparison: Comparison): Agreement | undefined {
  const [left, right] = [regionOf(a, comparison), regionOf(b, comparison)];
  if (left === null || right === null) return;
  if (left.name !== undefined && right.name !== undefined && left.name !== right.name) return "different";
  const same = sameRegion(left.region, right.region, comparison);
  return same === null ? undefined : said(same);
}

/** `x = 5` beside a bare 5: every side that is not the name must be the other answer. */
function compareWithRelation(a: NamedAnswer, b: NamedAnswer, comparison: Comparison): Agreement {
  const [relation, other] = a.kind === "relation" ? [a, b] : [b, a];
  if (relation.kind !== "relation" || other.kind === "relation" || !relation.signs.every((sign) => sign === "="))
    return "different";
  const { sides } = relation;
  const [first, last] = [sides[0] as Answer, sides.at(-1) as Answer];
  const isNamedFirst = labelOf(first) !== undefined && !mentions(sides.slice(1), first);
  const isNamedLast = !isNamedFirst && sides.length === 2 && labelOf(last) !== undefined && !mentions([first], last);
  const label = isNamedFirst ? labelOf(first) : undefined;
  if (other.kind === "list" && other.of !== undefined && other.of !== label) return "different";
  if (isNamedFirst && first.kind === "value" && other.kind === "value" && sameName(first, other)) return "different";
  const values = isNamedFirst ? sides.slice(1) : isNamedLast ? sides.slice(0, 1) : sides;
  if (first.kind === "tuple") return compareAssignment(first, sides, other, comparison);
  return all(values.map((side) => compareSimplified(side, withoutName(other), comparison)));
}

const withoutName = (answer: NamedAnswer): NamedAnswer =>
  answer.kind === "list" && answer.items.length === 1 ? (answer.items[0] as Answer) : answer;

const sameName = (left: Answer, right: Answer): boolean =>
  left.kind === "value" &&
  right.kind === "value" &&
  left.expression.kind === "name" &&
  right.expression.kind === "name" &&
  left.expression.name === right.expression.name;

function mentions(sides: readonly Answer[], label: Answer): boolean {
  if (label.kind !== "value" || label.expression.kind !== "name") return false;
  const { name } = label.expression;
  return sides.some((side) => side.kind === "value" && variablesOf(side.expression).includes(name));
}

/** `(x, y) = (1, 2)` beside `(1, 2)`. */
function compareAssignment(
  names: AnswerOf<"tuple">,
  sides: readonly Answer[],
  other: Answer,
  comparison: Comparison,
): Agreement {
  const areNames = names.items.every((item) => labelOf(item) !== undefined);
  return areNames && sides.length === 2 ? compareSimplified(sides[1] as Answer, other, comparison) : "different";
}

/** Values with what surrounds them: different known units differ, percent among them, and a bare number is also right for a percentage. */
function compareQuantities(a: AnswerOf<"value">, b: AnswerOf<"value">, comparison: Comparison): Agreement {
  const units = [a, b].map(({ unit, expression }) => unit ?? (withoutPercent(expression) === null ? undefined : "%"));
  if (!units.includes(undefined) && units[0] !== units[1]) return "different";
  const verdict = compareExpressions(a.expression, b.expression, comparison);
  if (verdict === "equal") return verdict;
  const [left, right] = [withoutPercent(a.expression), withoutPercent(b.expression)];
  if ((left === null) === (right === null)) return verdict;
  return compareExpressions(left ?? a.expression, right ?? b.expression, comparison);
}

/** The number before a percent sign; null without one. */
function withoutPercent(expression: Expression): Expression | null {
  if (expression.kind === "percent") return expression.operand;
  if (expression.kind !== "negative") return null;
  const operand = withoutPercent(expression.operand);
  return operand && { kind: "negative", operand };
}

function compareLists(a: NamedAnswer, b: NamedAnswer, comparison: Comparison): Agreement {
  const inner = (left: Answer, right: Answer): Agreement => compareSimplified(left, right, comparison);
  if (a.kind !== "list" || b.kind !== "list") {
    const [list, other] = a.kind === "list" ? [a, b] : [b as typeof a & { kind: "list" }, a];
    const items = list.isSet ? distinct(list.items, inner) : list.items;
    const [only] = items;
    if (only !== undefined && items.length === 1)
      return isSetOf(list) && isSetOf(only) ? "different" : inner(only, other);
    return other.kind === "tuple" ? compareWithAssignments(list, other, inner) : "different";
  }
  if (a.of !== undefined && b.of !== undefined && a.of !== b.of) return "different";
  const entries = (left: Answer, right: Answer): Agreement =>
    countOthers(left, right) || isSetOf(left) !== isSetOf(right) ? "different" : inner(left, right);
  if (!a.isSet && !b.isSet) return matchItems(a.items, b.items, entries);
  return matchItems(distinct(a.items, entries), distinct(b.items, entries), entries);
}

/** `3 red` beside `3 blue`: in a list, what is counted tells the entries apart. */
const countOthers = (left: Answer, right: Answer): boolean =>
  left.kind === "value" &&
  right.kind === "value" &&
  left.counted !== undefined &&
  right.counted !== undefined &&
  left.counted !== right.counted;

/** `x = 1, y = 2` beside `(1, 2)`: the names in the order of the alphabet. */
function compareWithAssignments(
  { items, joint }: AnswerOf<"list">,
  tuple: AnswerOf<"tuple">,
  inner: (left: Answer, right: Answer) => Agreement,
): Agreement {
  const entries = items.map((item) =>
    item.kind === "relation" && item.signs.join() === "=" ? [labelOf(item.sides[0] as Answer), item.sides[1]] : [],
  ) as [string | undefined, Answer][];
  const names = entries.map(([name]) => name);
  const isReadable = joint !== "or" && !names.includes(undefined) && new Set(names).size === items.length;
  if (!isReadable || tuple.open !== "(" || tuple.items.length !== items.length) return "different";
  entries.sort(([left], [right]) => ((left as string) < (right as string) ? -1 : 1));
  return all(entries.map(([, value], index) => inner(value, tuple.items[index] as Answer)));
}

const distinct = (items: readonly Answer[], inner: (left: Answer, right: Answer) => Agreement): Answer[] => {
  const kept: Answer[] = [];
  for (const item of items) if (!kept.some((known) => inner(known, item) === "equal")) kept.push(item);
  return kept;
};

/** Pairs every item of one side with an equal one of the other. */
function matchItems(
  left: readonly Answer[],
  right: readonly Answer[],
  inner: (left: Answer, right: Answer) => Agreement,
): Agreement {
  if (left.length !== right.length) return "different";
  const rest = [...right];
  let isUnclear = false;
  for (const item of left) {
    const index = rest.findIndex((candidate) => {
      const verdict = inner(item, candidate);
      isUnclear ||= verdict === "unclear";
      return verdict === "equal";
    });
    if (index < 0) return isUnclear ? "unclear" : "different";
    rest.splice(index, 1);
  }
  return "equal";
}

function compareTuples(
  a: AnswerOf<"tuple">,
  b: AnswerOf<"tuple">,
  inner: (left: Answer, right: Answer) => Agreement,
): Agreement {
  // Two parts may be an interval, whose ends count; three or more are a list in an order.
  const sameEnds = a.open === b.open && a.close === b.close;
  if (a.items.length !== b.items.length || (!sameEnds && a.items.length === 2)) return "different";
  return all(a.items.map((item, index) => inner(item, b.items[index] as Answer)));
}

function compareMatrices(a: Answer, b: Answer, inner: (left: Answer, right: Answer) => Agreement): Agreement {
  const [left, right] = [rowsOf(a), rowsOf(b)];
  if (left === undefined || right === undefined || left.length !== right.length) return "different";
  if (left.some((row, y) => row.length !== right[y]?.length)) return "different";
  const others = right.flat();
  return all(left.flat().map((cell, index) => inner(cell, others[index] as Answer)));
}

/** The rows of a matrix; a tuple is a column, and `[[1,2],[3,4]]` rows. */
function rowsOf(answer: Answer): readonly (readonly Answer[])[] | undefined {
  if (answer.kind === "matrix") return answer.rows;
  if (answer.kind !== "tuple") return;
  const rows = answer.items.flatMap((item) => (item.kind === "tuple" && item.open === "[" ? [item.items] : []));
  if (answer.open === "[") return rows.length === answer.items.length ? rows : undefined;
  return answer.open === "(" ? answer.items.map((item) => [item]) : undefined;
}

function compareRatios(a: readonly Expression[], b: readonly Expression[], comparison: Comparison): Agreement {
  const [first, other] = [a[0] as Expression, b[0] as Expression];
  const zero: Expression = { kind: "number", value: ZERO };
  if (a.length !== b.length) return "different";
  if ([...a, ...b].some((part) => compareExpressions(part, zero, comparison) !== "different")) return "different";
  return all(
    a.map((part, index) =>
      compareExpressions(productOf([part, other]), productOf([b[index] as Expression, first]), comparison),
    ),
  );
}

const sameNumbers = (a: readonly string[], b: readonly string[]): boolean =>
  a.map(Number).join(" ") === b.map(Number).join(" ");

const sameClock = (a: AnswerOf<"clock">, b: AnswerOf<"clock">): boolean =>
  sameNumbers(a.parts, b.parts) && (a.half === "" || b.half === "" || a.half === b.half);
