import type { Note } from "@whileai/core";
import { markerOf } from "../metric/metric-name.js";
import type { TaskValues } from "../metric/task-values.js";
import { dueNotes, type NoteParts } from "../notes/note-parts.js";
import { repeatedRollouts } from "../notes/repeated-rollouts.js";
import type { TaskValueDifference } from "./compare-runs-types.js";
import type { DifferenceMethod } from "./difference-interval.js";
import { MIN_PAIRED_SHARE, type UndeclaredFacts } from "./read-run.js";

/** Fewer clusters than this make cluster-robust errors too small (Cameron and Miller 2015). */
export const FEW_CLUSTERS = 20;

/** What the notes of a comparison are told from. */
export interface CompareNoteFacts {
  readonly minPaired: number;
  readonly interval: DifferenceMethod;
  readonly undeclared: UndeclaredFacts;
  readonly sameReplies: boolean;
  /** Tasks whose rows name more than one cluster. */
  readonly nTorn: number;
}

/** What is worth knowing of one run's values. */
export const sideNotes = (values: TaskValues, side: string): NoteParts[] => {
  const { metric, nPartial, nNotRows, isPresent, nSkipped } = values;
  return [
    [nPartial > 0, "partial_rewards", `${side}: ${nPartial} rewards not 0 or 1 left out (mean_reward reads them)`],
    repeatedRollouts(values, `${side}: `),
    [nNotRows > 0, "not_rows", `${side}: ${nNotRows} entries left out, no rows`],
    [markerOf(metric) !== null && !isPresent && nSkipped > 0, "metric_missing", `${side}: no row has ${metric}`],
  ];
};

/** What is worth knowing of the clusters that evidence was counted by. */
export const clusterNotes = (nTorn: number, nClusters: number | null): NoteParts[] => [
  [nTorn > 0, "torn_clusters", `${nTorn} tasks name several clusters`],
  [nClusters !== null && nClusters < FEW_CLUSTERS, "few_clusters", `${nClusters} clusters: errors may be too small`],
];

/** The notes of a comparison, in their fixed order. */
export function compareNotes(
  a: TaskValues,
  b: TaskValues,
  difference: TaskValueDifference,
  facts: CompareNoteFacts,
): Note[] {
  const { paired, nPaired, nOnlyA, nOnlyB, pairedShare, intervalMethod, nClusters } = difference;
  const { notComparable, differing } = facts.undeclared;
  const dropped = paired && nOnlyA + nOnlyB > 0;
  const [plansA, plansB] = [a.plans.join(), b.plans.join()];
  return dueNotes([
    [!paired, "unpaired", `${nPaired} shared tasks, pairs need ${facts.minPaired}: compared as two samples`],
    [dropped, "dropped_unpaired_tasks", `tasks of one side left out: ${nOnlyA} of a, ${nOnlyB} of b`],
    [dropped && (pairedShare ?? 0) < MIN_PAIRED_SHARE, "mostly_unpaired", "under half of all tasks are shared"],
    [notComparable.length > 0, "not_comparable", `not declared as changed: ${notComparable}`, undefined, "error"],
    [differing.length > 0, "runs_differ", `not declared as changed: ${differing}`],
    [facts.sameReplies, "same_replies", "both sides hold the same replies and rewards"],
    [
      plansA !== plansB && plansA !== "" && plansB !== "",
      "different_plans",
      `sampling plans differ: a ${plansA}, b ${plansB}`,
    ],
    ...sideNotes(a, "a"),
    ...sideNotes(b, "b"),
    ...clusterNotes(facts.nTorn, nClusters),
    [
      intervalMethod === "t" && facts.interval !== "t",
      "interval_method",
      "the interval is Student's t",
      undefined,
      "info",
    ],
  ]);
}
