import type { Answer } from "./answer.js";
import type { Expression } from "./expression.js";
import { parseExpression, productOf } from "./parse-expression.js";
import { divided, isSymbol } from "./token-groups.js";
import { type Token, Unreadable } from "./tokens.js";

const MATRICES = /^(?:[pbBvV]?matrix|smallmatrix|array)\*?$/u;
const ROWS_OF_ANSWERS = /^(?:cases|aligned?|gathered|gather)\*?$/u;

/** Reads a part of an answer. */
export type Inner = (piece: readonly Token[]) => Answer;

/** A matrix, a scaled matrix, or the lines of a system; undefined for anything else. */
export function parseMatrix(tokens: readonly Token[], source: string, inner: Inner): Answer | undefined {
  const begin = tokens.findIndex((token) => token.kind === "begin");
  const last = tokens.at(-1);
  if (begin < 0 || last?.kind !== "end") return;
  const name = (tokens[begin] as Token).text;
  const content = tokens.slice(begin + 1, -1);
  if (content.some((token) => token.kind === "begin" || token.kind === "end")) throw new Unreadable();
  const rows = divided(content, (text) => text === "\\\\").pieces.filter((row) => row.length > 0);
  if (ROWS_OF_ANSWERS.test(name) && begin === 0) {
    const items = rows.map((row) => (name === "cases" ? caseRow(row, inner) : inner(withoutMarks(row))));
    return { kind: "list", items, isSet: false, joint: "and", source };
  }
  if (!MATRICES.test(name) || /^[vV]/u.test(name)) throw new Unreadable();
  const cells = rows.map((row) => divided(row, (text) => text === "&").pieces.map(inner));
  const [first] = cells;
  if (first === undefined || cells.some((row) => row.length !== first.length)) throw new Unreadable();
  const before = tokens.slice(0, begin).filter((token) => !isSymbol(token, "*"));
  return {
    kind: "matrix",
    rows: before.length === 0 ? cells : cells.map((row) => row.map((cell) => times(before, cell))),
    source,
  };
}

const withoutMarks = (row: readonly Token[]): Token[] => row.filter((token) => !isSymbol(token, "&"));

/** One line of a system of equations, or a value and where it holds. */
function caseRow(row: readonly Token[], inner: Inner): Answer {
  const [value = [], condition] = divided(row, (text) => text === "&").pieces;
  // In a system, the mark only lines up the signs.
  if (condition === undefined || isSymbol(condition[0], "=")) return inner(withoutMarks(row));
  const start = condition[0]?.kind === "text" && condition.length > 1 ? 1 : 0;
  const items = [value, condition.slice(start)].map((piece) =>
    inner(isSymbol(piece.at(-1), ",") ? piece.slice(0, -1) : piece),
  );
  return { kind: "tuple", items, open: "(", close: ")", source: items.map(({ source }) => source).join(", ") };
}

/** A cell multiplied by what stands before its matrix. */
function times(before: readonly Token[], cell: Answer): Answer {
  if (cell.kind !== "value") throw new Unreadable();
  const isMinus = before.length === 1 && isSymbol(before[0], "-");
  const expression: Expression = isMinus
    ? { kind: "negative", operand: cell.expression }
    : productOf([parseExpression(before), cell.expression]);
  return { ...cell, expression };
}
