import { RowError } from "../errors/row-error.js";
import { isRecord } from "../json/json.js";
import type { Row } from "../row/row.js";
import { jsonScalars } from "./json-scalars.js";

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

/** The code of errors for text that is no JSON, which may be the beginning of some. */
export const UNPARSED_ROW = "row_unparsed";
/** Numbers that may not fit a double: sixteen digits in a row, or an exponent of three. */
const LARGE_NUMBER = /\d{16}|[eE]\+?\d{3}/;
const NOT_A_JSON_NUMBER = /^-?(?:NaN|Infinity)$/;

/**
 * Reads a JSON text without losing a digit: whole numbers whose digits a double would change (some beyond 2^53) become text
 * with exactly their digits, and numbers too large for a double are refused, as are NaN and Infinity, which are not JSON.
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
  const parts: string[] = [];
  let copied = 0;
  for (const { text: token, start, field } of jsonScalars(text)) {
    if (NOT_A_JSON_NUMBER.test(token)) continue;
    const number = Number(token);
    if (!Number.isFinite(number))
      throw new RowError({
        ...place,
        field,
        message: `the number ${token} is too large to read.`,
        fix: "Write it as text.",
      });
    if (!/^-?\d+$/.test(token) || isHeldBy(number, token)) continue;
    bigIntegers.push(token);
    parts.push(text.slice(copied, start), `"${token}"`);
    copied = start + token.length;
  }
  return parts.join("") + text.slice(copied);
}

/** A double that prints the same digits holds them; the largest print with an exponent. */
function isHeldBy(number: number, digits: string): boolean {
  if (Number.isSafeInteger(number) || String(number) === digits) return true;
  return Math.abs(number) >= 1e21 && BigInt(number) === BigInt(digits);
}

function notJsonError(text: string, place: RowPlace, cause: unknown): RowError {
  for (const { text: token, field } of jsonScalars(text)) {
    if (!NOT_A_JSON_NUMBER.test(token)) continue;
    return new RowError({
      ...place,
      field,
      cause,
      message: `${token}${field === undefined ? "" : ` in \`${field}\``} is not JSON.`,
      fix: "Write null where there is no number (in Python: json.dumps(row, allow_nan=False) finds them).",
    });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new RowError({
    ...place,
    cause,
    code: UNPARSED_ROW,
    message: `not JSON: ${reason}.`,
    fix: "Repair or remove the line.",
  });
}
