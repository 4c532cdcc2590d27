/** A place inside a value that JSON cannot hold. */
export interface NotJson {
  /** Where it stands: `markers.m`, `steps[2].logprob`; "" for the value itself. */
  readonly field: string;
  /** What stands there, in words. */
  readonly found: string;
  /** True for NaN and the infinities. */
  readonly isNumber: boolean;
}

/** Deepest nesting; Python's reader gives up near a thousand. */
const MAX_DEPTH = 500;

const at = (field: string, key: string): string => (field === "" ? key : `${field}.${key}`);

/**
 * The first thing in a value that JSON cannot hold without changing it: NaN, an infinity, a bigint, a function, a
 * symbol, an object of a built-in class that JSON would empty (a Map, an Error), a value that contains itself, or nesting
 * that readers refuse. Fine are dates, written as text, and `undefined`: a field is left out, an item becomes null.
 *
 * @example
 * notJson({ markers: { m: Number.NaN } }); // { field: "markers.m", found: "NaN", isNumber: true }
 */
export function notJson(value: unknown): NotJson | undefined {
  return isPlain(value, 0) ? undefined : search(value, "", new Set());
}

/** The usual case, looked at without keeping track of where one is: plain data all the way. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return typeof value === "string" || typeof value === "boolean" || value === undefined;
  if (value === null) return true;
  if (depth >= MAX_DEPTH || Symbol.toStringTag in value) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isPlain(value[index], depth + 1)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key of Object.keys(value)) {
    if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

function search(value: unknown, field: string, above: Set<object>): NotJson | undefined {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? undefined : { field, found: String(value), isNumber: true };
    case "bigint":
      return { field, found: `the bigint ${value}`, isNumber: false };
    case "function":
    case "symbol":
      return { field, found: `a ${typeof value}`, isNumber: false };
    case "object":
      return value === null ? undefined : searchInside(value, field, above);
    default:
      return undefined;
  }
}

function searchInside(value: object, field: string, above: Set<object>): NotJson | undefined {
  if (above.has(value)) return { field, found: "a value that contains itself", isNumber: false };
  if (above.size >= MAX_DEPTH) return { field, found: `nested deeper than ${MAX_DEPTH} levels`, isNumber: false };
  above.add(value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const bad = search(value[index], `${field}[${index}]`, above);
      if (bad) return bad;
    }
  } else {
    const found = emptiedClass(value);
    if (found !== undefined) return { field, found, isNumber: false };
    for (const [key, entry] of Object.entries(value)) {
      const bad = search(entry, at(field, key), above);
      if (bad) return bad;
    }
  }
  above.delete(value);
  return undefined;
}

/** What a value is, when it is of a built-in class whose content JSON does not write. */
function emptiedClass(value: object): string | undefined {
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (name === "Date") return Number.isNaN((value as Date).getTime()) ? "an invalid Date" : undefined;
  return name === "Object" ? undefined : `an object of class ${name}`;
}
