import { RowError } from "@whileai/core";
import { refuseGzip } from "./refuse-gzip.js";
import type { EntryPlace } from "./results-tally.js";

type Place = EntryPlace & { readonly name?: string | undefined };

const STRING_OR_CONSTANT = /"|NaN|-?Infinity/g;
const QUOTE_OR_BACKSLASH = /["\\]/g;

/** The text of a file: bytes must be UTF-8; a byte order mark is dropped. */
export function textOf(input: string | Uint8Array, place: Place): string {
  if (typeof input === "string") return input.startsWith("\ufeff") ? input.slice(1) : input;
  const refused = (message: string, fix: string, cause?: unknown): RowError =>
    new RowError({ path: place.name, line: place.line, cause, message, fix });
  refuseGzip(input, place);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(input);
  } catch (cause) {
    if (cause instanceof TypeError) throw refused("not text in UTF-8.", "Save the file as UTF-8.", cause);
    throw refused(`${input.length} bytes are too many for one text.`, "Split the file, or read it as a stream.", cause);
  }
}

/**
 * JSON as Python writes it: `NaN` and the infinities, which JSON does not have, are read as their names, so that none of
 * them is taken for a number.
 *
 * @throws RowError that names the place.
 */
export function parseJson(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const repaired = withNamedConstants(text);
    if (repaired !== undefined) {
      try {
        return JSON.parse(repaired);
      } catch {
        // The first complaint says more about the text as it was written.
      }
    }
    throw new RowError({
      path: place.name,
      line: place.line,
      field: place.field,
      cause,
      code: "row_unparsed",
      message: `${place.field === undefined ? "" : `${place.field}: `}not JSON (${cause instanceof Error ? cause.message : "unreadable"}).`,
      fix: "Check that the file is whole.",
    });
  }
}

/** The text with bare constants in quotes; undefined when it has none. */
function withNamedConstants(text: string): string | undefined {
  if (!text.includes("NaN") && !text.includes("Infinity")) return undefined;
  const parts: string[] = [];
  let copied = 0;
  STRING_OR_CONSTANT.lastIndex = 0;
  for (let found = STRING_OR_CONSTANT.exec(text); found !== null; found = STRING_OR_CONSTANT.exec(text)) {
    const [name] = found;
    if (name === '"') STRING_OR_CONSTANT.lastIndex = endOfString(text, found.index);
    else {
      parts.push(text.slice(copied, found.index), `"${name}"`);
      copied = STRING_OR_CONSTANT.lastIndex;
    }
  }
  return parts.length === 0 ? undefined : parts.join("") + text.slice(copied);
}

function endOfString(text: string, start: number): number {
  QUOTE_OR_BACKSLASH.lastIndex = start + 1;
  for (let found = QUOTE_OR_BACKSLASH.exec(text); found !== null; found = QUOTE_OR_BACKSLASH.exec(text)) {
    if (found[0] === '"') return found.index + 1;
    QUOTE_OR_BACKSLASH.lastIndex = found.index + 2;
  }
  return text.length;
}
