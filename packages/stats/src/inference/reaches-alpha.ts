/** Share of alpha that float error may add: 1 - 0.95 is a little more than 0.05, and other levels a little less. */
const ROUNDING = 1e-9;

/**
 * Whether a p-value is small enough. What equals alpha up to float error is; at an alpha of 0 nothing is, however small.
 *
 * @example
 * reachesAlpha(0.05, 1 - 0.95); // true
 */
export const reachesAlpha = (p: number, alpha: number): boolean => alpha > 0 && p <= alpha * (1 + ROUNDING);
