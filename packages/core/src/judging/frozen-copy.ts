/** Copies that are plain and frozen to the bottom: nobody can change them, so they need no copy of their own. */
const unchangeable = new WeakSet<object>();

/**
 * A deep copy that cannot be changed: what a judge is handed, so that no judge can alter the caller's data. A copy that
 * was made here is given back as it is, unless it holds a built-in object, which cannot be frozen.
 *
 * Objects and arrays are copied and frozen, functions left out; built-in objects (dates, maps) are cloned as
 * `structuredClone` does. Throws what a getter throws, and a RangeError for data nested deeper than the call stack.
 */
export function frozenCopy<T>(value: T): Readonly<T> {
  if (typeof value === "object" && value !== null && unchangeable.has(value)) return value;
  const copying: Copying = { seen: new Map(), isPlain: true };
  const copied = copy(value, copying) as Readonly<T>;
  if (copying.isPlain && typeof copied === "object" && copied !== null) unchangeable.add(copied);
  return copied;
}

interface Copying {
  /** Copies by what they are copies of. */
  readonly seen: Map<object, unknown>;
  /** False once something was cloned that cannot be frozen. */
  isPlain: boolean;
}

function copy(value: unknown, copying: Copying): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { seen } = copying;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    seen.set(value, items);
    for (const item of value) items.push(typeof item === "function" ? null : copy(item, copying));
    return Object.freeze(items);
  }
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    const clone: unknown = structuredClone(value);
    copying.isPlain = false;
    seen.set(value, clone);
    return clone;
  }
  const fields: Record<string, unknown> = {};
  seen.set(value, fields);
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === "function") continue;
    const kept = copy(entry, copying);
    // Plain assignment of this one key would change the prototype instead of adding a field.
    if (key === "__proto__") Object.defineProperty(fields, key, { value: kept, enumerable: true });
    else fields[key] = kept;
  }
  return Object.freeze(fields);
}
