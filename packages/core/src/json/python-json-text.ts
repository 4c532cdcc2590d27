import { isRecord } from "./json.js";

/** How {@link pythonJsonText} writes what the two languages write differently. */
export interface PythonJsonOptions {
  /** Write everything outside ASCII as `\u` escapes, as `json.dumps` does by default. Default true. */
  readonly ascii?: boolean | undefined;
  /** Write whole numbers as floats, `1.0`: JavaScript cannot tell which were. Default false. */
  readonly floats?: boolean | undefined;
}

/** Python writes floats from here on with an exponent. */
const EXPONENT_FROM = 1e16;
/** Python writes floats below this with an exponent. */
const EXPONENT_BELOW = 1e-4;

/**
 * A value as Python's `json.dumps(value, sort_keys=True)` writes it, byte for byte: keys in code point order, `", "` and
 * `": "` between, its own escapes and exponents. For hashes that both languages have to agree on.
 *
 * What is undefined is left out, in a list it is null. Numbers that are no JSON (NaN, infinities) throw a RangeError.
 *
 * @example
 * pythonJsonText({ b: [1, "ü"], a: null }); // '{"a": null, "b": [1, "\\u00fc"]}'
 * pythonJsonText({ weight: 1 }, { floats: true }); // '{"weight": 1.0}'
 */
export function pythonJsonText(value: unknown, options: PythonJsonOptions = {}): string {
  const { ascii = true, floats = false } = options;
  const write = (entry: unknown): string => {
    if (typeof entry === "string") return stringText(entry, ascii);
    if (typeof entry === "number") return numberText(entry, floats);
    if (typeof entry === "boolean") return String(entry);
    if (Array.isArray(entry)) return `[${entry.map(write).join(", ")}]`;
    if (!isRecord(entry)) return "null";
    const members = Object.keys(entry)
      .filter((key) => entry[key] !== undefined)
      .sort(byCodePoint)
      .map((key) => `${stringText(key, ascii)}: ${write(entry[key])}`);
    return `{${members.join(", ")}}`;
  };
  return write(value);
}

// The two languages escape the same characters of ASCII in the same way.
function stringText(text: string, ascii: boolean): string {
  const escaped = JSON.stringify(text);
  return ascii ? escaped.replace(/[\u0080-\uffff]/g, hex) : escaped;
}

const hex = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

function numberText(number: number, floats: boolean): string {
  if (!Number.isFinite(number)) throw new RangeError(`pythonJsonText needs finite numbers, got ${number}`);
  if (Number.isSafeInteger(number) && !floats) return Object.is(number, -0) ? "0" : String(number);
  const magnitude = Math.abs(number);
  if (magnitude !== 0 && (magnitude >= EXPONENT_FROM || magnitude < EXPONENT_BELOW)) {
    const [digits, exponent] = number.toExponential().split("e") as [string, string];
    return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
  }
  const text = Object.is(number, -0) ? "-0" : String(number);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** UTF-16 order puts characters beyond the basic plane before U+E000; Python's order is that of code points. */
function byCodePoint(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let at = 0; at < a.length && at < b.length; at++) {
    const difference = (a[at]?.codePointAt(0) ?? 0) - (b[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
