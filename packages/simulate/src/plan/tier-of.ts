import type { Tier } from "./situation.js";

const TIERS: Readonly<Record<string, Tier>> = {
  ambiguous: "ambiguous",
  unsure: "ambiguous",
  boundary: "boundary",
  conflicting: "boundary",
  adversarial: "adversarial",
};

/** How hard a stance makes a situation. */
export const tierOf = (stance: string): Tier => TIERS[stance] ?? "ordinary";
