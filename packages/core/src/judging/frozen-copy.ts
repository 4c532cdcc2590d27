/**
 * A deep copy that cannot be changed: what a judge is handed, so that no judge can alter the caller's data.
 *
 * Objects and arrays are copied and frozen, functions left out; built-in objects (dates, maps) are cloned as
 * `structuredClone` does. Throws what a getter throws, and a RangeError for data nested deeper than the call stack.
 */
export function frozenCopy<T>(value: T): Readonly<T> {
  return copy(value, new Map()) as Readonly<T>;
}

function copy(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    seen.set(value, items);
    for (const item of value) items.push(typeof item === "function" ? null : copy(item, seen));
    return Object.freeze(items);
  }
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    const clone: unknown = structuredClone(value);
    seen.set(value, clone);
    return clone;
  }
  const fields: Record<string, unknown> = {};
  seen.set(value, fields);
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === "function") continue;
    const kept = copy(entry, seen);
    // Plain assignment of this one key would change the prototype instead of adding a field.
    if (key === "__proto__") Object.defineProperty(fields, key, { value: kept, enumerable: true });
    else fields[key] = kept;
  }
  return Object.freeze(fields);
}
