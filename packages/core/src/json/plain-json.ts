import type { Json, JsonObject } from "./json.js";

/** Nesting that is kept; what lies deeper is replaced by a mark. Convention. */
const DEPTH_LIMIT = 64;

/**
 * A value as JSON can hold it: NaN and infinities become their names (a lost number stays visible),
 * bigints become text, functions and undefined disappear, a cycle becomes a mark. Throws what a getter of the value throws.
 */
export function plainJson(value: unknown, ancestors: readonly object[] = []): Json | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return undefined;
  if (ancestors.includes(value)) return "[circular]";
  if (ancestors.length >= DEPTH_LIMIT) return "[too deep]";
  const path = [...ancestors, value];
  if (Array.isArray(value)) return value.map((entry) => plainJson(entry, path) ?? null);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  const plain: JsonObject = {};
  for (const [key, entry] of Object.entries(value)) setOwn(plain, key, plainJson(entry, path));
  return plain;
}

/** Sets a key of plain data, whatever its name; `__proto__` is a key like any other. Undefined is not written. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) return;
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
