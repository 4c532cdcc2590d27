import type { JsonObject } from "@whileai/core";

/** Values that stand for a value: `<order id>`, `{order_id}`, `YOUR_API_KEY`, `user@example.com`, `TBD`. */
const PLACEHOLDER =
  /^(?:<[^<>]*>|\{\{?[^{}]*\}?\}|\[[^[\]]*\]|\$\{[^}]*\}|your[ _-].+|insert[ _-].+|example[ _-]?(?:id|value)|placeholder|tbd|todo|n\/a|null|undefined|unknown|x{3,}|\.{3}|…|[\w.+-]+@example\.(?:com|org|net))$/i;

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** Names of the arguments whose value only repeats what the schema asks for, such as "order id" for `order_id`. */
export function placeholderArguments(args: JsonObject): string[] {
  return Object.entries(args)
    .filter(([name, value]) => typeof value === "string" && isPlaceholder(name, value))
    .map(([name]) => name);
}

function isPlaceholder(name: string, value: string): boolean {
  const text = value.trim();
  if (text.length > 80) return false;
  const words = wordsOf(text);
  return PLACEHOLDER.test(text) || (words !== "" && words.includes(" ") && words === wordsOf(name)) || text === name;
}
