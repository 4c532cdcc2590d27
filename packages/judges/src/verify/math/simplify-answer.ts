import type { Answer, AnswerOf } from "./answer.js";
import { type Expression, withParts } from "./expression.js";

/** Most signs that are chosen one by one; four make sixteen answers. */
const MAX_SIGNS = 4;

/** A list of values of one named thing, such as `x = 1, x = 2`. */
export type NamedAnswer = Answer & { readonly of?: string | undefined };

/**
 * An answer in the form that is compared: signs written out (`\pm 2` is 2 and -2), a list of `x = …` as a list of values
 * with its name, a list of one as its item.
 */
export function simplifyAnswer(answer: Answer): NamedAnswer {
  if (answer.kind === "value") return signsWrittenOut(answer);
  if (answer.kind === "tuple" || answer.kind === "list") {
    const isInSet = isSetOf(answer);
    const items = answer.items.map((item) => (isInSet && isSetOf(item) ? simplifyItems(item) : simplifyAnswer(item)));
    if (answer.kind === "tuple") return crossed({ ...answer, items });
    return simplifyList({ ...answer, items: items.flatMap((item) => (isPlainList(item) ? item.items : [item])) });
  }
  if (answer.kind === "relation") return simplifyRelation({ ...answer, sides: answer.sides.map(simplifyAnswer) });
  if (answer.kind === "operation") return { ...answer, parts: answer.parts.map(simplifyAnswer) };
  return answer;
}

/** True for what is written in set braces, which as an item of a set is not what it holds. */
export const isSetOf = (answer: Answer): answer is AnswerOf<"list"> =>
  answer.kind === "list" && answer.isSet && answer.joint === ",";

/** A set inside a set, with the braces around a single item kept. */
const simplifyItems = (set: AnswerOf<"list">): Answer => ({
  ...set,
  items: set.items.map((item) => (isSetOf(item) ? simplifyItems(item) : simplifyAnswer(item))),
});

const isPlainList = (answer: NamedAnswer): answer is AnswerOf<"list"> & { readonly of?: string } =>
  answer.kind === "list" && answer.of === undefined && (!answer.isSet || answer.joint === "or");

const isEmptySet = (answer: Answer): boolean => answer.kind === "list" && answer.items.length === 0;

function simplifyList(list: AnswerOf<"list">): NamedAnswer {
  const [first] = list.items as readonly NamedAnswer[];
  if (first === undefined) return list;
  if (list.items.length === 1) return isEmptySet(first) || (isSetOf(list) && isSetOf(first)) ? list : first;
  const name = nameOf(first);
  if (name === undefined) return list;
  const values: Answer[] = [];
  for (const item of list.items as readonly NamedAnswer[]) {
    const own = nameOf(item);
    if (own === name) values.push(...valuesOf(item));
    // `n = 2, 3, 4`: the name is written once.
    else if (own === undefined && item.kind === "value") values.push(item);
    else return list;
  }
  return { ...list, items: values, of: name };
}

/** What a statement `x = …`, or a list of them, is about. */
function nameOf(answer: NamedAnswer): string | undefined {
  if (answer.kind === "list") return answer.of;
  if (answer.kind !== "relation" || answer.signs.length !== 1 || answer.signs[0] !== "=") return;
  return labelOf(answer.sides[0] as Answer);
}

const valuesOf = (answer: NamedAnswer): readonly Answer[] =>
  answer.kind === "list" ? answer.items : answer.kind === "relation" ? answer.sides.slice(1) : [answer];

/** The name that a side of an equation is when it only says what is asked for: `x`, `f(x)`, `AB`, `|AB|`, `P(A)`, `\frac{dy}{dx}`, words. */
export function labelOf(side: Answer): string | undefined {
  if (side.kind === "text") return side.source;
  if (side.kind !== "value" || side.unit !== undefined) return;
  const { expression } = side;
  if (expression.kind === "name") return expression.name;
  const isCall = expression.kind === "call" && /^[fghFG](?:$|[_'])/u.test(expression.name);
  const isNamed = /^(?:[A-Z]{2,3}|\|[A-Z]{2}\||P\s*\([^()]+\))$/u.test(side.source);
  return isCall || isNamed ? side.source.replace(/\s+/gu, "") : undefined;
}

function simplifyRelation(relation: AnswerOf<"relation">): NamedAnswer {
  const name = nameOf(relation);
  const values = relation.sides[1] as NamedAnswer;
  return name !== undefined && values.kind === "list" && values.of === undefined ? { ...values, of: name } : relation;
}

function signsWrittenOut(answer: AnswerOf<"value">): NamedAnswer {
  const choices = signChoices(answer.expression);
  if (choices === null) return answer;
  const items = choices.map((expression): Answer => ({ ...answer, expression }));
  return { kind: "list", items, isSet: true, joint: "or", source: answer.source };
}

/** A tuple with lists inside, `(\pm 1, 2)`, as a list of tuples. */
function crossed(tuple: AnswerOf<"tuple">): NamedAnswer {
  let rows: Answer[][] = [[]];
  for (const item of tuple.items) {
    const options = item.kind === "list" && item.joint === "or" ? item.items : [item];
    rows = rows.flatMap((row) => options.map((option) => [...row, option]));
    if (rows.length > 2 ** MAX_SIGNS) return tuple;
  }
  if (rows.length === 1) return tuple;
  const items = rows.map((row): Answer => ({ ...tuple, items: row }));
  return { kind: "list", items, isSet: true, joint: "or", source: tuple.source };
}

/** Every choice of the signs in an expression; null when it has none. `\mp` makes all signs one choice. */
function signChoices(expression: Expression): Expression[] | null {
  let count = 0;
  let together = false;
  const visit = (part: Expression): Expression => {
    if (part.kind === "either_sign") {
      count++;
      together ||= part.sign === -1;
    }
    return withParts(part, visit);
  };
  visit(expression);
  if (count === 0 || count > MAX_SIGNS) return null;
  const bits = together ? 1 : count;
  return Array.from({ length: 2 ** bits }, (_, choice) => {
    let index = 0;
    const choose = (part: Expression): Expression => {
      if (part.kind !== "either_sign") return withParts(part, choose);
      const isUp = ((choice >> (together ? 0 : index++)) & 1) === 0;
      const operand = choose(part.operand);
      return isUp === (part.sign === 1) ? operand : { kind: "negative", operand };
    };
    return choose(expression);
  });
}
