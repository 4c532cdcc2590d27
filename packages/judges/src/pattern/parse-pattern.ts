/** A regular expression as a tree. */
export type PatternNode =
  | { readonly type: "atom"; readonly source: string }
  | { readonly type: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly type: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly type: "group"; readonly index: number; readonly body: PatternNode }
  | {
      readonly type: "repeat";
      readonly body: PatternNode;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    }
  | { readonly type: "assert"; readonly kind: Assertion };

export type Assertion = "start" | "end" | "word" | "notWord";

/** The tree of a pattern, how many groups it captures, and their names. */
export interface ParsedPattern {
  readonly root: PatternNode;
  readonly groupCount: number;
  readonly groupNames: ReadonlyMap<string, number>;
}

/** Says which construct cannot be matched in linear time. */
export class UnsupportedPattern extends Error {
  readonly construct: string;
  constructor(construct: string) {
    super(`${construct} cannot be matched in linear time`);
    this.construct = construct;
  }
}

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})/;

/**
 * Reads a JavaScript regular expression that is known to compile. Throws {@link UnsupportedPattern} for what a linear
 * matcher cannot do: lookaround, backreferences, inline flags.
 */
export function parsePattern(source: string, flags: string): ParsedPattern {
  if (flags.includes("v")) throw new UnsupportedPattern("the v flag");
  return new PatternReader(source, flags.includes("u")).read();
}

class PatternReader {
  readonly #source: string;
  readonly #unicode: boolean;
  readonly #names = new Map<string, number>();
  #position = 0;
  #groups = 0;

  constructor(source: string, unicode: boolean) {
    this.#source = source;
    this.#unicode = unicode;
  }

  read(): ParsedPattern {
    const root = this.#choice();
    return { root, groupCount: this.#groups, groupNames: this.#names };
  }

  #rest(): string {
    return this.#source.slice(this.#position);
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#position)) return false;
    this.#position += text.length;
    return true;
  }

  #choice(): PatternNode {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    return branches.length === 1 ? (branches[0] as PatternNode) : { type: "choice", branches };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.#position < this.#source.length && !"|)".includes(this.#source[this.#position] as string))
      items.push(this.#quantified(this.#item()));
    return { type: "sequence", items };
  }

  #quantified(body: PatternNode): PatternNode {
    const found = QUANTIFIER.exec(this.#rest());
    if (!found) return body;
    this.#position += found[0].length;
    const lazy = this.#take("?");
    const [, low, high] = found;
    if (low !== undefined) {
      const min = Number(low);
      return { type: "repeat", body, lazy, min, max: high === undefined ? min : high === "" ? Infinity : Number(high) };
    }
    return {
      type: "repeat",
      body,
      lazy,
      min: found[0] === "+" ? 1 : 0,
      max: found[0] === "?" ? 1 : Number.POSITIVE_INFINITY,
    };
  }

  #item(): PatternNode {
    if (this.#take("^")) return { type: "assert", kind: "start" };
    if (this.#take("$")) return { type: "assert", kind: "end" };
    if (this.#take("(")) return this.#group();
    if (this.#source[this.#position] === "[") return this.#characterClass();
    if (this.#source[this.#position] === "\\") return this.#escape();
    const width = this.#unicode && (this.#source.codePointAt(this.#position) as number) > 0xffff ? 2 : 1;
    const source = this.#source.slice(this.#position, this.#position + width);
    this.#position += width;
    return { type: "atom", source };
  }

  #group(): PatternNode {
    let index: number | undefined;
    if (this.#take("?")) {
      const named = /^<([^=!>][^>]*)>/.exec(this.#rest());
      if (named) {
        this.#position += named[0].length;
        index = ++this.#groups;
        this.#names.set(named[1] as string, index);
      } else if (!this.#take(":")) {
        const found = /^(?:<?[=!])/.exec(this.#rest());
        throw new UnsupportedPattern(found ? "lookaround" : "an inline flag");
      }
    } else index = ++this.#groups;
    const body = this.#choice();
    this.#position += 1;
    return index === undefined ? body : { type: "group", index, body };
  }

  #characterClass(): PatternNode {
    const start = this.#position;
    let end = start + 1;
    while (this.#source[end] !== "]") end += this.#source[end] === "\\" ? 2 : 1;
    this.#position = end + 1;
    return { type: "atom", source: this.#source.slice(start, this.#position) };
  }

  #escape(): PatternNode {
    const rest = this.#rest();
    if (/^\\[1-9]|^\\k</.test(rest)) throw new UnsupportedPattern("a backreference");
    if (this.#take("\\b")) return { type: "assert", kind: "word" };
    if (this.#take("\\B")) return { type: "assert", kind: "notWord" };
    const found =
      /^\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[\s\S])/u.exec(
        rest,
      );
    let source = found?.[0] ?? rest.slice(0, 2);
    // Two \u escapes are one character only in unicode mode, and only when they are a surrogate pair.
    if (source.length === 12 && !(this.#unicode && /^\\u[dD][89abAB]/.test(source))) source = source.slice(0, 6);
    if (!this.#unicode && /^\\(?:u\{|[pP]\{)/.test(source)) source = source.slice(0, 2);
    this.#position += source.length;
    return { type: "atom", source };
  }
}
