import { isRecord, type Json, type JsonObject, type RandomStream } from "@whileai/core";
import { idTokens, placeTokens } from "../situations/ask-tokens.js";
import { sampleSchema } from "../world/sample-schema.js";
import { readingOf, type ToolChoice } from "./choose-tool.js";

/** Free-text arguments, which take the ask itself. */
const FREE_TEXT =
  /query|question|text|message|reason|note|comment|description|content|keyword|prompt|topic|title|subject/;
const MAX_FREE_TEXT = 80;
const PLACE_NAME = /city|town|location|place|region|country/i;

/**
 * Arguments for a tool as an ask gives them, or undefined when the ask does not name the record that the tool needs. What
 * the ask leaves open is filled with a sensible value of the schema, so that the call is valid.
 */
export function makeArguments(choice: ToolChoice, ask: string, stream: RandomStream): JsonObject | undefined {
  const { parameters } = choice.tool;
  const properties = isRecord(parameters.properties) ? parameters.properties : {};
  const required = Array.isArray(parameters.required) ? (parameters.required as string[]) : [];
  const ids = idTokens(ask);
  // A title or a name can be made up from what is said; only what names an existing record cannot.
  const record = readingOf(choice.tool).entityParameter;
  const result: [string, Json][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    if (!isRecord(schema)) continue;
    if (name === choice.profile.idParameter && (name === record || PLACE.test(name))) {
      const id = idFor(name, schema, ids, ask);
      if (id !== undefined) result.push([name, id]);
      else if (required.includes(name)) return undefined;
      continue;
    }
    const found = fromAsk(name, schema, ask, ids);
    if (found !== undefined && (required.includes(name) || Array.isArray(schema.enum))) result.push([name, found]);
    else if (required.includes(name)) result.push([name, sampleSchema(schema, stream, name, { requiredOnly: true })]);
  }
  return Object.fromEntries(result);
}

/** Parameters that take a file or an address rather than an identifier. */
const PLACE = /path|file|folder|directory|url|uri|mail/i;

function idFor(name: string, schema: Record<string, unknown>, found: readonly string[], ask: string): Json | undefined {
  const ids = PLACE.test(name) ? placeTokens(ask) : found;
  if (schema.type === "integer" || schema.type === "number") {
    const digits = ids.map((id) => Number(id.replaceAll(/\D/g, ""))).find((number) => Number.isSafeInteger(number));
    return digits;
  }
  if (typeof schema.pattern !== "string") return ids[0];
  try {
    const pattern = new RegExp(schema.pattern, "u");
    return ids.find((id) => pattern.test(id)) ?? ids.map((id) => id.toUpperCase()).find((id) => pattern.test(id));
  } catch {
    return ids[0];
  }
}

function fromAsk(name: string, schema: Record<string, unknown>, ask: string, ids: readonly string[]): Json | undefined {
  if (Array.isArray(schema.enum)) {
    const lower = ask.toLowerCase();
    return schema.enum.find((value) => lower.includes(String(value).toLowerCase().replaceAll("_", " "))) as
      | Json
      | undefined;
  }
  if (schema.type === "number" || schema.type === "integer") return numberFrom(name, schema, ask, ids);
  if (schema.type === "string" && PLACE_NAME.test(name)) return /\b(?:in|to|near|for) ([A-Z]\p{L}+)/u.exec(ask)?.[1];
  const isFreeText = FREE_TEXT.test(name.toLowerCase()) && schema.format === undefined && schema.pattern === undefined;
  if (schema.type === "string" && isFreeText) {
    const longest = typeof schema.maxLength === "number" ? Math.min(schema.maxLength, MAX_FREE_TEXT) : MAX_FREE_TEXT;
    const text = ask.slice(0, longest).trim();
    return text.length >= (typeof schema.minLength === "number" ? schema.minLength : 0) ? text : undefined;
  }
  return undefined;
}

function numberFrom(
  name: string,
  schema: Record<string, unknown>,
  ask: string,
  ids: readonly string[],
): number | undefined {
  const named = ask.match(
    new RegExp(`\\b${name.replaceAll(/\W/g, ".")}\\s*(?:=|:|of|is)\\s*(-?\\d+(?:\\.\\d+)?)`, "i"),
  );
  if (named !== null && (schema.type !== "integer" || /^-?\d+$/.test(named[1] as string))) return Number(named[1]);
  const rest = ids.reduce((text, id) => text.replaceAll(id, " "), ask);
  const numbers = [...rest.matchAll(/(?<![\w-])\d+(?:[.,]\d+)?(?![\w-])/g)].map((match) =>
    Number(match[0].replace(",", ".")),
  );
  const limit = (key: string, fallback: number): number => (typeof schema[key] === "number" ? schema[key] : fallback);
  return numbers.find(
    (number) =>
      (schema.type !== "integer" || Number.isInteger(number)) &&
      number >= limit("minimum", Number.NEGATIVE_INFINITY) &&
      number > limit("exclusiveMinimum", Number.NEGATIVE_INFINITY) &&
      number <= limit("maximum", Number.POSITIVE_INFINITY) &&
      number < limit("exclusiveMaximum", Number.POSITIVE_INFINITY),
  );
}
