import { requireCounts } from "./check-numbers.js";

/** McNemar's test on pairs that disagree. */
export interface McnemarResult {
  /** Exact two-sided p-value. */
  readonly p: number;
  /** The mid-p variant, which keeps its level better and costs less power. */
  readonly midP: number;
  /** Pairs that disagree: only these carry evidence. */
  readonly nDiscordant: number;
}

/** P(X ≤ upTo) and P(X = upTo) for X ~ Binomial(n, 1/2), summed in logarithms so that large n do not underflow early. */
function binomialHalf(n: number, upTo: number): { cumulated: number; last: number } {
  let logTerm = n * Math.log(0.5);
  let cumulated = Math.exp(logTerm);
  for (let count = 1; count <= upTo; count++) {
    logTerm += Math.log((n - count + 1) / count);
    cumulated += Math.exp(logTerm);
  }
  return { cumulated, last: Math.exp(logTerm) };
}

/**
 * McNemar's exact test (1947) for paired 0/1 outcomes: is one side right alone more often than the other? Two-sided,
 * with the mid-p variant. No disagreement gives p = 1. Throws an `OptionError` unless both are counts.
 *
 * @param onlyFirst - Pairs where only the first side is right.
 * @param onlySecond - Pairs where only the second side is right.
 *
 * @example
 * mcnemar(18, 6); // p 0.0227, midP 0.0147
 */
export function mcnemar(onlyFirst: number, onlySecond: number): McnemarResult {
  requireCounts("mcnemar", { onlyFirst, onlySecond });
  const nDiscordant = onlyFirst + onlySecond;
  const { cumulated, last } = binomialHalf(nDiscordant, Math.min(onlyFirst, onlySecond));
  const p = Math.min(1, 2 * cumulated);
  if (nDiscordant === 0) return { p, midP: 1, nDiscordant };
  // With as many either way, the observed outcome is in both tails; it still counts half.
  return { p, midP: onlyFirst === onlySecond ? 1 - last / 2 : p - last, nDiscordant };
}
