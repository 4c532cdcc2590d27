import { isRecord, setOwn } from "@whileai/core";

/** Several schemas that all hold, as one: properties and required names together, the narrower of two bounds. */
export function mergedSchema(parts: readonly Record<string, unknown>[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const own = Object.hasOwn(result, key) ? result[key] : undefined;
      if (own !== undefined && KEPT_APART.has(key)) {
        result.allOf = [...(Array.isArray(result.allOf) ? result.allOf : []), { [key]: value }];
      } else setOwn(result, key, own === undefined ? value : both(key, own, value));
    }
  }
  return result;
}

/** Two of these cannot be made one. */
const KEPT_APART = new Set(["$ref", "anyOf", "oneOf"]);
const LARGER = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);
const SMALLER = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);

function both(key: string, left: unknown, right: unknown): unknown {
  if (key === "properties" && isRecord(left) && isRecord(right)) {
    const shared = Object.keys(right).filter((name) => isRecord(left[name]) && isRecord(right[name]));
    const together = shared.map((name) => [name, { allOf: [left[name], right[name]] }]);
    return { ...left, ...right, ...Object.fromEntries(together) };
  }
  if ((key === "$defs" || key === "definitions") && isRecord(left) && isRecord(right)) return { ...left, ...right };
  if ((key === "required" || key === "allOf") && Array.isArray(left) && Array.isArray(right))
    return [...left, ...right];
  if (key === "enum" && Array.isArray(left) && Array.isArray(right))
    return left.filter((value) => right.includes(value));
  if (typeof left === "number" && typeof right === "number") {
    if (LARGER.has(key)) return Math.max(left, right);
    if (SMALLER.has(key)) return Math.min(left, right);
  }
  if (key === "type") return narrowerType(left, right);
  return right;
}

function narrowerType(left: unknown, right: unknown): unknown {
  const other = Array.isArray(right) ? right : [right];
  const shared = (Array.isArray(left) ? left : [left]).filter(
    (type) => other.includes(type) || (type === "integer" && other.includes("number")),
  );
  if (shared.length === 0) return other.includes("integer") ? "integer" : right;
  return shared.length === 1 ? shared[0] : shared;
}
