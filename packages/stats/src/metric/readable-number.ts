/** Powers of larger numbers leave the range of doubles: no spread could be told from infinity. */
export const LARGEST_READABLE = 1e75;

/** The number where statistics can be formed of it; null for none, NaN, infinities and what is beyond all measuring. */
export const readableNumber = (value: number | null): number | null =>
  value !== null && Math.abs(value) <= LARGEST_READABLE ? value : null;
