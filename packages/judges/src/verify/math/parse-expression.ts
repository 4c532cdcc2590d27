import { withDerivatives } from "./derivatives.js";
import type { ConstantName, Expression } from "./expression.js";
import { basedNumber, countedChoice, NUMERAL_TOKENS, properFraction } from "./parse-numeral.js";
import { integer, type Rational } from "./rational.js";
import { type Token, Unreadable } from "./tokens.js";
import { isLetterProduct } from "./vocabulary.js";

/** Deepest nesting that is read. */
const MAX_DEPTH = 60;
/** Most parts of one formula. */
const MAX_NODES = 4000;

const CONSTANTS: ReadonlyMap<string, ConstantName> = new Map([
  ["pi", "pi"],
  ["e", "e"],
  ["i", "i"],
  ["infinity", "infinity"],
]);
/** Letters that are functions when a bracket follows, as in `f(x)`; every other letter is multiplied by it. */
const FUNCTION_LETTERS: ReadonlySet<string> = new Set(["f", "g", "h", "F", "G"]);
const INVERTIBLE = /^(?:sin|cos|tan|cot|sec|csc)$/u;
const HYPERBOLIC = /^(?:sin|cos|tan)h$/u;
/** Functions that take several inputs. */
const OF_SEVERAL: ReadonlySet<string> = new Set(["gcd", "lcm", "max", "min", "mod", "binomial", "ln"]);
const OPERAND_SYMBOLS: ReadonlySet<string> = new Set([
  "(",
  "[",
  "{",
  "frac",
  "sqrt",
  "binom",
  "lfloor",
  "lceil",
  "ldots",
]);
const ORDINALS: ReadonlySet<string> = new Set(["st", "nd", "rd", "th"]);

const number = (value: Rational): Expression => ({ kind: "number", value });

/** A product, or its one factor. */
export function productOf(factors: readonly Expression[], divisors: readonly Expression[] = []): Expression {
  const [first] = factors;
  return first !== undefined && factors.length === 1 && divisors.length === 0
    ? first
    : { kind: "product", factors, divisors };
}

const sumOf = (terms: readonly Expression[]): Expression =>
  terms.length === 1 ? (terms[0] as Expression) : { kind: "sum", terms };

/**
 * Reads tokens as one formula, all of them; throws {@link Unreadable} otherwise. Products may be written without a sign,
 * `1 1/2` and `1\frac{1}{2}` are mixed numbers, and two numbers side by side are nothing.
 */
export function parseExpression(tokens: readonly Token[]): Expression {
  return new ExpressionParser(tokens).whole();
}

class ExpressionParser {
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;
  #nodes = 0;
  #openBars = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = withDerivatives(tokens);
  }

  whole(): Expression {
    const expression = this.#sum();
    if (this.#at < this.#tokens.length) throw new Unreadable();
    return expression;
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #isNext(symbol: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === "symbol" && token.text === symbol;
  }

  #accept(symbol: string): boolean {
    if (!this.#isNext(symbol)) return false;
    this.#at++;
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#accept(symbol)) throw new Unreadable();
  }

  #count(): void {
    if (++this.#nodes > MAX_NODES) throw new Unreadable();
  }

  #sum(): Expression {
    if (++this.#depth > MAX_DEPTH) throw new Unreadable();
    const terms: Expression[] = [];
    do terms.push(this.#term());
    while (["+", "-", "pm", "mp"].some((sign) => this.#isNext(sign)));
    this.#depth--;
    return sumOf(terms);
  }

  /** A product behind any signs. */
  #term(): Expression {
    const signs: string[] = [];
    for (const token of this.#tokens.slice(this.#at, this.#at + MAX_DEPTH)) {
      if (token.kind !== "symbol" || !["+", "-", "pm", "mp"].includes(token.text)) break;
      signs.push(token.text);
    }
    this.#at += signs.length;
    let term = this.#product();
    for (const sign of signs.reverse()) {
      if (sign === "-") term = { kind: "negative", operand: term };
      else if (sign !== "+") term = { kind: "either_sign", sign: sign === "pm" ? 1 : -1, operand: term };
    }
    return term;
  }

  #product(): Expression {
    const factors = [this.#power()];
    const divisors: Expression[] = [];
    while (true) {
      if (this.#accept("*")) factors.push(this.#signed());
      else if (this.#accept("/")) divisors.push(this.#signed());
      else if (this.#accept("cross"))
        factors.push({ kind: "call", name: "cross", inputs: [factors.pop() as Expression, this.#signed()] });
      else if (this.#startsFactor()) factors.push(this.#power());
      else return productOf(factors, divisors);
    }
  }

  #signed(): Expression {
    if (this.#accept("-")) return { kind: "negative", operand: this.#power() };
    this.#accept("+");
    return this.#power();
  }

  /** True when what follows is a factor without a sign; two numbers side by side are no product. */
  #startsFactor(): boolean {
    const token = this.#next;
    if (token === undefined) return false;
    if (token.kind === "number") {
      if (this.#tokens[this.#at - 1]?.kind === "number") throw new Unreadable();
      return true;
    }
    if (token.kind === "name" || token.kind === "function") return true;
    if (token.kind === "word") return isLetterProduct(token.text);
    if (token.kind !== "symbol") return false;
    return OPERAND_SYMBOLS.has(token.text) || (token.text === "|" && this.#openBars === 0);
  }

  #power(): Expression {
    let base = this.#primary();
    while (true) {
      this.#count();
      if (this.#accept("^")) {
        const exponent = this.#exponent();
        if (exponent !== null) base = { kind: "power", base, exponent };
      } else if (this.#accept("!!")) base = { kind: "call", name: "double_factorial", inputs: [base] };
      else if (this.#accept("!")) base = { kind: "call", name: "factorial", inputs: [base] };
      else if (this.#accept("%")) base = { kind: "percent", operand: base };
      else if (this.#accept("degree")) base = { kind: "degrees", operand: base };
      else return base;
    }
  }

  /** What is raised; null for the ending of an ordinal. */
  #exponent(): Expression | null {
    if (++this.#depth > MAX_DEPTH) throw new Unreadable();
    const ordinal = this.#tokens[this.#at + (this.#isNext("{") ? 1 : 0)];
    if (ordinal !== undefined && (ordinal.kind === "text" || ordinal.kind === "word") && ORDINALS.has(ordinal.text)) {
      this.#at += this.#isNext("{") ? 3 : 1;
      this.#depth--;
      return null;
    }
    let exponent: Expression;
    if (this.#accept("-")) exponent = { kind: "negative", operand: this.#primary() };
    else {
      this.#accept("+");
      exponent = this.#primary();
    }
    if (this.#accept("^")) {
      const higher = this.#exponent();
      if (higher !== null) exponent = { kind: "power", base: exponent, exponent: higher };
    }
    this.#depth--;
    return exponent;
  }

  #primary(): Expression {
    this.#count();
    const token = this.#next;
    if (token === undefined) throw new Unreadable();
    this.#at++;
    if (token.kind === "number") return this.#number(token);
    if (token.kind === "name") return this.#name(token);
    if (token.kind === "function") return this.#call(token.text);
    if (token.kind === "word" && isLetterProduct(token.text)) {
      const letters = [...token.text].map((text): Token => ({ ...token, kind: "name", text }));
      this.#tokens.splice(this.#at, 0, ...letters);
      return this.#primary();
    }
    if (token.kind !== "symbol") throw new Unreadable();
    return this.#symbol(token.text);
  }

  #symbol(symbol: string): Expression {
    const call = (name: string, ...inputs: Expression[]): Expression => ({ kind: "call", name, inputs });
    switch (symbol) {
      case "(":
        return this.#closed(")");
      case "[":
        return this.#closed("]");
      case "{":
        return this.#accept("}") ? number(integer(1)) : this.#group();
      case "|": {
        this.#openBars++;
        const inner = this.#sum();
        this.#openBars--;
        this.#expect("|");
        return call("abs", inner);
      }
      case "lfloor":
        return call("floor", this.#closed("rfloor"));
      case "lceil":
        return call("ceil", this.#closed("rceil"));
      case "frac": {
        const top = this.#argument();
        return productOf([top], [this.#argument()]);
      }
      case "binom": {
        const top = this.#argument();
        return call("binomial", top, this.#argument());
      }
      case "sqrt": {
        const degree = this.#accept("[") ? this.#closed("]") : undefined;
        const inner = this.#accept("{") ? this.#group() : this.#primary();
        return degree === undefined ? call("sqrt", inner) : call("root", inner, degree);
      }
      case "ldots":
        return { kind: "name", name: "\u2026" };
      default:
        throw new Unreadable();
    }
  }

  /** A formula up to a closing bracket; bars inside are its own. */
  #closed(close: string): Expression {
    const bars = this.#openBars;
    this.#openBars = 0;
    const inner = this.#sum();
    this.#openBars = bars;
    this.#expect(close);
    return inner;
  }

  /** What is in braces, the opening one being read. */
  #group(): Expression {
    const bars = this.#openBars;
    this.#openBars = 0;
    let inner = this.#sum();
    if (this.#accept("choose")) inner = { kind: "call", name: "binomial", inputs: [inner, this.#sum()] };
    else if (this.#accept("over")) inner = productOf([inner], [this.#sum()]);
    this.#openBars = bars;
    this.#expect("}");
    return inner;
  }

  /** An argument of a command: a group, or one digit, letter or command. */
  #argument(): Expression {
    if (this.#accept("{")) return this.#group();
    const token = this.#next;
    if (token?.kind === "number" && /^\d\d+$/u.test(token.text)) {
      const [first, rest] = [token.text.slice(0, 1), token.text.slice(1)];
      const of = (text: string): Token => ({ ...token, text, value: integer(BigInt(text)) });
      this.#tokens.splice(this.#at, 1, of(first), of(rest));
      this.#at++;
      return number(integer(BigInt(first)));
    }
    return this.#primary();
  }

  #number(token: Token): Expression {
    const value = token.value as Rational;
    if (!/^\d+$/u.test(token.text)) return number(value);
    const ahead = this.#tokens.slice(this.#at, this.#at + NUMERAL_TOKENS);
    if (this.#isNext("_")) {
      const based = basedNumber(token.text, ahead);
      this.#at += based.length;
      return number(based.value);
    }
    const choice = countedChoice(value, ahead);
    if (choice !== null) {
      this.#at += choice.length;
      return choice.count;
    }
    const fraction = properFraction(ahead);
    if (fraction === null) return number(value);
    this.#at += fraction.length;
    return sumOf([number(value), number(fraction.value)]);
  }

  /** A variable with its subscript and primes, a constant, or `f(x)`. */
  #name(token: Token): Expression {
    let name = token.text;
    if (this.#accept("_")) name += `_${this.#subscript()}`;
    while (this.#accept("'")) name += "'";
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return { kind: "constant", name: constant };
    if (FUNCTION_LETTERS.has(token.text) && this.#isNext("(")) {
      this.#at++;
      return { kind: "call", name, inputs: this.#inputs(")") };
    }
    return { kind: "name", name };
  }

  #subscript(): string {
    if (!this.#accept("{")) {
      const token = this.#next;
      if (token === undefined || token.kind === "symbol") throw new Unreadable();
      this.#at++;
      return token.text;
    }
    let [text, open] = ["", 1];
    for (let token = this.#next; token !== undefined; token = this.#next) {
      this.#at++;
      open += token.text === "{" ? 1 : token.text === "}" ? -1 : 0;
      if (open === 0) return text;
      text += token.text;
    }
    throw new Unreadable();
  }

  #inputs(close: string): Expression[] {
    const bars = this.#openBars;
    this.#openBars = 0;
    const inputs = [this.#sum()];
    while (this.#accept(",")) inputs.push(this.#sum());
    this.#openBars = bars;
    this.#expect(close);
    return inputs;
  }

  #call(written: string): Expression {
    let [exponent, base]: [Expression | undefined, Expression | undefined] = [undefined, undefined];
    for (let turn = 0; turn < 2; turn++) {
      if (exponent === undefined && this.#accept("^")) exponent = this.#exponent() ?? undefined;
      if (base === undefined && written === "ln" && this.#accept("_")) base = this.#argument();
    }
    const isInverse = exponent?.kind === "negative" && isOne(exponent.operand);
    const inverse = INVERTIBLE.test(written) ? `arc${written}` : HYPERBOLIC.test(written) ? `ar${written}` : undefined;
    const name = isInverse && inverse !== undefined ? inverse : written;
    const inputs = this.#callInputs(name);
    const value = finished(name, base === undefined ? inputs : [...inputs, base]);
    return exponent === undefined || name !== written ? value : { kind: "power", base: value, exponent };
  }

  #callInputs(name: string): Expression[] {
    const close = this.#isNext("(") ? ")" : this.#isNext("[") ? "]" : this.#isNext("{") ? "}" : undefined;
    if (close !== undefined) {
      const isWrapped = close === "}" && this.#isNext("(", 1) && OF_SEVERAL.has(name);
      this.#at += isWrapped ? 2 : 1;
      if (close === "}" && !isWrapped) return [this.#group()];
      const inputs = this.#inputs(isWrapped ? ")" : close);
      if (isWrapped) this.#expect("}");
      if (inputs.length > 1 && !OF_SEVERAL.has(name)) throw new Unreadable();
      return inputs;
    }
    const isNegative = this.#accept("-");
    const factors = [this.#power()];
    while (this.#continuesInput()) factors.push(this.#power());
    const input = productOf(factors);
    return [isNegative ? { kind: "negative", operand: input } : input];
  }

  /** True when the input of a function without brackets goes on, as in `\sin 2x`. */
  #continuesInput(): boolean {
    const kind = this.#next?.kind;
    return (kind === "name" || kind === "word" || kind === "number") && this.#startsFactor();
  }
}

const isOne = (expression: Expression): boolean =>
  expression.kind === "number" && expression.value.numerator === expression.value.denominator;

/** A call by the name that is computed: logarithms and roots with their base or degree written out. */
function finished(name: string, inputs: readonly Expression[]): Expression {
  if (name === "log10") return { kind: "call", name: "ln", inputs: [...inputs.slice(0, 1), number(integer(10))] };
  if (name === "cbrt") return { kind: "call", name: "root", inputs: [...inputs, number(integer(3))] };
  return { kind: "call", name, inputs };
}
