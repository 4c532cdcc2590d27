import { type Interval, invertTail, normalTwoSidedTail } from "@whileai/core";
import { normalLowerTail } from "../inference/normal-lower-tail.js";

/** The z with P(Z ≤ z) = share; a bootstrap needs fewer digits than core's tables for it have. */
const normalDeviate = (share: number): number =>
  share < 0.5 ? -invertTail(normalTwoSidedTail, 2 * share) : invertTail(normalTwoSidedTail, 2 - 2 * share);

/**
 * The bias-corrected percentile interval (Efron 1987, without acceleration): where the draws lie mostly on one side of
 * the estimate, as near a border of the model, the percentiles move the other way.
 */
export function biasCorrectedInterval(draws: Float64Array, estimate: number, level: number): Interval {
  const ascending = Float64Array.from(draws).sort();
  const count = ascending.length;
  let below = 0;
  let equal = 0;
  for (const draw of ascending) {
    if (draw < estimate) below++;
    else if (draw === estimate) equal++;
  }
  // Half a draw on either side keeps the shift finite.
  const share = Math.min(Math.max((below + equal / 2) / count, 0.5 / count), 1 - 0.5 / count);
  const shift = 2 * normalDeviate(share);
  const at = (z: number) =>
    ascending[Math.min(count - 1, Math.max(0, Math.floor(normalLowerTail(z) * count)))] as number;
  const reach = normalDeviate((1 + level) / 2);
  return { low: at(shift - reach), high: at(shift + reach) };
}
