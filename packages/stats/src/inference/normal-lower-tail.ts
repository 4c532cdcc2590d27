import { normalTwoSidedTail } from "@whileai/core";

/** P(Z ≤ z) for a standard normal Z, accurate in the lower tail. */
export const normalLowerTail = (z: number): number =>
  z > 0 ? 1 - normalTwoSidedTail(z) / 2 : normalTwoSidedTail(z) / 2;
