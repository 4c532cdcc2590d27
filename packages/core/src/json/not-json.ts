import { isRecord } from "./json.js";

/** A place inside a value that JSON cannot hold. */
export interface NotJson {
  /** Where it stands: `markers.m`, `steps[2].logprob`; "" for the value itself. */
  readonly field: string;
  /** What stands there, in words. */
  readonly found: string;
  /** True for NaN and the infinities. */
  readonly isNumber: boolean;
}

const at = (field: string, key: string): string => (field === "" ? key : `${field}.${key}`);

/**
 * The first thing in a value that JSON cannot hold without changing it: NaN, an infinity, a bigint, a function, a
 * symbol, or a value that contains itself. Absent (`undefined`) fields of objects are fine, they are just not written.
 *
 * @example
 * notJson({ markers: { m: Number.NaN } }); // { field: "markers.m", found: "NaN", isNumber: true }
 */
export function notJson(value: unknown): NotJson | undefined {
  return search(value, "", new Set());
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
  above.add(value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const bad = search(value[index], `${field}[${index}]`, above);
      if (bad) return bad;
    }
  } else if (isRecord(value)) {
    for (const key of Object.keys(value)) {
      const bad = search(value[key], at(field, key), above);
      if (bad) return bad;
    }
  }
  above.delete(value);
  return undefined;
}
