import type { Json } from "@whileai/core";

/** JSON data with every text in it replaced; names of fields stay. */
export function mapTexts(value: Json, replace: (text: string) => string): Json {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTexts(entry as Json, replace)]));
}
