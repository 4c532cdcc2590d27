import { mean } from "@whileai/core";

/** What a cluster is called; null or undefined stands alone. */
export type ClusterKey = string | number | null | undefined;

/** What is known of each task, gathered by cluster. */
export function byCluster<T>(clusters: readonly ClusterKey[], known: (index: number) => T): T[][] {
  const found = new Map<ClusterKey | object, T[]>();
  for (const [index, cluster] of clusters.entries()) {
    const key = cluster ?? {};
    const members = found.get(key);
    if (members) members.push(known(index));
    else found.set(key, [known(index)]);
  }
  return [...found.values()];
}

/**
 * One value for each cluster, whose mean is the mean over all tasks and whose standard error is the cluster-robust one:
 * SE² = G/(G-1) Σ (sum of a cluster's residuals)² / n² (Miller 2024; Cameron and Miller 2015). Any interval of a mean of
 * these values is one over clusters. Clusters of one size give their means; others may lie outside the tasks' range.
 */
export function clusterValues(clusters: readonly ClusterKey[], values: ArrayLike<number>): number[] {
  const groups = byCluster(clusters, (index) => values[index] as number);
  const centre = mean(values) ?? 0;
  return groups.map((members) => {
    const own = mean(members) as number;
    const weight = (members.length * groups.length) / values.length;
    return own === centre ? centre : own * weight + centre * (1 - weight);
  });
}
