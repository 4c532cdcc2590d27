import { RowError } from "@whileai/core";
import type { EntryPlace } from "./results-tally.js";

type Place = EntryPlace & { readonly name?: string | undefined };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CONSTANTS = ["NaN", "-Infinity", "Infinity"];

/** The text of a file: bytes must be UTF-8; a byte order mark is dropped. */
export function textOf(input: string | Uint8Array, place: Place): string {
  if (typeof input === "string") return input.startsWith("\ufeff") ? input.slice(1) : input;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(input);
  } catch (cause) {
    const message = "not text in UTF-8.";
    throw new RowError({ path: place.name, line: place.line, cause, message, fix: "Save the file as UTF-8." });
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
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    const found = CONSTANTS.find((name) => text.startsWith(name, at));
    if (found === undefined) {
      at++;
      continue;
    }
    parts.push(text.slice(copied, at), `"${found}"`);
    at += found.length;
    copied = at;
  }
  return parts.length === 0 ? undefined : parts.join("") + text.slice(copied);
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === QUOTE) return at + 1;
  }
  return text.length;
}
