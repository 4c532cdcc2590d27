import { isRecord } from "../json/json.js";
import type { ToolSchema } from "../tool/tool-types.js";

const splitWords = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

const STRONG = new Set(["id", "ids", "uuid", "guid", "sku", "isbn", "vin", "iban", "ein", "ssn"]);
const NUMBERED = new Set(["number", "no", "nr", "ref", "reference", "code", "key", "slug", "handle", "token"]);
const PLACED = new Set(["path", "paths", "file", "filename", "filepath", "folder", "directory", "url", "uri"]);
const NAMED = new Set(["name", "username", "title", "email"]);

/** 0 for a parameter that names no record; higher for one that names it more surely. */
const identifierStrength = (name: string, schema: unknown): number => {
  const words = splitWords(name);
  const last = words.at(-1);
  if (last === undefined) return 0;
  const type = isRecord(schema) ? schema.type : undefined;
  if (isRecord(schema) && (Array.isArray(schema.enum) || type === "boolean" || type === "object")) return 0;
  if (STRONG.has(last) || (isRecord(schema) && schema.format === "uuid")) return 4;
  // A bare "number" of a calculator is a quantity; "order_number" is a name.
  if (NUMBERED.has(last) && (words.length > 1 || type === "string")) return 3;
  if (PLACED.has(last)) return 2;
  return NAMED.has(last) && type !== "number" && type !== "integer" ? 1 : 0;
};

/**
 * The parameter of a tool by which a record is named (an id, a number, a path, a name), or null. Required parameters come
 * before optional ones, then surer names before weaker ones, then the order of the schema.
 *
 * @example
 * identifierParameter({ name: "get_order", description: "", parameters: { properties: { order_id: { type: "string" } } } });
 * // "order_id"
 */
export function identifierParameter(tool: ToolSchema): string | null {
  const { properties, required } = tool.parameters;
  if (!isRecord(properties)) return null;
  const needed = new Set(Array.isArray(required) ? required : []);
  let best: string | null = null;
  let bestScore = 0;
  for (const [name, schema] of Object.entries(properties)) {
    const strength = identifierStrength(name, schema);
    const score = strength === 0 ? 0 : strength + (needed.has(name) ? 10 : 0);
    if (score > bestScore) [best, bestScore] = [name, score];
  }
  return best;
}
