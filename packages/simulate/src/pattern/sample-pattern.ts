import type { RandomStream } from "@whileai/core";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
/** How many repeats an open quantifier (`+`, `*`, `{2,}`) gets at most beyond its minimum. */
const OPEN_REPEATS = 4;

/**
 * A text that matches a simple regular expression: literals, classes, `\d \w \s`, groups, alternatives and quantifiers.
 * Undefined when the expression uses more than that (look-arounds, back-references) or nothing matching was found.
 */
export function samplePattern(pattern: string, stream: RandomStream): string | undefined {
  try {
    const parser = new PatternSampler(pattern, stream);
    const text = parser.alternatives();
    return parser.finished && new RegExp(pattern, "u").test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

class PatternSampler {
  readonly #pattern: string;
  readonly #stream: RandomStream;
  #at = 0;

  constructor(pattern: string, stream: RandomStream) {
    this.#pattern = pattern;
    this.#stream = stream;
  }

  get finished(): boolean {
    return this.#at >= this.#pattern.length;
  }

  alternatives(): string {
    const options = [this.#sequence()];
    while (this.#peek() === "|") {
      this.#at++;
      options.push(this.#sequence());
    }
    return this.#stream.pick(options);
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #sequence(): string {
    let text = "";
    for (let next = this.#peek(); next !== undefined && next !== "|" && next !== ")"; next = this.#peek()) {
      text += this.#quantified(this.#atom());
    }
    return text;
  }

  // Each repeat draws anew, so an atom is a function.
  #atom(): () => string {
    const character = this.#pattern[this.#at++] as string;
    if (character === "^" || character === "$") return () => "";
    if (character === "(") return this.#group();
    if (character === "[") return this.#class();
    if (character === ".") return () => this.#stream.pick([...LETTERS]);
    if (character === "\\") {
      const set = escapeSet(this.#pattern[this.#at++] ?? "");
      return () => this.#stream.pick(set);
    }
    return () => character;
  }

  #group(): () => string {
    if (this.#pattern.startsWith("?:", this.#at)) this.#at += 2;
    else if (this.#peek() === "?") throw new RangeError("look-around");
    const text = this.alternatives();
    if (this.#pattern[this.#at++] !== ")") throw new RangeError("open group");
    return () => text;
  }

  #class(): () => string {
    const negated = this.#peek() === "^";
    if (negated) this.#at++;
    const members: string[] = [];
    for (let next = this.#peek(); next !== "]"; next = this.#peek()) {
      if (next === undefined) throw new RangeError("open class");
      this.#at++;
      if (next === "\\") members.push(...escapeSet(this.#pattern[this.#at++] ?? ""));
      else if (this.#peek() === "-" && this.#pattern[this.#at + 1] !== "]") {
        members.push(...range(next, this.#pattern[this.#at + 1] ?? next));
        this.#at += 2;
      } else members.push(next);
    }
    this.#at++;
    const all = [...LETTERS, ...LETTERS.toUpperCase(), ...DIGITS];
    const allowed = negated ? all.filter((character) => !members.includes(character)) : members;
    return () => this.#stream.pick(allowed);
  }

  #quantified(atom: () => string): string {
    const rest = this.#pattern.slice(this.#at);
    const match = /^(?:\{(\d+)(,?)(\d*)\}|([?*+]))\??/.exec(rest);
    if (match === null) return atom();
    this.#at += match[0].length;
    const [, lowest, comma, highest, sign] = match;
    const minimum = sign ? (sign === "+" ? 1 : 0) : Number(lowest);
    const open = minimum + OPEN_REPEATS;
    const maximum = sign ? (sign === "?" ? 1 : open) : comma ? (highest ? Number(highest) : open) : minimum;
    const count = minimum + this.#stream.integer(Math.min(maximum, open) - minimum + 1);
    return Array.from({ length: count }, atom).join("");
  }
}

function escapeSet(character: string): string[] {
  if (character === "d") return [...DIGITS];
  if (character === "w") return [...LETTERS, ...DIGITS];
  if (character === "s") return [" "];
  if (/[bBDWSpPkux0-9]/.test(character)) throw new RangeError("unsupported escape");
  return [character];
}

function range(from: string, to: string): string[] {
  const start = from.charCodeAt(0);
  return Array.from({ length: Math.max(0, to.charCodeAt(0) - start + 1) }, (_, index) =>
    String.fromCharCode(start + index),
  );
}
