import { COMMAND_SYMBOLS, greekCommand, IGNORED_COMMANDS } from "./latex-commands.js";
import { integer, parseDecimal, type Rational } from "./rational.js";
import { type Reading, type Token, type TokenKind, Unreadable, USUAL_READING } from "./tokens.js";
import { ATTACHED_FUNCTIONS, FUNCTION_NAMES, GREEK } from "./vocabulary.js";

const SPACES = /(?:\s|~|\\(?:[,;:!> ]|quad\b|qquad\b|thinspace\b|displaystyle\b|textstyle\b|limits\b|nolimits\b))+/uy;
const DELIMITER_SIZES = /\\(?:left|right|big|Big|bigg|Bigg|bigl|bigr|Bigl|Bigr|biggl|biggr|middle)(?![a-zA-Z])\.?/uy;
const GROUPED =
  /\d{1,3}(?:(?:,\d{3})+|(?:\s?\{\s*,\s*\}\d{3})+|(?:\\[,!]\s?\d{3})+|(?:,\s?\\!\s*\d{3})+)(?!\d|,\d)(?:\.\d+)?/uy;
/** A number of a programming language, `0x1F` or `0b101`. */
const PREFIXED = /0(?:x[\da-f]+|b[01]+|o[0-7]+)(?![\w.^])/iuy;
const DECIMAL = /\d+\{,\}\d+|\d+(?:\.\d+)?|\.\d+/uy;
const EXPONENT = /[eE][+-]?\d+(?![\d.])/uy;
/** `0.(3)`: digits in brackets right behind the point. */
const REPEATING_IN_BRACKETS = /(\d+)\.\((\d+)\)/uy;
const VECTOR_STYLE = /^(?:mathbf|boldsymbol|bm|vec|hat|widehat)$/u;
const REPEATING = /(\d*)\.(\d*)\\(?:overline|bar|dot)\s*(?:\{\s*(\d+)\s*\}|(\d))/uy;
const TEXT_COMMAND =
  /\\(?:text|textbf|textit|textrm|textnormal|textsf|mbox|mathrm|operatorname\*?|rm|bf)\s*\{([^{}]*)\}/uy;
const STYLE_COMMAND =
  /\\(mathbf|boldsymbol|bm|vec|hat|widehat|mathcal|mathit|mathsf|bar|overline|tilde|dot)(?![A-Za-z])\s*(?:\{\s*(\\?[A-Za-z]+)\s*\}|([A-Za-z]))/uy;
const BLACKBOARD = /\\mathbb\s*(?:\{\s*([A-Z])\s*\}|([A-Z]))/uy;
const ENVIRONMENT = /\\(begin|end)\s*\{([a-zA-Z]+\*?)\}(?:\s*\{[lcr|]*\})?/uy;
const DEGREES = /\^\s*(?:\\circ|\{\s*\\circ\s*\}|\\degree)(?![a-zA-Z])/uy;
const COMMAND = /\\([A-Za-z]+|.)/uy;
const LETTERS = /[A-Za-z]+/uy;
const OPERATORS = /\*\*|\.\.\.|\.(?!\d)|<=|>=|!=|==|:=|!!|[-+*/^_()[\]{}|,;:=<>!%&'$?]/uy;

const CURRENCY = /[€£¢¥₹₽]/uy;
const GREEK_LETTER = /[\u0370-\u03ff]/uy;
const FOREIGN_WORD = /[\p{L}\p{M}]+/uy;

/** Splits an answer into tokens; throws {@link Unreadable} where a mark has no meaning here. */
export function tokenize(source: string, reading: Reading = USUAL_READING): Token[] {
  return new Tokenizer(source, reading).all();
}

class Tokenizer {
  readonly #source: string;
  readonly #reading: Reading;
  readonly #tokens: Token[] = [];
  #at = 0;
  #isSpaced = false;
  /** Round, square and set brackets that are open. */
  #depth = 0;

  constructor(source: string, reading: Reading) {
    this.#source = source;
    this.#reading = reading;
  }

  all(): Token[] {
    while (this.#at < this.#source.length) {
      const skipped = this.#take(SPACES) ?? this.#take(DELIMITER_SIZES);
      if (skipped !== null) this.#skip(skipped[0]);
      else this.#token(this.#source.charAt(this.#at));
    }
    return this.#withCrossProducts();
  }

  /** `\times` between vectors, which is no product of numbers. */
  #withCrossProducts(): Token[] {
    const vectors = this.#tokens.flatMap(({ isVector }, at) => (isVector ? [at] : []));
    const [first = Number.POSITIVE_INFINITY, last = -1] = [vectors[0], vectors.at(-1)];
    return this.#tokens.map((token, at) => {
      const isTimes = this.#source.startsWith("\\times", token.start) && token.text === "*";
      const isOfNumbers = [at - 1, at + 1].some((near) => this.#tokens[near]?.kind === "number");
      return isTimes && at > first && at < last && !isOfNumbers ? { ...token, text: "cross" } : token;
    });
  }

  #take(pattern: RegExp, at = this.#at): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#source);
  }

  #skip(text: string): void {
    this.#at += text.length;
    this.#isSpaced = true;
  }

  #add(kind: TokenKind, text: string, length: number, more: Pick<Token, "value" | "isVector"> = {}): void {
    this.#tokens.push({ kind, text, spaced: this.#isSpaced, start: this.#at, end: this.#at + length, ...more });
    this.#at += length;
    this.#isSpaced = false;
    if (text === "(" || text === "[" || text === "\\{" || text === "<(") this.#depth++;
    else if (text === ")" || text === "]" || text === "\\}" || text === ")>") this.#depth--;
  }

  #token(sign: string): void {
    if (/\d/u.test(sign) || (sign === "." && /\d/u.test(this.#source.charAt(this.#at + 1)))) this.#number();
    else if (sign === "\\") this.#command();
    else if (/[A-Za-z]/u.test(sign)) this.#letters((this.#take(LETTERS) as RegExpExecArray)[0]);
    else if (/[^\x20-\x7e]/u.test(sign)) this.#foreign();
    else this.#operator();
  }

  #operator(): void {
    const degrees = this.#take(DEGREES);
    const operator = degrees ?? this.#take(OPERATORS);
    if (operator === null) throw new Unreadable();
    this.#add("symbol", degrees === null ? symbolOf(operator[0]) : "degree", operator[0].length);
  }

  #number(): void {
    const repeating = this.#take(REPEATING);
    if (repeating !== null) {
      const [whole, head = "", tail = "", digits = repeating[4] ?? ""] = repeating;
      this.#add("number", whole, whole.length, { value: repeatingDecimal(head, tail, digits) });
      return;
    }
    const bracketed = this.#take(REPEATING_IN_BRACKETS);
    if (bracketed !== null) {
      const [whole, head = "", digits = ""] = bracketed;
      this.#add("number", whole, whole.length, { value: repeatingDecimal(head, "", digits) });
      return;
    }
    const prefixed = this.#take(PREFIXED);
    if (prefixed !== null) {
      const [whole] = prefixed;
      this.#add("number", whole, whole.length, { value: integer(BigInt(whole.toLowerCase())) });
      return;
    }
    const grouped = this.#continuesList() ? null : this.#take(GROUPED);
    const isGrouped =
      grouped !== null && (this.#depth <= 0 || this.#reading.groupsInBrackets || !/\d,\d/u.test(grouped[0]));
    const [written] = (isGrouped ? grouped : this.#take(DECIMAL)) ?? [];
    if (written === undefined) throw new Unreadable();
    const plain = isGrouped ? written.replace(/[^\d.]/gu, "") : written.replace("{,}", ".");
    const exponent = this.#reading.scientific ? (this.#take(EXPONENT, this.#at + written.length)?.[0] ?? "") : "";
    this.#add("number", plain, written.length + exponent.length, { value: parseDecimal(plain + exponent) });
  }

  /** True behind a number and a comma without a space, as in `5,123`, where a list goes on. */
  #continuesList(): boolean {
    const [number, comma] = this.#tokens.slice(-2);
    return comma?.text === "," && comma.end === this.#at && number?.kind === "number" && number.end === comma.start;
  }

  #command(): void {
    const environment = this.#take(ENVIRONMENT);
    const board = this.#take(BLACKBOARD);
    const styled = this.#take(STYLE_COMMAND);
    const text = this.#take(TEXT_COMMAND);
    if (environment !== null)
      this.#add(environment[1] as "begin" | "end", environment[2] as string, environment[0].length);
    else if (board !== null) this.#add("symbol", `set ${board[1] ?? board[2]}`, board[0].length);
    else if (styled !== null)
      this.#add("name", styledName(styled), styled[0].length, { isVector: VECTOR_STYLE.test(styled[1] ?? "") });
    else if (text !== null) this.#text(text[1] as string, text[0]);
    else this.#plainCommand();
  }

  #plainCommand(): void {
    const command = this.#take(COMMAND);
    if (command === null) throw new Unreadable();
    const [whole, name = ""] = command;
    const symbol = COMMAND_SYMBOLS.get(name);
    const known = FUNCTION_NAMES.get(name);
    if (symbol !== undefined) this.#add("symbol", symbol, whole.length);
    else if (known !== undefined) this.#add("function", known, whole.length);
    else if (name === "pi") this.#add("name", "pi", whole.length);
    else if (name === "infty") this.#add("name", "infinity", whole.length);
    else if (GREEK.has(name)) this.#add("name", `\\${name}`, whole.length);
    else if (IGNORED_COMMANDS.has(name)) this.#skip(whole);
    else throw new Unreadable();
  }

  /** The content of a text command: a function's name, a constant, a joint, a number, or words. */
  #text(written: string, whole: string): void {
    const content = written.trim();
    // In words, `ln` and `Re` are more likely what they spell.
    const isName = content.length > 2 || whole.startsWith("\\operatorname");
    const known = isName ? FUNCTION_NAMES.get(content) : undefined;
    if (content === "") this.#skip(whole);
    else if (known !== undefined) this.#add("function", known, whole.length);
    else if (/^\\(?:mathrm|rm)/u.test(whole) && /^[eid]$/u.test(content)) this.#add("name", content, whole.length);
    else if (/^(?:or|and)$/iu.test(content)) this.#add("symbol", content.toLowerCase(), whole.length);
    else if (/^[-+]?(?:\\?\$)?[\d.]/u.test(content)) {
      const [start, end] = [this.#at, this.#at + whole.length];
      for (const token of tokenize(content, this.#reading)) this.#tokens.push({ ...token, spaced: true, start, end });
      this.#skip(whole);
    } else this.#add("text", content, whole.length);
  }

  #letters(run: string): void {
    const lower = run.toLowerCase();
    const known = FUNCTION_NAMES.get(run);
    if (run.length === 1) this.#add("name", run, 1);
    else if (lower === "or" || lower === "and") this.#add("symbol", lower, run.length);
    else if (known !== undefined) this.#add("function", known, run.length);
    else if (lower === "pi") this.#add("name", "pi", run.length);
    else if (lower === "infinity" || lower === "inf" || run === "oo") this.#add("name", "infinity", run.length);
    else if (GREEK.has(run) && run.length > 2) this.#add("name", `\\${run}`, run.length);
    else this.#attachedFunction(run);
  }

  /** `2sinx` and the like; otherwise a word. */
  #attachedFunction(run: string): void {
    for (const name of ATTACHED_FUNCTIONS) {
      const index = run.indexOf(name);
      if (index < 0 || index > 2 || run.length - name.length - index > 2) continue;
      for (const letter of run.slice(0, index)) this.#add("name", letter, 1);
      this.#add("function", FUNCTION_NAMES.get(name) as string, name.length);
      return;
    }
    this.#add("word", run, run.length);
  }

  #foreign(): void {
    const [currency] = this.#take(CURRENCY) ?? [];
    const [greek] = this.#take(GREEK_LETTER) ?? [];
    const [word] = this.#take(FOREIGN_WORD) ?? [];
    if (currency !== undefined) this.#add("symbol", currency, 1);
    else if (greek !== undefined) this.#add("name", greekCommand(greek), greek.length);
    else if (word !== undefined) this.#add("word", word, word.length);
    else throw new Unreadable();
  }
}

/**
 * How a letter in a style is named. A conjugate and a derivative in time are not what they are of; vectors named like a
 * constant keep a mark, so that `\hat{i}` is not the imaginary unit.
 */
function styledName([, style = "", braced, bare]: RegExpExecArray): string {
  const name = braced ?? bare ?? "";
  if (style === "bar" || style === "overline") return `${name}\u0305`;
  if (style === "dot") return `${name}\u0307`;
  return /^\\?[ei]$/u.test(name) ? `${name}\u20d7` : name;
}

const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["**", "^"],
  ["==", "="],
  [":=", "="],
  ["...", "ldots"],
]);
const symbolOf = (written: string): string => OTHER_SPELLINGS.get(written) ?? written;

/** The fraction of `head.tail` followed by `digits` for ever. */
function repeatingDecimal(head: string, tail: string, digits: string): Rational {
  const nines = 10n ** BigInt(digits.length) - 1n;
  return {
    numerator: BigInt(head + tail || "0") * nines + BigInt(digits),
    denominator: 10n ** BigInt(tail.length) * nines,
  };
}
