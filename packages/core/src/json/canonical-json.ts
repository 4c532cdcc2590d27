import { isRecord } from "./json.js";

/**
 * A value as JSON text with the keys in order, so that equal data has equal text. Numbers are written by value (25.0 is 25,
 * -0 is 0); a text is never a number; what is undefined is left out.
 *
 * @example
 * canonicalJson({ b: 25.0, a: "x" }); // '{"a":"x","b":25}'
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const fields = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${fields
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
    .join(",")}}`;
}
