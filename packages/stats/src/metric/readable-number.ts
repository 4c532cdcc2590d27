import { LARGEST_NUMBER } from "@whileai/core";

/** The number where statistics can be formed of it; null for none, NaN, infinities and what is beyond all measuring. */
export const readableNumber = (value: number | null): number | null =>
  value !== null && Math.abs(value) <= LARGEST_NUMBER ? value : null;
