import type { Answer, Joint, RelationSign, SetOperator } from "./answer.js";
import { parseExpression } from "./parse-expression.js";
import { type Inner, parseMatrix } from "./parse-matrix.js";
import { parseQuantity } from "./parse-quantity.js";
import { bracketed, closes, divided, isSymbol, opens } from "./token-groups.js";
import { type Token, Unreadable } from "./tokens.js";

/** Deepest nesting of sets, tuples and relations. */
const MAX_DEPTH = 12;
const JOINTS: ReadonlySet<string> = new Set([",", ";", "or", "and"]);
const RELATIONS: ReadonlySet<string> = new Set(["=", "<", "<=", ">", ">=", "!=", "approx", "in"]);
const SET_OPERATORS: ReadonlySet<string> = new Set(["cup", "cap", "setminus"]);

/**
 * Reads tokens as an answer: lists, sets, relations, unions, tuples and intervals, matrices, ratios and times, and inside
 * them formulas with units, or words. Throws {@link Unreadable} for what is none of these.
 */
export function parseAnswer(tokens: readonly Token[], source: string, depth = 0): Answer {
  if (depth > MAX_DEPTH || tokens.length === 0) throw new Unreadable();
  const written = source.slice((tokens[0] as Token).start, (tokens.at(-1) as Token).end).trim();
  const inner = (piece: readonly Token[]): Answer => parseAnswer(piece, source, depth + 1);
  const flipped = outwardBrackets(tokens);
  // Capitals alone are a code or an order, `HTH`, whose letters may not change places; `ii` is a numeral.
  if (depth === 0 && tokens.length === 1 && /^(?:[A-Z]{2,}|ii+)$/u.test(written))
    return { kind: "text", source: written };
  return (
    list(flipped, written, inner) ??
    relation(flipped, written, inner) ??
    operation(flipped, written, inner) ??
    bracket(flipped, written, inner) ??
    parseMatrix(flipped, written, inner) ??
    ratio(flipped, written) ??
    special(flipped, written) ??
    date(written) ??
    parseQuantity(flipped, written)
  );
}

/** `]0, 1[` with the brackets that most people write. */
function outwardBrackets(tokens: readonly Token[]): readonly Token[] {
  const [first, last] = [tokens[0] as Token, tokens.at(-1) as Token];
  const middle = tokens.slice(1, -1);
  if (!isSymbol(first, "]") && !isSymbol(last, "[")) return tokens;
  if (middle.some((token) => opens(token) || closes(token)) || !middle.some((token) => isSymbol(token, ",")))
    return tokens;
  return [
    isSymbol(first, "]") ? { ...first, text: "(" } : first,
    ...middle,
    isSymbol(last, "[") ? { ...last, text: ")" } : last,
  ];
}

function list(tokens: readonly Token[], source: string, inner: Inner): Answer | undefined {
  const { pieces, marks } = divided(tokens, (text) => JOINTS.has(text));
  if (marks.length === 0) return;
  const words = marks.filter((mark) => mark === "or" || mark === "and");
  if (
    pieces[0]?.length === 0 ||
    ((pieces.at(-1) as Token[]).length === 0 && marks.at(-1) !== "," && marks.at(-1) !== ";")
  )
    throw new Unreadable();
  const filled = pieces.filter((piece) => piece.length > 0);
  if (filled.length === 1) return inner(filled[0] as Token[]);
  const joint: Joint = words.includes("or") ? "or" : words.includes("and") ? "and" : ",";
  return { kind: "list", items: filled.map(inner), isSet: joint === "or", joint, source };
}

function relation(tokens: readonly Token[], source: string, inner: Inner): Answer | undefined {
  const { pieces, marks } = divided(tokens, (text) => RELATIONS.has(text));
  if (marks.length === 0) return;
  const [first, last] = [pieces[0] as Token[], pieces.at(-1) as Token[]];
  if (marks.length === 1 && marks[0] === "in") {
    if (first.some((token) => isSymbol(token, ":") || isSymbol(token, "|"))) throw new Unreadable();
    return inner(last);
  }
  if (marks.includes("approx") && marks.every((mark) => mark === "approx" || mark === "=")) {
    // What stands before the first "about" is the answer, unless it only names what is asked for.
    const exact = pieces.slice(0, marks.indexOf("approx") + 1);
    if (exact.length > 1)
      return relationOf(
        exact.map(inner),
        exact.slice(1).map(() => "="),
        source,
      );
    return inner(first.length === 0 || (first.length === 1 && first[0]?.kind !== "number") ? last : first);
  }
  if (marks.some((mark) => mark === "in" || mark === "approx")) throw new Unreadable();
  // A sign at the end, or at the beginning with nothing to compare, as in "= 5".
  const filled = pieces.filter((piece) => piece.length > 0);
  if (first.length === 0 && marks.length === 1 && marks[0] === "=") return inner(last);
  if (filled.length < pieces.length) throw new Unreadable();
  return relationOf(pieces.map(inner), marks as RelationSign[], source);
}

const relationOf = (sides: Answer[], signs: RelationSign[], source: string): Answer => ({
  kind: "relation",
  sides,
  signs,
  source,
});

function operation(tokens: readonly Token[], source: string, inner: Inner): Answer | undefined {
  const spelled = tokens.map((token, index): Token => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    const isUnion = token.kind === "name" && token.text === "U" && before && after && closes(before) && opens(after);
    const isMinus = isSymbol(token, "-") && before?.text.startsWith("set ") && isSymbol(after, "\\{");
    return isUnion || isMinus ? { ...token, kind: "symbol", text: isUnion ? "cup" : "setminus" } : token;
  });
  const { pieces, marks } = divided(spelled, (text) => SET_OPERATORS.has(text));
  const [operator] = marks;
  if (operator === undefined) return;
  if (new Set(marks).size > 1 || (operator === "setminus" && marks.length > 1)) {
    // Mixed operators are read from the left, each taking all before it.
    const last = pieces.at(-1) as Token[];
    const before = spelled.slice(0, -last.length - 1);
    return { kind: "operation", operator: marks.at(-1) as SetOperator, parts: [inner(before), inner(last)], source };
  }
  return { kind: "operation", operator: operator as SetOperator, parts: pieces.map(inner), source };
}

function bracket(tokens: readonly Token[], source: string, inner: Inner): Answer | undefined {
  const whole = bracketed(tokens);
  if (whole === undefined) return;
  const { open, close, inner: content } = whole;
  const { pieces, marks } = divided(content, (text) => text === "," || text === ";");
  const isPlainSet = open === "{" && marks.length > 0;
  if (open === "\\{" || isPlainSet) {
    if (close !== "\\}" && close !== "}") throw new Unreadable();
    return content.length === 0 ? emptySet(source) : (builder(content, source, inner) ?? setOf(content, source, inner));
  }
  if (marks.length > 0 && (open === "(" || open === "[" || open === "<("))
    return {
      kind: "tuple",
      items: pieces.map(inner),
      open: open === "<(" ? "(" : open,
      close: close === ")>" ? ")" : close,
      source,
    };
  const matches = (open === "(" && close === ")") || (open === "[" && close === "]") || (open === "{" && close === "}");
  const isBinomial = content.some((token) => isSymbol(token, "choose") || isSymbol(token, "over"));
  if (open === "{" && content.length === 0) throw new Unreadable();
  return matches && content.length > 0 && !isBinomial ? { ...inner(content), source } : undefined;
}

const emptySet = (source: string): Answer => ({ kind: "list", items: [], isSet: true, joint: ",", source });

function setOf(content: readonly Token[], source: string, inner: Inner): Answer {
  const { pieces } = divided(content, (text) => text === "," || text === ";");
  if (pieces.some((piece) => piece.length === 0)) throw new Unreadable();
  return { kind: "list", items: pieces.map(inner), isSet: true, joint: ",", source };
}

/** `\{x \mid x > 3\}`: the condition, within the numbers that it is said of. */
function builder(content: readonly Token[], source: string, inner: Inner): Answer | undefined {
  const bar = content.findIndex((token) => isSymbol(token, "|") || isSymbol(token, ":"));
  const isName = content[0]?.kind === "name" && (bar === 1 || (bar > 1 && isSymbol(content[1], "in")));
  if (!isName) return;
  const condition = inner(content.slice(bar + 1));
  const numbers = content.slice(2, bar);
  if (numbers.length === 0 || isSymbol(numbers[0], "set R")) return condition;
  return { kind: "operation", operator: "cap", parts: [condition, inner(numbers)], source };
}

function ratio(tokens: readonly Token[], source: string): Answer | undefined {
  const { pieces, marks } = divided(tokens, (text) => text === ":");
  if (marks.length === 0) return;
  const [, second] = pieces;
  const isClock =
    pieces[0]?.length === 1 &&
    pieces.every((piece) => piece[0]?.kind === "number") &&
    pieces.slice(1).every((piece) => /^[0-5]\d$/u.test(piece[0]?.text ?? "")) &&
    second?.[0]?.spaced === false;
  if (isClock) {
    const half = pieces
      .flatMap((piece) => piece.slice(1))
      .map(({ text }) => text)
      .join("");
    return {
      kind: "clock",
      parts: pieces.map((piece) => (piece[0] as Token).text),
      half: half.toLowerCase().replace(/[^a-z]/gu, ""),
      source,
    };
  }
  return { kind: "ratio", parts: pieces.map(parseExpression), source };
}

/** `2003-01-02`, `2003/1/2` and `1/2/2003`, which nobody means as a difference or a quotient. */
function date(source: string): Answer | undefined {
  const parts = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{4})\/(\d\d?)\/(\d\d?)|(\d\d?)\/(\d\d?)\/(\d{4}))$/u.exec(source);
  return parts === null ? undefined : { kind: "date", parts: parts.slice(1).filter(Boolean), source };
}

function special(tokens: readonly Token[], source: string): Answer | undefined {
  const [only] = tokens;
  if (/^(?:\\text\s*\{\s*)?all real(?:s| numbers)\s*\}?$/iu.test(source))
    return { kind: "numbers", letter: "R", source };
  if (tokens.length !== 1 || only?.kind !== "symbol") return;
  if (only.text === "emptyset") return emptySet(source);
  return only.text.startsWith("set ") ? { kind: "numbers", letter: only.text.slice(4), source } : undefined;
}
