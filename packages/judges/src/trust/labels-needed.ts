import { wilsonInterval } from "@whileai/core";

/**
 * The fewest labels at which the same agreement would reach the floor with the lower end of its 95% interval; null when
 * the rate itself does not, or when more than `most` would be needed.
 *
 * @example
 * labelsNeeded(1, 0.8, 200); // 16
 */
export function labelsNeeded(agreement: number, floor: number, most: number): number | null {
  if (agreement <= floor) return null;
  for (let n = 1; n <= most; n++) if ((wilsonInterval(agreement * n, n)?.low ?? 0) >= floor) return n;
  return null;
}
