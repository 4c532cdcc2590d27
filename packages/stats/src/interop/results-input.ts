import { plainJson } from "@whileai/core";
import { entryError } from "./entry-error.js";
import { jsonLines } from "./json-lines.js";
import { parseJson, textOf } from "./parse-json.js";

/** Results: the bytes or the text of a file, or what was parsed from it. */
export type ResultsInput = Uint8Array | ArrayBuffer | string | object;

/** Kinds of objects that parsed JSON has, as they call themselves. */
const PARSED = new Set(["Object", "Array"]);

/**
 * The bytes, the text or the parsed JSON of results.
 *
 * @throws RowError for what is none of them, as a promise, a stream or a Blob.
 */
export function resultsContent(given: ResultsInput, name: string | undefined): Uint8Array | string | object {
  if (typeof given === "string" || given instanceof Uint8Array) return given;
  const kind = Object.prototype.toString.call(given).slice("[object ".length, -1);
  if (kind === "ArrayBuffer") return new Uint8Array(given as ArrayBuffer);
  if (typeof given === "object" && given !== null && PARSED.has(kind)) return given;
  const expected = "the bytes or the text of a file, or what JSON.parse made of it";
  throw entryError(expected, given, { name, fix: "Await a promise; read a file, stream or Blob first." });
}

/** The parsed results; JSON lines become a list. What was parsed before is copied, so that it stays as it is. */
export function parsedInput(given: ResultsInput, name: string | undefined): unknown {
  const content = resultsContent(given, name);
  if (typeof content !== "string" && !(content instanceof Uint8Array)) return plainJson(content);
  const text = textOf(content, { name });
  try {
    return parseJson(text, { name });
  } catch (error) {
    const lines = jsonLines(text);
    if (lines !== undefined) return lines;
    throw error;
  }
}
