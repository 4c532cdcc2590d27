import { derive } from "@whileai/core";

/** How often a conversation is shorter, and how often longer, than its own mean; the Python package's convention. */
const SHORTER_SHARE = 0.15;
const LONGER_SHARE = 0.15;
/** Turns of the mean for each turn that a conversation is shorter or longer; the Python package has 12 give or take 2. */
const MEAN_PER_SPREAD = 6;

/**
 * How many user turns a conversation has, the prompt included: at least 1, and `mean` on average over seeds. A mean between
 * two whole numbers is either of them; 15% of conversations are then shorter and 15% longer, by one turn, or by a sixth of
 * the mean where that is more.
 *
 * @example
 * drawUserTurns(7, 3); // 2, 3 or 4
 */
export function drawUserTurns(seed: number, mean: number): number {
  const stream = derive(seed, "user-turns");
  const whole = Math.floor(mean) + (stream.uniform() < mean - Math.floor(mean) ? 1 : 0);
  // Never below one turn, and as far up as down, so that the mean stays what was asked for.
  const spread = Math.min(Math.max(1, Math.round(mean / MEAN_PER_SPREAD)), whole - 1);
  const drawn = stream.uniform();
  if (drawn < SHORTER_SHARE) return whole - spread;
  return drawn < SHORTER_SHARE + LONGER_SHARE ? whole + spread : whole;
}
