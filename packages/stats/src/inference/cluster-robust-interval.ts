import { checkOptions, DEFAULT_LEVEL, MIN_INTERVAL_VALUES, openShare, requireFinite } from "@whileai/core";
import { sumsByCluster } from "./cluster-sums.js";
import type { ClusterKey } from "./cluster-values.js";
import { requireSameLength } from "./same-length.js";
import { sampleMoments } from "./sample-moments.js";
import { sortedSum } from "./sorted-sum.js";
import { type EstimateInterval, tInterval } from "./t-interval.js";

/** An interval whose standard error counts clusters as the independent units. */
export interface ClusterRobustInterval extends EstimateInterval {
  readonly nClusters: number;
  /** Squared standard error over that of independent values; null where the values do not differ. */
  readonly designEffect: number | null;
}

/**
 * The mean of values with a cluster-robust standard error (CR1): the residuals of a cluster are added up before they are
 * squared, SE² = G/(G-1) × (1/n²) × Σ (Σ residuals)², with the t quantile at G - 1 degrees of freedom. For tasks that
 * restate one another or share a document (Miller 2024, arXiv:2411.00640; Cameron and Miller 2015, Journal of Human
 * Resources 50). A value whose cluster is null stands alone.
 *
 * Null below three clusters. Throws an `OptionError` for a value that is not finite or lists of unequal length. The mean
 * is over values, so large clusters weigh more.
 *
 * Wrong when: clusters are few (below about 20) or of very unequal size: the interval is then too narrow; clusters cross
 * (use {@link twoWayInterval} for tasks and runs).
 *
 * @param values - One value for each task.
 * @param clusters - The cluster of each task, in the same order.
 *
 * @example
 * clusterRobustInterval([1, 1, 0, 0, 1, 0.5], ["a", "a", "b", "b", "c", "c"])?.nClusters; // 3
 */
export function clusterRobustInterval(
  values: readonly number[],
  clusters: readonly ClusterKey[],
  options: { readonly level?: number | undefined } = {},
): ClusterRobustInterval | null {
  checkOptions("clusterRobustInterval", options, { level: openShare });
  requireFinite("clusterRobustInterval", "values", values);
  requireSameLength("clusterRobustInterval", "clusters", clusters.length, values.length);
  if (values.length === 0) return null;
  const { n, mean, variance } = sampleMoments(values);
  const sums = sumsByCluster(values, clusters, mean);
  const nClusters = sums.length;
  if (nClusters < MIN_INTERVAL_VALUES) return null;
  const factor = nClusters / (nClusters - 1) / n ** 2;
  const squaredError = factor * sortedSum(sums.map(({ sum }) => sum * sum));
  return {
    ...tInterval(mean, Math.sqrt(squaredError), nClusters - 1, options.level ?? DEFAULT_LEVEL),
    nClusters,
    designEffect: variance === 0 ? null : squaredError / (variance / n),
  };
}
