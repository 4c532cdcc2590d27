import { parseJson, textOf } from "./parse-json.js";
import { parsedInput, type ResultsInput, resultsContent } from "./results-input.js";
import type { ResultsTally } from "./results-tally.js";

/** An entry, and its line or its place in the list, from 1. */
export interface ResultEntry {
  readonly entry: unknown;
  readonly line: number;
}

/** The entries of a list or of JSON lines. A line that is no JSON is counted as a problem. */
export function* resultEntries(
  given: ResultsInput,
  name: string | undefined,
  tally: ResultsTally,
): Generator<ResultEntry> {
  const content = resultsContent(given, name);
  const isText = typeof content === "string" || content instanceof Uint8Array;
  const text = isText ? textOf(content, { name }) : undefined;
  if (text === undefined || isOneValue(text)) {
    const whole = parsedInput(text ?? content, name);
    for (const [index, entry] of (Array.isArray(whole) ? whole : [whole]).entries()) yield { entry, line: index + 1 };
    return;
  }
  for (const [index, written] of text.split("\n").entries()) {
    if (written.trim() === "") continue;
    const line = index + 1;
    let entry: unknown;
    const isJson = tally.attempt({ line }, () => {
      entry = parseJson(written, { name, line });
    });
    if (isJson) yield { entry, line };
  }
}

/** Whether a text is one JSON value over several lines, or a list, rather than JSON lines. */
function isOneValue(text: string): boolean {
  const [first = ""] = text.trimStart().split("\n", 1);
  return first.startsWith("[") || first.trim() === "{";
}
