import { plainJson } from "./plain-json.js";

/**
 * A value as JSON text, whatever came: what `JSON.stringify` refuses (a bigint, a value that contains itself, a `toJSON`
 * that throws) is written as {@link plainJson} writes it, and what no JSON stands for is "".
 *
 * @example
 * jsonText({ id: 1n }); // '{"id":"1"}'
 */
export function jsonText(value: unknown): string {
  for (const write of [JSON.stringify, (given: unknown) => JSON.stringify(plainJson(given))]) {
    try {
      return write(value) ?? "";
    } catch {
      // The next way may do; a value whose getters throw has no text.
    }
  }
  return "";
}
