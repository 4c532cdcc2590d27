/**
 * Vectors spell numbers that JSON cannot hold as `{"$num": "NaN"}`, `{"$num": "Infinity"}` and `{"$num": "-Infinity"}`.
 * Gives a copy of the value with those replaced by the numbers.
 *
 * @example
 * decodeNumbers({ reward: { $num: "NaN" } }); // { reward: NaN }
 */
export function decodeNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeNumbers);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === "$num") return Number(entries[0][1]);
  const decoded: Record<string, unknown> = {};
  // A key may be "__proto__"; assignment would set the prototype.
  for (const [key, entry] of entries)
    Object.defineProperty(decoded, key, {
      value: decodeNumbers(entry),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return decoded;
}
