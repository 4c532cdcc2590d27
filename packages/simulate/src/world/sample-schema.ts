import { isRecord, type Json, type JsonObject, type RandomStream, roundHalfEven } from "@whileai/core";
import { samplePattern } from "../pattern/sample-pattern.js";
import { sampleText } from "./sample-text.js";

const MAX_DEPTH = 8;
/** Items of a sampled list when the schema does not bound it. */
const LIST_LENGTH = 2;
/** How far above its minimum an unbounded number is drawn. */
const NUMBER_SPAN = 400;

/**
 * A value that a JSON Schema allows, drawn from a stream, with believable words for well-known property names.
 * Optional properties are left out where `requiredOnly` is set.
 */
export function sampleSchema(
  schema: unknown,
  stream: RandomStream,
  name = "",
  options: { readonly requiredOnly?: boolean } = {},
): Json {
  return sample(schema, { stream, name, root: schema, depth: 0, requiredOnly: options.requiredOnly === true });
}

interface Sampling {
  readonly stream: RandomStream;
  readonly name: string;
  readonly root: unknown;
  readonly depth: number;
  readonly requiredOnly: boolean;
}

function sample(schema: unknown, at: Sampling): Json {
  if (!isRecord(schema) || at.depth > MAX_DEPTH) return null;
  if ("const" in schema) return schema.const as Json;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return at.stream.pick(schema.enum as Json[]);
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return at.stream.pick(schema.examples as Json[]);
  const deeper = { ...at, depth: at.depth + 1 };
  if (typeof schema.$ref === "string") return sample(resolve(schema.$ref, at.root), deeper);
  for (const key of ["anyOf", "oneOf"]) {
    const options = schema[key];
    if (Array.isArray(options) && options.length > 0) return sample(options[0], deeper);
  }
  if (Array.isArray(schema.allOf)) return sample(merged(schema, at.root), deeper);
  const type = Array.isArray(schema.type) ? (schema.type.find((entry) => entry !== "null") ?? "null") : schema.type;
  switch (type) {
    case "object":
      return sampleObject(schema, deeper);
    case "array":
      return sampleArray(schema, deeper);
    case "integer":
    case "number":
      return sampleNumber(schema, at, type);
    case "boolean":
      return at.stream.integer(2) === 1;
    case "null":
      return null;
    case "string":
      return sampleString(schema, at);
    default:
      return isRecord(schema.properties) ? sampleObject(schema, deeper) : sampleString(schema, at);
  }
}

function sampleObject(schema: Record<string, unknown>, at: Sampling): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  const chosen = properties.filter(([name]) => !at.requiredOnly || required.includes(name));
  return Object.fromEntries(chosen.map(([name, property]) => [name, sample(property, { ...at, name })]));
}

function sampleArray(schema: Record<string, unknown>, at: Sampling): Json[] {
  if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => sample(item, at));
  const minimum = typeof schema.minItems === "number" ? schema.minItems : 1;
  const maximum = typeof schema.maxItems === "number" ? schema.maxItems : Math.max(minimum, LIST_LENGTH);
  const length = Math.min(Math.max(minimum, Math.min(LIST_LENGTH, maximum)), maximum);
  const items = isRecord(schema.items) ? schema.items : { type: "string" };
  return Array.from({ length }, () => sample(items, { ...at, name: at.name.replace(/s$/, "") }));
}

function sampleNumber(schema: Record<string, unknown>, at: Sampling, type: "integer" | "number"): number {
  const step = typeof schema.multipleOf === "number" && schema.multipleOf > 0 ? schema.multipleOf : undefined;
  const bound = (key: string, shift: number): number | undefined => {
    if (typeof schema[key] === "number") return schema[key] as number;
    const exclusive = schema[`exclusive${key[0]?.toUpperCase()}${key.slice(1)}`];
    return typeof exclusive === "number" ? exclusive + shift : undefined;
  };
  const inset = type === "integer" ? 1 : (step ?? 0.01);
  const upper = bound("maximum", -inset);
  const lower = bound("minimum", inset) ?? Math.min(1, upper ?? 1);
  const highest = upper ?? lower + NUMBER_SPAN;
  const drawn = lower + at.stream.uniform() * (highest - lower);
  if (step !== undefined) return Math.ceil(lower / step) * step + Math.floor((drawn - lower) / step) * step;
  return type === "integer" ? Math.min(Math.round(drawn), Math.floor(highest)) : roundHalfEven(drawn, 2);
}

function sampleString(schema: Record<string, unknown>, at: Sampling): string {
  if (typeof schema.pattern === "string") {
    const text = samplePattern(schema.pattern, at.stream);
    if (text !== undefined) return text;
  }
  const format = typeof schema.format === "string" ? schema.format : undefined;
  let text = sampleText(at.name, format, at.stream);
  const minimum = typeof schema.minLength === "number" ? schema.minLength : 0;
  while (text.length < minimum) text += ` ${text}`;
  return typeof schema.maxLength === "number" ? text.slice(0, Math.max(0, schema.maxLength)) : text;
}

function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith("#")) return {};
  let value: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    value = isRecord(value) ? value[part.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  }
  return value;
}

function merged(schema: Record<string, unknown>, root: unknown): Record<string, unknown> {
  const { allOf, ...own } = schema;
  const parts = (allOf as unknown[]).map((part) =>
    isRecord(part) && typeof part.$ref === "string" ? resolve(part.$ref, root) : part,
  );
  const all = [own, ...parts.filter(isRecord)];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map((part) => part.properties)),
    required: all.flatMap((part) => (Array.isArray(part.required) ? part.required : [])),
  };
}
