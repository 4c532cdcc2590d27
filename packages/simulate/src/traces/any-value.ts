import { isRecord } from "@whileai/core";

/** Nesting of attribute values that is read; what lies deeper stays as it is. Convention. */
const DEPTH_LIMIT = 32;

const SCALARS = ["stringValue", "boolValue", "intValue", "doubleValue", "bytesValue"] as const;

/** A value as OTLP/JSON types it (`{stringValue: "…"}`), as the plain value it stands for; anything else stays as it is. */
export function plainValue(value: unknown, depth = 0): unknown {
  if (!isRecord(value) || depth > DEPTH_LIMIT) return value;
  const scalar = SCALARS.find((name) => Object.hasOwn(value, name));
  if (scalar !== undefined) return value[scalar];
  if (isRecord(value.arrayValue)) return listOf(value.arrayValue.values).map((entry) => plainValue(entry, depth + 1));
  if (isRecord(value.kvlistValue)) return Object.fromEntries(pairsOf(value.kvlistValue.values, depth + 1));
  return value;
}

/** Attributes by name, from an object or from OTLP's list of keys and typed values. */
export function attributesOf(attributes: unknown): ReadonlyMap<string, unknown> {
  if (Array.isArray(attributes)) return new Map(pairsOf(attributes, 0));
  return new Map(
    isRecord(attributes) ? Object.entries(attributes).map(([key, value]) => [key, plainValue(value)]) : [],
  );
}

const listOf = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

const pairsOf = (values: unknown, depth: number): [string, unknown][] =>
  listOf(values).flatMap((pair): [string, unknown][] =>
    isRecord(pair) && typeof pair.key === "string" ? [[pair.key, plainValue(pair.value, depth)]] : [],
  );
