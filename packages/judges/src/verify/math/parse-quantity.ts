import type { Answer } from "./answer.js";
import type { Expression } from "./expression.js";
import { parseExpression, productOf } from "./parse-expression.js";
import { integer } from "./rational.js";
import { type Token, Unreadable } from "./tokens.js";
import { isLetterProduct, isPlainUnit, SCALE_WORDS, unitName } from "./vocabulary.js";

const CURRENCIES = /^[$€£¢¥]$/u;
/** What may stand inside a unit behind its first word: powers and fractions. */
const UNIT_PART = /^(?:\^|\{|\}|\/|\*)$/u;

/** A formula with what may stand around it (a currency sign, a unit, a percent word), or words alone. */
export function parseQuantity(tokens: readonly Token[], source: string): Answer {
  const [currency, withoutSign] = leadingCurrency(withoutLabel(tokens));
  const cut = unitStart(withoutSign);
  const [body, unitTokens] = [withoutSign.slice(0, cut), withoutSign.slice(cut)];
  if (body.length === 0) return words(tokens, source);
  let expression: Expression;
  try {
    expression = parseExpression(body);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return words(tokens, source);
  }
  return quantity(expression, [...(currency === undefined ? [] : [currency]), unitText(unitTokens)].join(" "), source);
}

/** An answer of words; throws where there is none, or where they stand among mathematics. */
function words(tokens: readonly Token[], source: string): Answer {
  const isWord = ({ kind, text }: Token): boolean => kind === "text" || (kind === "word" && !isLetterProduct(text));
  const fits = tokens.every(({ kind, text }) => kind !== "symbol" || /^[-()'!?/%&.:]$/u.test(text));
  if (!fits || !tokens.some(isWord)) throw new Unreadable();
  return { kind: "text", source };
}

/** `\text{(C)} 12` and `\textbf{Area: } 12` without what only says which answer this is. */
function withoutLabel(tokens: readonly Token[]): readonly Token[] {
  const [first] = tokens;
  const isLabel = first?.kind === "text" && /^(?:\(?[A-Z]\)|.*[:=])$/u.test(first.text);
  return isLabel && tokens.length > 1 ? tokens.slice(1) : tokens;
}

function leadingCurrency(tokens: readonly Token[]): [sign: string | undefined, rest: readonly Token[]] {
  const index = tokens[0]?.kind === "symbol" && tokens[0].text === "-" ? 1 : 0;
  const sign = tokens[index];
  return sign?.kind === "symbol" && CURRENCIES.test(sign.text)
    ? [sign.text, [...tokens.slice(0, index), ...tokens.slice(index + 1)]]
    : [undefined, tokens];
}

const isUnitWord = ({ kind, text, spaced }: Token, before: Token | undefined): boolean => {
  if (kind === "text") return true;
  if (kind === "symbol") return CURRENCIES.test(text);
  if (kind !== "word") return false;
  return !isLetterProduct(text) || (isPlainUnit(text) && (spaced || before?.kind === "number"));
};

/** Where the unit at the end begins: at the first word that is no part of the formula, when nothing but units follows. */
function unitStart(tokens: readonly Token[]): number {
  const first = tokens.findIndex((token, at) => at > 0 && isUnitWord(token, tokens[at - 1]));
  if (first < 0) {
    const last = tokens.at(-1);
    // Minutes and seconds share their spelling with functions.
    const isTime = last?.kind === "function" && tokens.length > 1 && /^(?:min|sec)$/u.test(last.text);
    return isTime ? tokens.length - 1 : tokens.length;
  }
  const rest = tokens.slice(first);
  const fits = rest.every(
    (token, at) => token.kind !== "symbol" || UNIT_PART.test(token.text) || isUnitWord(token, rest[at - 1]),
  );
  return fits ? first : tokens.length;
}

const unitText = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text))
    .join("")
    .trim();

const PERCENT_WORD = /^(?:percent|per cent|pct)\b/u;

function quantity(read: Expression, written: string, source: string): Answer {
  const text = written.trim();
  const [first = "", ...others] = text.split(/\s+/u);
  const scale = SCALE_WORDS.get(first.toLowerCase());
  if (scale !== undefined)
    return quantity(productOf([read, { kind: "number", value: integer(scale) }]), others.join(" "), source);
  if (PERCENT_WORD.test(text)) return { kind: "value", expression: { kind: "percent", operand: read }, source };
  const [expression, isAngle] = withoutDegrees(read);
  const unit = text === "" ? (isAngle ? "degree" : undefined) : unitName(text);
  return { kind: "value", expression, ...(unit === undefined ? {} : { unit }), source };
}

/** The number of degrees of an angle, and whether it is one. */
function withoutDegrees(expression: Expression): [Expression, boolean] {
  if (expression.kind === "degrees") return [expression.operand, true];
  if (expression.kind !== "negative") return [expression, false];
  const [operand, isAngle] = withoutDegrees(expression.operand);
  return [isAngle ? { kind: "negative", operand } : expression, isAngle];
}
