import { byCluster, type ClusterKey } from "./cluster-values.js";
import { sortedSum } from "./sorted-sum.js";

/** How many values a cluster holds and what they add up to. */
export interface ClusterSum {
  readonly count: number;
  readonly sum: number;
}

/** The values of each cluster, less `centre`, added up; in an order that depends on neither that of the values nor names. */
export function sumsByCluster(
  values: readonly number[],
  clusters: readonly ClusterKey[],
  centre: number,
): ClusterSum[] {
  return byCluster(clusters, (index) => (values[index] as number) - centre)
    .map((group) => ({ count: group.length, sum: sortedSum(group) }))
    .sort((left, right) => left.sum - right.sum || left.count - right.count);
}
