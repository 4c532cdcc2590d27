/** A JSON value found in a text. */
export type JsonFound = { readonly found: true; readonly value: unknown } | { readonly found: false };

/** An object or array inside a text, with where it starts. */
export interface JsonSpan {
  readonly text: string;
  readonly value: unknown;
}

/** Most characters looked at while searching a text for JSON, so that unclosed brackets cannot make it slow. */
const SCAN_BUDGET = 5_000_000;
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
  let budget = SCAN_BUDGET;
  for (let start = 0; start < text.length && budget > 0; start++) {
    if (!openers.includes(text[start] as string)) continue;
    const end = closingPosition(text, start, budget);
    budget -= Math.abs(end) - start + 1;
    if (end <= 0) continue;
    const slice = text.slice(start, end);
    const parsed = parseJson(slice);
    if (!parsed.found) continue;
    spans.push({ text: slice, value: parsed.value });
    start = end - 1;
  }
  return spans;
}

/** Where the bracket at `start` is closed (exclusive); the negated position where the search ended when it is not. */
function closingPosition(text: string, start: number, budget: number): number {
  const closers: string[] = [];
  let inString = false;
  const limit = Math.min(text.length, start + budget);
  for (let at = start; at < limit; at++) {
    const character = text[at] as string;
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === "{") closers.push("}");
    else if (character === "[") closers.push("]");
    else if (character === "}" || character === "]") {
      if (closers.pop() !== character) return -at;
      if (closers.length === 0) return at + 1;
    }
  }
  return -limit;
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
  for (const fence of [...text.matchAll(FENCE)].reverse()) {
    const fenced = parseJson((fence[1] as string).trim());
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
