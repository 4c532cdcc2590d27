import type { Run } from "../compare/read-run.js";
import { RunFacts } from "../compare/run-facts.js";
import { PASS_AT_1 } from "../metric/metric-name.js";
import { MetricTally } from "../metric/metric-tally.js";
import type { TaskClusters } from "../metric/task-clusters.js";
import type { TaskValues } from "../metric/task-values.js";
import { type RunConfig, RunConfigTally } from "../pass-at/run-config.js";
import type { WireRow } from "./survey-rows.js";

/** Rows that carry a reply, and those of them that say something to the user. */
export interface ReplyCounts {
  readonly total: number;
  readonly answered: number;
}

/** One side of a report, from one pass over its rows. */
export interface Side extends Run {
  readonly config: RunConfig;
  readonly replies: ReplyCounts;
  /** Rollouts behind a task's rate: of a plan that stops on outcomes, the probes alone. */
  readonly k: number;
}

/** The k of plans that stop on outcomes; 0 without one. */
const plannedGroup = ({ plans }: TaskValues): number =>
  Math.max(0, ...plans.map((plan) => Number(plan.split("/")[1] ?? 0)));

function smallestGroup({ perTask }: TaskValues): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const { count } of perTask.values()) if (count >= 2 && count < smallest) smallest = count;
  return Number.isFinite(smallest) ? smallest : 1;
}

/** Reads the values, the facts and the configuration of one side. */
export function readSide(rows: readonly WireRow[], metrics: readonly string[], clusters: TaskClusters | null): Side {
  const tally = new MetricTally("deltaReport", [PASS_AT_1, ...metrics.filter((metric) => metric !== PASS_AT_1)]);
  const config = new RunConfigTally();
  const facts = new RunFacts(clusters, config.stamps);
  for (const row of rows) {
    if (!tally.add(row)) continue;
    config.add(row);
    facts.add(row);
  }
  const values = tally.values();
  const passes = values.get(PASS_AT_1) as TaskValues;
  return {
    values,
    facts,
    // The k that `passAt` would choose.
    config: config.config(passes.perTask.size, plannedGroup(passes) || smallestGroup(passes)),
    replies: config.replies,
    k: smallestGroup(passes),
  };
}
