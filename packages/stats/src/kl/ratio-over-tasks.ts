import { type Interval, MIN_INTERVAL_VALUES, tQuantile } from "@whileai/core";
import { sortedSum } from "../inference/sorted-sum.js";

/** A sum and the number of tokens it is over. */
export interface TokenSum {
  readonly sum: number;
  readonly tokens: number;
}

/** A mean per token with its interval over tasks. */
export interface TokenMean {
  /** Null without a token. */
  readonly mean: number | null;
  /** 95%, with tasks as the independent units; null below three tasks. */
  readonly ci95: Interval | null;
}

/**
 * Σ sums / Σ tokens over tasks, with the cluster-robust interval of a ratio: residuals sumₜ - ratio·tokensₜ add up
 * within tasks, SE² = G/(G-1)·Σ residual²/(Σ tokens)², and Student's t with G - 1 degrees of freedom (Cameron and
 * Miller 2015; Miller 2024).
 */
export function ratioOverTasks(tasks: readonly TokenSum[]): TokenMean {
  const tokens = sortedSum(tasks.map((task) => task.tokens));
  if (tokens === 0) return { mean: null, ci95: null };
  const mean = sortedSum(tasks.map(({ sum }) => sum)) / tokens;
  const groups = tasks.length;
  if (groups < MIN_INTERVAL_VALUES) return { mean, ci95: null };
  const squares = sortedSum(tasks.map((task) => (task.sum - mean * task.tokens) ** 2));
  const half = (tQuantile(groups - 1) * Math.sqrt((groups / (groups - 1)) * squares)) / tokens;
  return { mean, ci95: { low: mean - half, high: mean + half } };
}
