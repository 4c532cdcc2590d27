import {
  checkOptions,
  DEFAULT_DRAWS,
  DEFAULT_LEVEL,
  type Interval,
  MIN_INTERVAL_VALUES,
  mean,
  openShare,
  percentileInterval,
  requireFinite,
  resamplingStream,
} from "@whileai/core";
import { type ClusterSum, sumsByCluster } from "./cluster-sums.js";
import type { ClusterKey } from "./cluster-values.js";
import { type ResamplingOptions, resamplingRules } from "./resampling-options.js";
import { requireSameLength } from "./same-length.js";

/** Options of {@link clusterBootstrapInterval}. */
export interface ClusterBootstrapOptions extends ResamplingOptions {
  /** Default 0.95. */
  readonly level?: number | undefined;
}

/**
 * The percentile bootstrap interval of a mean of values, resampling whole clusters (Davison and Hinkley 1997, section
 * 3.8; Cameron, Gelbach and Miller 2008). A cluster drawn twice counts with all its values twice. A value whose cluster
 * is null stands alone.
 *
 * Depends on the seed but not on the order of the values. Null below three clusters. Throws an `OptionError` for a value
 * that is not finite or lists of unequal length.
 *
 * Wrong when: clusters are few: with fewer than about 20, percentiles are too narrow and
 * {@link clusterRobustInterval}, with its t quantile, is the better one.
 *
 * @param values - One value for each task.
 * @param clusters - The cluster of each task, in the same order.
 *
 * @example
 * clusterBootstrapInterval([1, 1, 0, 0, 1, 0.5, 1], ["a", "a", "b", "b", "c", "c", null]);
 */
export function clusterBootstrapInterval(
  values: readonly number[],
  clusters: readonly ClusterKey[],
  options: ClusterBootstrapOptions = {},
): Interval | null {
  checkOptions("clusterBootstrapInterval", options, { ...resamplingRules, level: openShare });
  requireFinite("clusterBootstrapInterval", "values", values);
  requireSameLength("clusterBootstrapInterval", "clusters", clusters.length, values.length);
  const { draws = DEFAULT_DRAWS, seed = 0, level = DEFAULT_LEVEL } = options;
  const centre = mean(values);
  if (centre === null) return null;
  const sums = sumsByCluster(values, clusters, centre);
  if (sums.length < MIN_INTERVAL_VALUES) return null;
  const stream = resamplingStream(seed, "cluster-bootstrap");
  const means = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    let [count, sum] = [0, 0];
    for (let index = 0; index < sums.length; index++) {
      const cluster = sums[stream.integer(sums.length)] as ClusterSum;
      count += cluster.count;
      sum += cluster.sum;
    }
    means[draw] = centre + sum / count;
  }
  return percentileInterval(means.sort(), level);
}
