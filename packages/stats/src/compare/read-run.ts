import { type RowLike, requireRows } from "@whileai/core";
import { MetricTally } from "../metric/metric-tally.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import type { TaskValueDifference } from "./compare-runs-types.js";
import { type DeclaredChange, declaredFacts } from "./declared-change.js";
import { differingStamps, RunFacts } from "./run-facts.js";

/** Below this share of shared tasks, the sides are mostly about different situations. */
export const MIN_PAIRED_SHARE = 0.5;
/** Stamps that make a difference unreadable; others only warn, and a new policy version is what one compares. */
const MUST_AGREE: readonly string[] = ["user_model", "writer_model", "prompt_hash"];

/** Values and facts of one run, from one pass over its rows. */
export interface Run {
  readonly values: ReadonlyMap<string, TaskValues>;
  readonly facts: RunFacts;
}

/** Reads a run; throws an `OptionError`, in the name of `call`, for what is no list of rows or no metric. */
export function readRun(
  call: string,
  rows: Iterable<RowLike>,
  metrics: readonly string[],
  clusters: TaskClusters | null,
): Run {
  const tally = new MetricTally(call, metrics);
  const facts = new RunFacts(clusters);
  for (const row of requireRows(call, rows)) {
    if (!tally.add(row)) continue;
    facts.stamps.add(row);
    facts.add(row);
  }
  return { values: tally.values(), facts };
}

/** Facts in which two runs differ and that were not declared as changed. */
export interface UndeclaredFacts {
  /** Most tasks are on one side only. */
  readonly situations: boolean;
  /** Stamps that make the runs not comparable, and those that only warn. */
  readonly notComparable: readonly string[];
  readonly differing: readonly string[];
}

/** Compares how two runs were made. */
export function undeclaredFacts(
  a: Run,
  b: Run,
  { pairedShare, nOnlyA, nOnlyB }: TaskValueDifference,
  changed: readonly DeclaredChange[] = [],
): UndeclaredFacts {
  const declared = declaredFacts(changed);
  const stamps = differingStamps(a.facts, b.facts).filter(
    (stamp) => stamp !== "policy_version" && !declared.has(stamp),
  );
  return {
    situations: (pairedShare ?? 1) < MIN_PAIRED_SHARE && nOnlyA + nOnlyB > 0 && !declared.has("situations"),
    notComparable: stamps.filter((stamp) => MUST_AGREE.includes(stamp)),
    differing: stamps.filter((stamp) => !MUST_AGREE.includes(stamp)),
  };
}
