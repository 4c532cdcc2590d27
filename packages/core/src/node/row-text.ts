import { RowError } from "../errors/row-error.js";
import { isRecord } from "../json/json.js";
import { notJson } from "../json/not-json.js";
import { rolloutId } from "../row/rollout-id.js";
import type { RowPlace } from "./parse-row.js";

/** Separators that some readers of lines take for the end of one. */
const LINE_SEPARATORS = /[\u0085\u2028\u2029]/g;
const SCRATCH_PREFIX = "_";

/**
 * A row as the text of one line, without the newline. Top-level fields whose name begins with `_` are scratch and left
 * out; U+0085, U+2028 and U+2029 are escaped, other characters stay as they are.
 *
 * @throws RowError when the row is no object, or holds something JSON cannot: the row and the field are named.
 */
export function rowText(row: unknown, place: RowPlace): string {
  if (!isRecord(row))
    throw new RowError({ ...place, message: "a row must be an object.", fix: "Write one object for each row." });
  const bad = notJson(row);
  if (bad !== undefined)
    throw new RowError({
      ...place,
      field: bad.field,
      message: `row ${rolloutId(row)}: \`${bad.field}\` is ${bad.found}, which JSON cannot hold.`,
      fix: bad.isNumber ? "Write null where there is no number." : "Write plain data.",
    });
  const text = JSON.stringify(withoutScratch(row));
  return text.replace(LINE_SEPARATORS, (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function withoutScratch(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isPlain = Object.getPrototypeOf(row) === Object.prototype;
  if (isPlain && !Object.keys(row).some((key) => key.startsWith(SCRATCH_PREFIX))) return row;
  return Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith(SCRATCH_PREFIX)));
}
