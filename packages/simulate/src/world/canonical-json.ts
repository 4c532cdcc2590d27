import { isRecord, type Json } from "@whileai/core";

/**
 * A value as JSON text with the keys in order, so that equal data has equal text. Numbers are written by value (25.0 is 25,
 * -0 is 0); a text is never a number.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonicalJson((value as { [key: string]: Json })[key] as Json)}`).join(",")}}`;
}
