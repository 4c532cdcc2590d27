import { mean, taskKey } from "@whileai/core";
import { byCluster, clusterValues } from "../inference/cluster-values.js";
import { type GroupReader, groupReader } from "./group-reader.js";

/**
 * Which tasks are related, as the rows of all runs that are looked at together name their clusters, and what their values
 * say once related ones count as one. A task is in one cluster, whichever run it is played in.
 */
export class TaskClusters {
  readonly #names = new Map<string, string>();
  readonly #torn = new Set<string>();
  readonly #read: (row: Readonly<Record<string, unknown>>) => string | null;

  constructor(clusterBy: GroupReader) {
    this.#read = groupReader(clusterBy);
  }

  add(row: Readonly<Record<string, unknown>>): void {
    const name = this.#read(row);
    if (name === null) return;
    const task = taskKey(row);
    const known = this.#names.get(task);
    if (known !== undefined && known !== name) this.#torn.add(task);
    // The least of several names, so that the order of the rows and runs plays no part.
    if (known === undefined || name < known) this.#names.set(task, name);
  }

  /** Tasks whose rows name more than one cluster. */
  get nTorn(): number {
    return this.#torn.size;
  }

  /** The cluster of a task; null for one of its own. */
  of(task: string): string | null {
    return this.#names.get(task) ?? null;
  }

  #clustersOf(tasks: readonly string[]): (string | null)[] {
    return tasks.map((task) => this.of(task));
  }

  count(tasks: readonly string[]): number {
    return byCluster(this.#clustersOf(tasks), () => null).length;
  }

  /** One value for each cluster, with the mean of the tasks' values. */
  values(tasks: readonly string[], values: readonly number[]): number[] {
    return clusterValues(this.#clustersOf(tasks), values);
  }

  /** The sum of each cluster's values: what chance may turn around as a whole. */
  sums(tasks: readonly string[], values: readonly number[]): number[] {
    return byCluster(this.#clustersOf(tasks), (index) => values[index] as number).map(
      (members) => (mean(members) as number) * members.length,
    );
  }
}

/** Clusters to gather; null where tasks are independent. */
export const taskClusters = (clusterBy: GroupReader | undefined): TaskClusters | null =>
  clusterBy === undefined ? null : new TaskClusters(clusterBy);
