import { plainJson } from "@whileai/core";
import { jsonLines } from "./json-lines.js";
import { parseJson, textOf } from "./parse-json.js";

/** Results: the bytes or the text of a file, or what was parsed from it. */
export type ResultsInput = Uint8Array | string | object;

/** The parsed results; JSON lines become a list. What was parsed before is copied, so that it stays as it is. */
export function parsedInput(given: ResultsInput, name: string | undefined): unknown {
  if (typeof given !== "string" && !(given instanceof Uint8Array)) return plainJson(given);
  const text = textOf(given, { name });
  try {
    return parseJson(text, { name });
  } catch (error) {
    const lines = jsonLines(text, name);
    if (lines !== undefined) return lines;
    throw error;
  }
}
