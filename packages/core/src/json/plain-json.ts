import type { Json, JsonObject } from "./json.js";

/** Nesting that is kept; what lies deeper is replaced by a mark. Convention. */
const DEPTH_LIMIT = 64;

/**
 * A value as JSON can hold it: NaN and infinities become their names (a lost number stays visible), bigints become text, a
 * Map becomes an object and a Set a list, `toJSON` is asked, functions and undefined disappear, a cycle becomes a mark.
 * Throws what a getter of the value throws.
 */
export function plainJson(value: unknown, ancestors: readonly object[] = []): Json | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return undefined;
  if (ancestors.includes(value)) return "[circular]";
  if (ancestors.length >= DEPTH_LIMIT) return "[too deep]";
  return plainObject(value, [...ancestors, value]);
}

function plainObject(value: object, path: readonly object[]): Json | undefined {
  // Most members are no objects, which have no path.
  if (Array.isArray(value)) return value.map((entry) => plainJson(entry, path) ?? null);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Set) return [...value].map((entry) => plainJson(entry, path) ?? null);
  if ("toJSON" in value && typeof value.toJSON === "function") return plainJson(value.toJSON(), path);
  const plain: JsonObject = {};
  if (value instanceof Map) for (const [key, entry] of value) setOwn(plain, keyText(key), plainJson(entry, path));
  else {
    for (const key of Object.keys(value)) setOwn(plain, key, plainJson((value as Record<string, unknown>)[key], path));
  }
  return plain;
}

// Keys of a Map can be anything.
const keyText = (key: unknown): string =>
  typeof key === "object" && key !== null ? JSON.stringify(plainJson(key)) : String(key);

/** Sets a key of plain data, whatever its name; `__proto__` is a key like any other. Undefined is not written. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) return;
  // The one name that assigning would take for something else; all others are far quicker to assign.
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
