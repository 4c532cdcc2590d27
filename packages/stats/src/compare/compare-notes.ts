import type { Note, NoteSeverity } from "@whileai/core";
import { markerOf } from "../metric/metric-name.js";
import type { TaskValues } from "../metric/task-values.js";
import type { CompareRunsOptions } from "./compare-runs-types.js";
import type { TaskValueDifference } from "./compare-task-values.js";

/** Fewer clusters than this make cluster-robust errors too small (Cameron and Miller 2015). */
const FEW_CLUSTERS = 20;

/** What the notes of a comparison are told from. */
export interface CompareNoteFacts {
  readonly options: CompareRunsOptions;
  readonly minPaired: number;
  /** Undeclared stamps that differ and only warn. */
  readonly differing: readonly string[];
  readonly notComparable: readonly string[];
  readonly sameReplies: boolean;
  /** Tasks whose rows name more than one cluster or stratum, and tasks without any. */
  readonly nTorn: number;
  readonly nUngrouped: number;
}

const note = (code: string, severity: NoteSeverity, message: string, fix?: string): Note =>
  fix === undefined ? { code, severity, message } : { code, severity, message, fix };

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;

function taskNotes({ paired, nPaired, nOnlyA, nOnlyB, pairedShare }: TaskValueDifference, minPaired: number): Note[] {
  if (!paired)
    return [
      note(
        "unpaired",
        "warning",
        `${count(nPaired, "shared task")}, pairs need ${minPaired}: the sides are compared as two samples`,
        "Run both sides on the same tasks.",
      ),
    ];
  if (nOnlyA + nOnlyB === 0) return [];
  const message = `${count(nOnlyA, "task")} of a alone and ${nOnlyB} of b alone left out of the difference`;
  const dropped = note("dropped_unpaired_tasks", "warning", message, "`combined` uses them where it can.");
  if (pairedShare === null || pairedShare >= 0.5) return [dropped];
  return [dropped, note("mostly_unpaired", "warning", "less than half of all tasks are shared")];
}

function rowNotes(values: TaskValues, side: "a" | "b"): Note[] {
  const notes: Note[] = [];
  if (values.nPartial > 0)
    notes.push(
      note(
        "partial_rewards",
        "warning",
        `${count(values.nPartial, "row")} of ${side} with a reward that is neither 0 nor 1 left out`,
        'metric: "mean_reward" reads them.',
      ),
    );
  if (values.nDuplicates > 0)
    notes.push(
      note(
        "duplicate_rollouts",
        "warning",
        `${count(values.nDuplicates, "row")} of ${side} repeating a task's rollout_index left out`,
        "Stamp `lineage.eval_run` when the same tasks were run again.",
      ),
    );
  if (markerOf(values.metric) !== null && !values.isPresent && values.nSkipped > 0)
    notes.push(note("metric_missing", "warning", `no row of ${side} has ${values.metric}`));
  if (values.nNotRows > 0) notes.push(note("not_rows", "warning", `${values.nNotRows} entries of ${side} are no rows`));
  return notes;
}

function planNotes(a: TaskValues, b: TaskValues): Note[] {
  const differ = a.plans.join() !== b.plans.join() && a.plans.length > 0 && b.plans.length > 0;
  if (!differ) return [];
  const message = `rows were sampled under different plans (a: ${a.plans.join(", ")}; b: ${b.plans.join(", ")})`;
  return [note("different_plans", "warning", message, "Sample both sides alike; pass@1 is read from the probes.")];
}

function groupNotes({ nGroups }: TaskValueDifference, { options, nTorn, nUngrouped }: CompareNoteFacts): Note[] {
  const kind = options.clusterBy === undefined ? "stratum" : "cluster";
  const notes: Note[] = [];
  if (nTorn > 0)
    notes.push(note("torn_groups", "warning", `${count(nTorn, "task")} with rows of more than one ${kind}`));
  if (nUngrouped > 0) {
    const counted = kind === "cluster" ? "each counts as its own" : "counted as one";
    notes.push(note("ungrouped_tasks", "warning", `${count(nUngrouped, "task")} without a ${kind}, ${counted}`));
  }
  if (kind === "cluster" && nGroups !== null && nGroups < FEW_CLUSTERS)
    notes.push(
      note("few_clusters", "warning", `${count(nGroups, "cluster")}: errors are too small below ${FEW_CLUSTERS}`),
    );
  return notes;
}

function methodNotes({ intervalMethod }: TaskValueDifference, { options }: CompareNoteFacts): Note[] {
  const fellBack = intervalMethod === "t" && options.interval !== "t";
  return fellBack
    ? [note("interval_method", "info", "the interval is Student's t: the one asked for has no answer here")]
    : [];
}

/** The notes of a comparison, in their fixed order. */
export function compareNotes(
  a: TaskValues,
  b: TaskValues,
  difference: TaskValueDifference,
  facts: CompareNoteFacts,
): Note[] {
  const { notComparable, differing } = facts;
  const notes = taskNotes(difference, facts.minPaired);
  const stamps = notComparable.filter((fact) => fact !== "situations");
  if (stamps.length > 0)
    notes.push(note("not_comparable", "error", `the runs differ in ${stamps.join(", ")}, undeclared`));
  if (differing.length > 0)
    notes.push(note("runs_differ", "warning", `the runs differ in ${differing.join(", ")}`, "Declare it: `changed`."));
  if (facts.sameReplies)
    notes.push(
      note(
        "same_replies",
        "warning",
        "both sides hold the same replies and rewards",
        "Check that one run was not given twice.",
      ),
    );
  return [
    ...notes,
    ...planNotes(a, b),
    ...rowNotes(a, "a"),
    ...rowNotes(b, "b"),
    ...groupNotes(difference, facts),
    ...methodNotes(difference, facts),
  ];
}
