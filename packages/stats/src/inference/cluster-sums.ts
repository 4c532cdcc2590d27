/** What a cluster is called; null or undefined stands alone. */
export type ClusterKey = string | number | null | undefined;

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
  const members = new Map<string | number, number[]>();
  const groups: number[][] = [];
  for (const [index, value] of values.entries()) {
    const key = clusters[index];
    const group = key === null || key === undefined ? undefined : members.get(key);
    if (group !== undefined) {
      group.push(value - centre);
      continue;
    }
    const started = [value - centre];
    groups.push(started);
    if (key !== null && key !== undefined) members.set(key, started);
  }
  return groups
    .map((group) => ({
      count: group.length,
      sum: Float64Array.from(group)
        .sort()
        .reduce((total, value) => total + value, 0),
    }))
    .sort((left, right) => left.sum - right.sum || left.count - right.count);
}
