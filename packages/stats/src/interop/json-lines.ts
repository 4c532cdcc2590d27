import { isRecord } from "@whileai/core";
import { parseJson } from "./parse-json.js";

/** A line as JSON, or as its text when it is none. */
function parsedLine(line: string): unknown {
  try {
    return parseJson(line, {});
  } catch {
    return line;
  }
}

/** The objects of JSON lines; undefined when the first line is no object. A later line that is none stays as its text. */
export function jsonLines(text: string): unknown[] | undefined {
  const [first, ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  const head = first === undefined ? undefined : parsedLine(first);
  return isRecord(head) ? [head, ...rest.map(parsedLine)] : undefined;
}
