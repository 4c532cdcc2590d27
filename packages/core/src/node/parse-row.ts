import { RowError } from "../errors/row-error.js";
import { isRecord } from "../json/json.js";
import type { Row } from "../row/row.js";

/** Where a row stands, for errors. */
export interface RowPlace {
  readonly path?: string | undefined;
  /** Line (or position in an array), counted from 1. */
  readonly line?: number | undefined;
}

/** A row read from text. */
export interface ParsedRow {
  readonly row: Row;
  /** Whole numbers whose digits a double would change; they were read as their digits, as text. */
  readonly bigIntegers: readonly string[];
}

/** Numbers that may not fit a double: sixteen digits in a row, or an exponent of three. */
const LARGE_NUMBER = /\d{16}|[eE]\+?\d{3}/;
/** A string, a number or a word that JSON does not know; strings first, so that what is inside them is left alone. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|-?(?:NaN|Infinity)\b/gs;
const NOT_A_JSON_NUMBER = /^-?(?:NaN|Infinity)$/;

/**
 * Reads a JSON text without losing a digit: whole numbers whose digits a double would change (some beyond 2^53)
 * become text with exactly their digits, and numbers
 * too large for a double are refused, as are NaN and Infinity, which are not JSON.
 *
 * @throws RowError that names the place, and the field where it is known.
 */
export function parseJsonText(text: string, place: RowPlace): { value: unknown; bigIntegers: readonly string[] } {
  const bigIntegers: string[] = [];
  const exact = LARGE_NUMBER.test(text) ? withTextNumbers(text, place, bigIntegers) : text;
  try {
    return { value: JSON.parse(exact), bigIntegers };
  } catch (cause) {
    throw notJsonError(text, place, cause);
  }
}

/** Reads one row from the text of its line. See {@link parseJsonText} for what happens to numbers. */
export function parseRow(text: string, place: RowPlace): ParsedRow {
  const { value, bigIntegers } = parseJsonText(text, place);
  return { row: asRow(value, place), bigIntegers };
}

/** A parsed value as a row; anything but an object is refused. */
export function asRow(value: unknown, place: RowPlace): Row {
  if (isRecord(value)) return value;
  const what = Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
  throw new RowError({ ...place, message: `expected a JSON object, got ${what}.`, fix: "Write one object a line." });
}

function withTextNumbers(text: string, place: RowPlace, bigIntegers: string[]): string {
  return text.replace(TOKENS, (token, offset: number) => {
    if (token.startsWith('"') || NOT_A_JSON_NUMBER.test(token)) return token;
    const number = Number(token);
    if (!Number.isFinite(number))
      throw new RowError({
        ...place,
        field: fieldBefore(text, offset),
        message: `the number ${token} is too large to read.`,
        fix: "Write it as text.",
      });
    // A double that prints the same digits holds them.
    if (!/^-?\d+$/.test(token) || String(number) === token) return token;
    bigIntegers.push(token);
    return `"${token}"`;
  });
}

function notJsonError(text: string, place: RowPlace, cause: unknown): RowError {
  for (const match of text.matchAll(TOKENS)) {
    if (!NOT_A_JSON_NUMBER.test(match[0])) continue;
    const field = fieldBefore(text, match.index);
    return new RowError({
      ...place,
      field,
      cause,
      message: `${match[0]}${field === undefined ? "" : ` in \`${field}\``} is not JSON.`,
      fix: "Write null where there is no number (in Python: json.dumps(row, allow_nan=False) finds them).",
    });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RowError({ ...place, cause, message: `not JSON: ${reason}.`, fix: "Repair or remove the line." });
}

/** The key that a value at `offset` belongs to. */
function fieldBefore(text: string, offset: number): string | undefined {
  let field: string | undefined;
  for (const match of text.slice(0, offset).matchAll(/"((?:[^"\\]|\\.)*)"\s*:/gs)) field = match[1];
  return field;
}
