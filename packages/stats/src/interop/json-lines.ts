import { isRecord } from "@whileai/core";
import { parseJson } from "./parse-json.js";

/** The objects of JSON lines; undefined when the first line is no object. A later line that is none stays as its text. */
export function jsonLines(text: string, name: string | undefined): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    try {
      values.push(parseJson(line, { name, line: index + 1 }));
    } catch {
      values.push(line);
    }
    if (index === 0 && !isRecord(values[0])) return undefined;
  }
  return values.length === 0 ? undefined : values;
}
