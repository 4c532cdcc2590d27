/** A 0 or 1 that is a number; null for anything else. Booleans, texts and fractions are no labels. */
export function exactLabel(value: unknown): 0 | 1 | null {
  if (value === 1) return 1;
  return value === 0 ? 0 : null;
}
