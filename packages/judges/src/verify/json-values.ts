/** A JSON value found in a text. */
export type JsonFound = { readonly found: true; readonly value: unknown } | { readonly found: false };

/** An object or array inside a text, with where it starts. */
export interface JsonSpan {
  readonly start: number;
  readonly text: string;
  readonly value: unknown;
}

/** Most characters looked at while searching a text for JSON, whatever its brackets are like. */
const SCAN_BUDGET = 5_000_000;
/** What a piece that does not parse costs besides its length, in characters: an exception takes as long as reading so many. */
const FAILED_PARSE_COST = 2000;
/** Fenced blocks that are looked at, from the last one back. */
const MOST_FENCES = 100;
const FENCE = /```[^\n`]*\n([\s\S]*?)```/g;

/** Parses a whole text as JSON. */
export function parseJson(text: string): JsonFound {
  try {
    return { found: true, value: JSON.parse(text) as unknown };
  } catch {
    return { found: false };
  }
}

/**
 * Every complete JSON value that opens with one of `openers`, left to right; what lies inside one is not listed again.
 */
export function jsonSpans(text: string, openers = "{["): JsonSpan[] {
  const spans: JsonSpan[] = [];
  const brackets = new BracketEnds(text);
  let budget = SCAN_BUDGET;
  for (let start = 0; start < text.length && brackets.looked < budget; start++) {
    if (!openers.includes(text[start] as string)) continue;
    const end = brackets.endOf(start, budget);
    if (end === undefined) continue;
    const slice = text.slice(start, end);
    const parsed = parseJson(slice);
    if (parsed.found) {
      spans.push({ start, text: slice, value: parsed.value });
      start = end - 1;
    } else budget -= FAILED_PARSE_COST + slice.length;
  }
  return spans;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((character) =>
  character.charCodeAt(0),
);
const UNCLOSED = -1;

/** Where the brackets of a text are closed. One look through it answers for all brackets that it passes. */
class BracketEnds {
  readonly #text: string;
  /** By the bracket's position: where it is closed (exclusive), or UNCLOSED; 0 where nobody has looked. */
  #ends = new Int32Array(0);
  /** Characters looked at so far. */
  looked = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the bracket at `start` is closed; undefined where it is not, or not before `budget` characters were looked at. */
  endOf(start: number, budget: number): number | undefined {
    if (this.#ends.length === 0) this.#ends = new Int32Array(this.#text.length);
    if (this.#ends[start] === 0) this.#look(start, budget);
    const end = this.#ends[start] as number;
    return end > 0 ? end : undefined;
  }

  #look(start: number, budget: number): void {
    const text = this.#text;
    const open: number[] = [];
    let inString = false;
    let at = start;
    for (const limit = Math.min(text.length, start + budget - this.looked); at < limit; at++) {
      const character = text.charCodeAt(at);
      if (inString) {
        if (character === BACKSLASH) at++;
        else if (character === QUOTE) inString = false;
      } else if (character === QUOTE) inString = true;
      else if (character === OPEN_OBJECT || character === OPEN_LIST) open.push(at);
      else if (character === CLOSE_OBJECT || character === CLOSE_LIST) {
        const opened = open.at(-1) as number;
        if ((text.charCodeAt(opened) === OPEN_OBJECT) !== (character === CLOSE_OBJECT)) break;
        open.pop();
        this.#ends[opened] = at + 1;
        if (open.length === 0) break;
      }
    }
    this.looked += at - start + 1;
    // Who would look from one of these would come the same way and end at the same place.
    for (const opened of open) this.#ends[opened] = UNCLOSED;
  }
}

/**
 * The JSON value that a reply gives: the whole text, else the last fenced block that parses, else the last complete
 * object or array in the prose.
 *
 * @example
 * readJson('draft {"a": 1} final {"a": 2}'); // { found: true, value: { a: 2 } }
 */
export function readJson(text: string): JsonFound {
  const whole = parseJson(text.trim());
  if (whole.found) return whole;
  const fences = [...text.matchAll(FENCE)]
    .map((fence) => (fence[1] as string).trim())
    .filter((inside) => inside !== "");
  for (const inside of fences.slice(-MOST_FENCES).reverse()) {
    const fenced = parseJson(inside);
    if (fenced.found) return fenced;
  }
  const last = jsonSpans(text).at(-1);
  return last === undefined ? { found: false } : { found: true, value: last.value };
}

/** The JSON type of a parsed value. */
export function jsonType(value: unknown): "null" | "array" | "object" | "string" | "number" | "boolean" {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as "object" | "string" | "number" | "boolean");
}

/** True when two parsed JSON values are the same value; the order of keys does not matter. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (jsonType(left) !== jsonType(right)) return false;
  if (Array.isArray(left))
    return (
      left.length === (right as unknown[]).length && left.every((item, at) => sameJson(item, (right as unknown[])[at]))
    );
  if (typeof left !== "object" || left === null) return left === right;
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
