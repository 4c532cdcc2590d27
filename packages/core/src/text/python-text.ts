import { isRecord } from "../json/json.js";

/** Smallest and largest magnitude that Python writes without an exponent. */
const PLAIN_FROM = 1e-4;
const PLAIN_BELOW = 1e16;

/** Python's `repr` of a tuple whose members are already written out. */
export function tuple(members: readonly string[]): string {
  return members.length === 1 ? `(${members[0]},)` : `(${members.join(", ")})`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
  const magnitude = Math.abs(value);
  const usesExponent = magnitude < PLAIN_FROM || magnitude >= PLAIN_BELOW;
  const text = usesExponent ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

function escaped(character: string, quote: string): string {
  if (character === "\\" || character === quote) return `\\${character}`;
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  if (character === " " || !/[\p{C}\p{Z}]/u.test(character)) return character;
  const code = character.codePointAt(0) as number;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

/** Texts that stand in quotes as they are: most names and words. */
const PLAIN_TEXT = /^[ -&(-[\]-~]*$/;

/** A JSON value as Python's `repr` writes it. */
export function pythonRepr(value: unknown): string {
  if (typeof value === "string") {
    if (PLAIN_TEXT.test(value)) return `'${value}'`;
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    return `${quote}${Array.from(value, (character) => escaped(character, quote)).join("")}${quote}`;
  }
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  if (isRecord(value))
    return `{${Object.entries(value)
      .map(([key, entry]) => `${pythonRepr(key)}: ${pythonRepr(entry)}`)
      .join(", ")}}`;
  return "None";
}

/** A JSON value as Python's `str` writes it: text as it is, everything else as its `repr`. */
export function pythonText(value: unknown): string {
  return typeof value === "string" ? value : pythonRepr(value);
}

/** A JSON value as Python's `json.dumps` writes it: `", "` and `": "` between members, everything beyond ASCII escaped. */
export function pythonJson(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) =>
      unit === "\u007f" ? unit : `\\u${hex(unit.charCodeAt(0), 4)}`,
    );
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (isRecord(value))
    return `{${Object.entries(value)
      .map(([key, entry]) => `${pythonJson(key)}: ${pythonJson(entry)}`)
      .join(", ")}}`;
  return "null";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python's split() also breaks at these four separators.
const PYTHON_SPACE = /[\t-\r\u001c-\u001f \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

/** A text without the whitespace around it, as Python's `strip()` sees whitespace. */
export function pythonTrim(text: string): string {
  if (/^[!-~]*$/.test(text)) return text;
  const words = text.split(PYTHON_SPACE).filter(Boolean);
  const first = words[0];
  if (first === undefined) return "";
  return text.slice(text.indexOf(first), text.lastIndexOf(words.at(-1) as string) + (words.at(-1) as string).length);
}

const isAsciiSpace = (unit: number): boolean =>
  unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);

/** How many words Python's `split()` finds. */
export function pythonWords(text: string): number {
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isSpace = unit < 0x80 ? isAsciiSpace(unit) : PYTHON_SPACE.test(text[index] as string);
    if (!isSpace && !isInside) words++;
    isInside = !isSpace;
  }
  return words;
}

/** Compares texts by code point, as Python sorts them (JavaScript compares UTF-16 units). */
export function pythonCompare(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  for (const [index, character] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (character !== other) return (character.codePointAt(0) as number) - (other.codePointAt(0) as number);
  }
  return left.length - right.length;
}
