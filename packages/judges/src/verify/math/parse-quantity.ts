import type { Answer } from "./answer.js";
import type { Expression } from "./expression.js";
import { parseExpression, productOf } from "./parse-expression.js";
import { type Token, Unreadable } from "./tokens.js";
import { isLetterProduct, isPlainUnit, SCALE_WORDS, unitName } from "./vocabulary.js";

const CURRENCIES = /^[$€£¢¥₹₽]$/u;
/** What may stand inside a unit behind its first word: powers and fractions. */
const UNIT_PART = /^(?:\^|\{|\}|\/|\*)$/u;

/** A formula with what may stand around it (a choice's letter, a currency sign, a unit, a percent word), or words alone. */
export function parseQuantity(tokens: readonly Token[], source: string): Answer {
  const [label, unlabelled] = leadingLabel(tokens);
  const choice = /^\(?([A-Z])\)/u.exec(label ?? "")?.[1];
  const answer = plainQuantity(unlabelled, tokens, source);
  return choice === undefined ? answer : { ...answer, choice };
}

function plainQuantity(tokens: readonly Token[], all: readonly Token[], source: string): Answer {
  const [currency, withoutSign] = leadingCurrency(tokens);
  const cut = unitStart(withoutSign);
  const [body, unitTokens] = [withoutSign.slice(0, cut), withoutSign.slice(cut)];
  const unit = unitText(unitTokens);
  if (body.length === 0 || !saysWhatIsCounted(unit)) return words(all, source);
  let expression: Expression;
  try {
    expression = parseExpression(body);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return words(all, source);
  }
  return quantity(expression, [...(currency === undefined ? [] : [currency]), unit].join(" "), source);
}

/** Words that go on with a sentence, or take back or widen the number before them. */
const OTHER_WORDS =
  /^(?:squared|cubed|k)\b|\b(?:not?|or|and|is|isn't|are|was|nor|never|but|wrong|incorrect|invalid|false|extraneous|rejected|impossible|maybe|perhaps|possibly|to|than|least|most|up|below|about|approximately|unless|if|mod|because|since|base|binary|divided|multiplied|as|so|which|that|when|where|for|with|by|from|after|before|therefore|hence|thus|we|it|this)\b/iu;
const MOST_UNIT_WORDS = 5;

/** True for a few words without numbers that only say what is counted. */
const saysWhatIsCounted = (unit: string): boolean =>
  !OTHER_WORDS.test(unit) &&
  !/\d/u.test(unit.replace(/\^\s*\{?\d/gu, "")) &&
  unit.split(/\s+/u).length <= MOST_UNIT_WORDS;

/** An answer of words; throws where there is none, or where they stand among mathematics. */
function words(tokens: readonly Token[], source: string): Answer {
  const isWord = ({ kind, text }: Token): boolean => kind === "text" || (kind === "word" && !isLetterProduct(text));
  const fits = tokens.every(({ kind, text }) => kind !== "symbol" || /^[-()'!?/%&.:]$/u.test(text));
  if (!fits || !tokens.some(isWord)) throw new Unreadable();
  return { kind: "text", source };
}

/** `\text{(C)} 12` and `\textbf{Area: } 12`: what only says which answer this is, and the rest. */
function leadingLabel(tokens: readonly Token[]): [label: string | undefined, rest: readonly Token[]] {
  const [first] = tokens;
  const rest = tokens.slice(1);
  const isLabel = first?.kind === "text" && /^(?:\(?[A-Z]\)|[^\d]*[:=])$/u.test(first.text);
  // Two choices are none.
  const isOnly = !rest.some(({ kind, text }) => kind === "text" && /^\(?[A-Z]\)/u.test(text));
  return isLabel && isOnly && rest.length > 0 ? [first.text, rest] : [undefined, tokens];
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
  return isUnit(tokens.slice(first)) ? first : tokens.length;
}

/** True for words with powers and fractions, and nothing that they would be the unit of. */
function isUnit(tokens: readonly Token[]): boolean {
  let open = 0;
  return (
    tokens.every((token, index) => {
      const before = tokens[index - 1];
      if (token.text === "{") open++;
      if (token.text === "}") open--;
      if (token.kind === "number") return before?.text === "^" || before?.text === "{";
      return open >= 0 && (token.kind !== "symbol" || UNIT_PART.test(token.text) || isUnitWord(token, before));
    }) && open === 0
  );
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
    return quantity(productOf([read, { kind: "number", value: scale }]), others.join(" "), source);
  if (PERCENT_WORD.test(text)) return { kind: "value", expression: { kind: "percent", operand: read }, source };
  const [expression, isAngle] = withoutDegrees(read);
  const unit = unitName(isAngle ? `°${text}` : text);
  const counted = unit === undefined && text !== "" ? { counted: text.toLowerCase() } : {};
  return { kind: "value", expression, ...(unit === undefined ? counted : { unit }), source };
}

/** The number of degrees of an angle, and whether it is one. */
function withoutDegrees(expression: Expression): [Expression, boolean] {
  if (expression.kind === "degrees") return [expression.operand, true];
  if (expression.kind !== "negative") return [expression, false];
  const [operand, isAngle] = withoutDegrees(expression.operand);
  return [isAngle ? { kind: "negative", operand } : expression, isAngle];
}
