/** How far two numbers may be apart: within `abs`, or within `rel` of the expected one. Neither given: equal. */
export interface Tolerance {
  readonly abs?: number | undefined;
  readonly rel?: number | undefined;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A value as a failure shows it: short JSON, with the numbers that JSON lacks spelled out. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  const plain = value instanceof Map ? Object.fromEntries(value) : value;
  const text = JSON.stringify(plain, (_, entry) =>
    typeof entry === "number" && !Number.isFinite(entry) ? String(entry) : entry,
  );
  return text === undefined ? String(value) : text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function numbersAgree(actual: number, expected: number, { abs = 0, rel = 0 }: Tolerance): boolean {
  if (Object.is(actual, expected) || actual === expected) return true;
  return Math.abs(actual - expected) <= Math.max(abs, rel * Math.abs(expected));
}

const lookUp = (holder: object, key: string): unknown =>
  holder instanceof Map ? holder.get(key) : Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;

/**
 * Every place where `actual` does not hold what `expected` says, as "`path`: expected …, got …".
 *
 * Objects are partial: only the keys of `expected` are looked at, and an expected null also accepts an absent key.
 * Lists must have the same length. Numbers agree within the tolerance. A Map is read like an object.
 *
 * @example
 * differences({ passAt1: 0.5, k: 4 }, { passAt1: 0.6 }); // ["passAt1: expected 0.6, got 0.5"]
 */
export function differences(actual: unknown, expected: unknown, tolerance: Tolerance = {}, path = ""): string[] {
  const complain = () => [`${path || "value"}: expected ${showValue(expected)}, got ${showValue(actual)}`];
  if (typeof expected === "number")
    return typeof actual === "number" && numbersAgree(actual, expected, tolerance) ? [] : complain();
  if (expected === null) return actual === null || actual === undefined ? [] : complain();
  if (!isObject(expected)) return Object.is(actual, expected) ? [] : complain();
  if (!isObject(actual)) return complain();
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return complain();
    return expected.flatMap((entry, index) => differences(actual[index], entry, tolerance, `${path}[${index}]`));
  }
  return Object.entries(expected).flatMap(([key, entry]) =>
    differences(lookUp(actual, key), entry, tolerance, path ? `${path}.${key}` : key),
  );
}
