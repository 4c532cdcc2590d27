import { isRecord, type Json, type JsonObject, type RandomStream, setOwn } from "@whileai/core";
import { samplePattern } from "../pattern/sample-pattern.js";
import { copyJson } from "./copy-json.js";
import { mergedSchema } from "./merged-schema.js";
import { sampleNumber } from "./sample-number.js";
import { sampleText } from "./sample-text.js";

const MAX_DEPTH = 24;
/** From here on optional properties and items are left out, so that schemas which contain themselves come to an end. */
const LEAN_DEPTH = 6;
/** Items of a sampled list when the schema does not bound it. */
const LIST_LENGTH = 2;
/** Longest list and text that a schema can ask for. */
const LONGEST_LIST = 1000;
const LONGEST_TEXT = 10_000;
/** Draws for an item that must differ from those before it. */
const UNIQUE_DRAWS = 20;

export interface SampleOptions {
  /** Leave optional properties out. Default false. */
  readonly requiredOnly?: boolean | undefined;
  /** Draw among the options of `anyOf` and `oneOf` instead of taking the first, which is the usual one. Default false. */
  readonly anyOption?: boolean | undefined;
}

/** A value that a JSON Schema allows, drawn from a stream, with believable words for well-known property names. */
export function sampleSchema(schema: unknown, stream: RandomStream, name = "", options: SampleOptions = {}): Json {
  return sample(schema, { stream, name, root: schema, depth: 0, options });
}

interface Sampling {
  readonly stream: RandomStream;
  readonly name: string;
  readonly root: unknown;
  readonly depth: number;
  readonly options: SampleOptions;
}

function sample(schema: unknown, at: Sampling): Json {
  if (schema === true) return sampleText(at.name, undefined, at.stream);
  if (!isRecord(schema) || at.depth > MAX_DEPTH) return null;
  if ("const" in schema) return copyJson(schema.const as Json);
  for (const key of ["enum", "examples"]) {
    const values = schema[key];
    if (Array.isArray(values) && values.length > 0) return copyJson(at.stream.pick(values as Json[]));
  }
  const deeper = { ...at, depth: at.depth + 1 };
  const parts = partsOf(schema, at);
  if (parts !== undefined) return sample(mergedSchema(parts), deeper);
  const type = typeOf(schema, at);
  switch (type) {
    case "object":
      return sampleObject(schema, deeper);
    case "array":
      return sampleArray(schema, deeper);
    case "integer":
    case "number":
      return sampleNumber(schema, at.stream, type);
    case "boolean":
      return at.stream.integer(2) === 1;
    case "null":
      return null;
    default:
      return sampleString(schema, at);
  }
}

function typeOf(schema: Record<string, unknown>, at: Sampling): unknown {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((entry) => entry !== "null");
    if (types.length === 0) return "null";
    return at.options.anyOption ? at.stream.pick(types) : types[0];
  }
  if (schema.type !== undefined) return schema.type;
  if (["properties", "required", "minProperties", "patternProperties"].some((key) => key in schema)) return "object";
  if (["items", "prefixItems", "minItems", "uniqueItems", "contains"].some((key) => key in schema)) return "array";
  return ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"].some((key) => key in schema)
    ? "number"
    : "string";
}

// What a schema is made of besides its own words: what it refers to, all of its parts, one of its options.
function partsOf(schema: Record<string, unknown>, at: Sampling): Record<string, unknown>[] | undefined {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const parts: unknown[] = [];
  if (typeof $ref === "string") parts.push(resolve($ref, at.root));
  if (Array.isArray(allOf)) parts.push(...allOf);
  for (const options of [anyOf, oneOf]) {
    if (Array.isArray(options) && options.length > 0) {
      const usable = options.filter((option) => option !== false);
      parts.push(at.options.anyOption && usable.length > 0 ? at.stream.pick(usable) : usable[0]);
    }
  }
  return parts.length === 0 ? undefined : [own, ...parts.filter(isRecord)];
}

function sampleObject(schema: Record<string, unknown>, at: Sampling): JsonObject {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const isLean = at.options.requiredOnly === true || at.depth > LEAN_DEPTH;
  const result: JsonObject = {};
  const draw = (name: string, property: unknown): void => setOwn(result, name, sample(property, { ...at, name }));
  const isLeftOut = (property: unknown): boolean =>
    property === false ||
    (isRecord(property) && property.not !== undefined && Object.keys(property.not as object).length === 0);
  for (const [name, property] of Object.entries(properties)) {
    const isWanted = required.includes(name) || (!isLean && !isLeftOut(property));
    if (isWanted) draw(name, property);
  }
  const free = schema.additionalProperties ?? true;
  for (const name of required) if (!Object.hasOwn(properties, name)) draw(name, patternFor(schema, name) ?? free);
  fillUp(schema, properties, result, draw);
  const most = typeof schema.maxProperties === "number" ? schema.maxProperties : Number.POSITIVE_INFINITY;
  for (const name of Object.keys(result).reverse()) {
    if (Object.keys(result).length > most && !required.includes(name)) delete result[name];
  }
  return result;
}

const patternFor = (schema: Record<string, unknown>, name: string): unknown =>
  isRecord(schema.patternProperties)
    ? Object.entries(schema.patternProperties).find(([pattern]) => matches(pattern, name))?.[1]
    : undefined;

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

// Where a schema asks for more properties than it names: those it left out first, then names of its own.
function fillUp(
  schema: Record<string, unknown>,
  properties: Record<string, unknown>,
  result: JsonObject,
  draw: (name: string, property: unknown) => void,
): void {
  const least = Math.min(typeof schema.minProperties === "number" ? schema.minProperties : 0, LONGEST_LIST);
  const more = Object.entries(properties).filter(
    ([name, property]) => !Object.hasOwn(result, name) && property !== false,
  );
  const free = schema.additionalProperties ?? true;
  while (Object.keys(result).length < least) {
    const next = more.shift();
    const name = next?.[0] ?? `field_${Object.keys(result).length + 1}`;
    if (next === undefined && free === false) return;
    draw(name, next === undefined ? free : next[1]);
  }
}

function sampleArray(schema: Record<string, unknown>, at: Sampling): Json[] {
  const count = (key: string): number | undefined =>
    typeof schema[key] === "number" ? Math.min(schema[key] as number, LONGEST_LIST) : undefined;
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const isLean = at.options.requiredOnly === true || at.depth > LEAN_DEPTH;
  const minimum = Math.max(count("minItems") ?? 0, isRecord(schema.contains) ? (count("minContains") ?? 1) : 0);
  const usual = isLean ? minimum : Math.max(first.length, schema.items === false ? 0 : LIST_LENGTH, minimum);
  const length = Math.min(usual, count("maxItems") ?? usual);
  const items = first.length > 0 && schema.items === undefined ? true : schema.items;
  const rest = isRecord(schema.contains)
    ? mergedSchema([isRecord(items) ? items : {}, schema.contains])
    : (items ?? { type: "string" });
  const name = at.name.replace(/s$/, "");
  const result: Json[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < length; index++) {
    let item = sample(index < first.length ? first[index] : rest, { ...at, name });
    for (
      let draws = 0;
      schema.uniqueItems === true && seen.has(JSON.stringify(item)) && draws < UNIQUE_DRAWS;
      draws++
    ) {
      item = sample(index < first.length ? first[index] : rest, { ...at, name });
    }
    if (schema.uniqueItems === true && seen.has(JSON.stringify(item))) break;
    seen.add(JSON.stringify(item));
    result.push(item);
  }
  return result;
}

function sampleString(schema: Record<string, unknown>, at: Sampling): string {
  if (typeof schema.pattern === "string") {
    const text = samplePattern(schema.pattern, at.stream);
    if (text !== undefined) return text;
  }
  const format = typeof schema.format === "string" ? schema.format : undefined;
  let text = sampleText(at.name, format, at.stream);
  const minimum = Math.min(typeof schema.minLength === "number" ? schema.minLength : 0, LONGEST_TEXT);
  while (text.length < minimum) text += ` ${text}`;
  return typeof schema.maxLength === "number" ? text.slice(0, Math.max(0, schema.maxLength)) : text;
}

function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return {};
  let value: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    const key = decodePart(part.replaceAll("~1", "/").replaceAll("~0", "~"));
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
