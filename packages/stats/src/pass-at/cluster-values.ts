import { mean } from "@whileai/core";

/** What may belong to a cluster of related tasks. */
export interface Clustered {
  /** The cluster's name; null for a task that is its own cluster. */
  readonly cluster: string | null;
}

/** What is known of each task, gathered by cluster. */
export function byCluster<T>(tasks: readonly Clustered[], known: (index: number) => T): T[][] {
  const found = new Map<string | number, T[]>();
  for (const [index, { cluster }] of tasks.entries()) {
    const members = found.get(cluster ?? index);
    if (members) members.push(known(index));
    else found.set(cluster ?? index, [known(index)]);
  }
  return [...found.values()];
}

/**
 * One value for each cluster, whose mean is the mean over all tasks and whose standard error is the cluster-robust one:
 * SE² = G/(G-1) Σ (sum of a cluster's residuals)² / n² (Miller 2024; Cameron and Miller 2015). Any interval of a mean of
 * these values is one over clusters. Clusters of one size give their means; others may lie outside the tasks' range.
 */
export function clusterValues(tasks: readonly Clustered[], values: ArrayLike<number>): number[] {
  const clusters = byCluster(tasks, (index) => values[index] as number);
  const centre = mean(values) ?? 0;
  return clusters.map((members) => {
    const own = mean(members) as number;
    const weight = (members.length * clusters.length) / values.length;
    return own === centre ? centre : own * weight + centre * (1 - weight);
  });
}
