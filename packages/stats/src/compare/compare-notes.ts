import type { Note } from "@whileai/core";
import { markerOf } from "../metric/metric-name.js";
import type { TaskValues } from "../metric/task-values.js";
import type { TaskValueDifference } from "./compare-runs-types.js";
import type { DifferenceMethod } from "./difference-interval.js";
import type { UndeclaredFacts } from "./read-run.js";

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

type NoteParts = readonly [when: boolean, code: string, message: string, severity?: Note["severity"]];

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
  const ofSide = ({ nPartial, nDuplicates, nNotRows, isPresent, nSkipped }: TaskValues, side: string): NoteParts[] => [
    [nPartial > 0, "partial_rewards", `${side}: ${nPartial} rewards not 0 or 1 left out (mean_reward reads them)`],
    [nDuplicates > 0, "duplicate_rollouts", `${side}: ${nDuplicates} repeated rollouts left out`],
    [nNotRows > 0, "not_rows", `${side}: ${nNotRows} entries left out, no rows`],
    [markerOf(a.metric) !== null && !isPresent && nSkipped > 0, "metric_missing", `${side}: no row has ${a.metric}`],
  ];
  const notes: NoteParts[] = [
    [!paired, "unpaired", `${nPaired} shared tasks, pairs need ${facts.minPaired}: compared as two samples`],
    [dropped, "dropped_unpaired_tasks", `tasks of one side left out: ${nOnlyA} of a, ${nOnlyB} of b`],
    [dropped && (pairedShare ?? 0) < 0.5, "mostly_unpaired", "under half of all tasks are shared"],
    [notComparable.length > 0, "not_comparable", `undeclared: ${notComparable.join(", ")} differ`, "error"],
    [differing.length > 0, "runs_differ", `undeclared: ${differing.join(", ")} differ`],
    [facts.sameReplies, "same_replies", "both sides hold the same replies and rewards"],
    [
      plansA !== plansB && plansA !== "" && plansB !== "",
      "different_plans",
      `sampling plans differ: a ${plansA}, b ${plansB}`,
    ],
    ...ofSide(a, "a"),
    ...ofSide(b, "b"),
    [facts.nTorn > 0, "torn_clusters", `${facts.nTorn} tasks name several clusters`],
    [nClusters !== null && nClusters < FEW_CLUSTERS, "few_clusters", `${nClusters} clusters: errors may be too small`],
    [intervalMethod === "t" && facts.interval !== "t", "interval_method", "the interval is Student's t", "info"],
  ];
  return notes
    .filter(([when]) => when)
    .map(([, code, message, severity = "warning"]): Note => ({ code, severity, message }));
}
