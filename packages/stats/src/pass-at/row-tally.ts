import { binaryLabel, isRecord, scalarReward, toNumber } from "@whileai/core";
import { type GroupReader, groupReader } from "../metric/group-reader.js";
import { readableNumber } from "../metric/readable-number.js";
import { type TaskClusters, taskClusters } from "../metric/task-clusters.js";
import type { TaskOutcome } from "./estimate-k-way.js";
import { type ProbePlan, planName } from "./probe-plan.js";
import { rolloutPlace } from "./rollout-place.js";
import { RunConfigTally } from "./run-config.js";
import { TaskTallies } from "./task-tallies.js";

/** The field that says which tasks are alike, where nobody said what to cluster by. */
export const CLUSTER_FIELD = "semantic_cluster";

const unaskedCluster = /* @__PURE__ */ groupReader(CLUSTER_FIELD);

/** Everything `passAt` needs to know about its rows, gathered one row at a time. */
export class RowTally {
  readonly tasks = new TaskTallies();
  /** Null where tasks are independent. */
  readonly clusters: TaskClusters | null;
  readonly config = new RunConfigTally();
  readonly counts = { nRows: 0, nPartial: 0, nSkipped: 0, nDuplicates: 0, nUnkeyed: 0 };
  judged = 0;
  judgedOk = 0;
  /** Largest k among plans that stop on outcomes; 0 without one. */
  planK = 0;
  /** Whether rows of two tasks name one cluster, and nobody asked to count them so. */
  sharesClusters = false;
  readonly #taskOfCluster = new Map<string, number>();
  readonly #outcomes = new Map<number, TaskOutcome>();
  readonly #plans = new Set<string>();
  #graded = 0;
  #firstReward: number | null = null;
  #sameReward = true;

  constructor(clusterBy?: GroupReader) {
    this.clusters = taskClusters(clusterBy);
  }

  add(row: unknown): void {
    if (!isRecord(row)) {
      this.counts.nSkipped++;
      return;
    }
    const place = rolloutPlace(row);
    const label = binaryLabel(row);
    const reward = readableNumber(scalarReward(row));
    const task = this.tasks.number(place.task);
    if (!this.tasks.add(task, { label, reward }, place)) {
      this.counts.nDuplicates++;
      return;
    }
    if (this.clusters) this.clusters.add(row);
    else this.#findSharedClusters(task, unaskedCluster(row));
    this.config.add(row);
    if (place.task === "") this.counts.nUnkeyed++;
    if (label !== null) this.counts.nRows++;
    else if (toNumber(row.reward) !== null) this.counts.nPartial++;
    if (typeof row.judge_status === "string") {
      this.judged++;
      if (row.judge_status === "ok") this.judgedOk++;
    }
    if (reward !== null) this.#countReward(reward);
    this.#countPlan(place.plan);
  }

  #findSharedClusters(task: number, name: string | null): void {
    if (name === null) return;
    const first = this.#taskOfCluster.get(name);
    if (first === undefined) this.#taskOfCluster.set(name, task);
    else if (first !== task) this.sharesClusters = true;
  }

  /** What a task showed: one object for all tasks that showed the same, because tasks may be millions. */
  outcome(task: number): TaskOutcome {
    const [rollouts, passes] = [this.tasks.rollouts(task), this.tasks.passes(task)];
    const cluster = this.clusters?.of(this.tasks.keys[task] as string) ?? null;
    if (cluster !== null) return { rollouts, passes, cluster };
    // Passes are at most rollouts, so each pair has a number of its own.
    const pair = (rollouts * (rollouts + 1)) / 2 + passes;
    let outcome = this.#outcomes.get(pair);
    if (outcome === undefined) {
      outcome = { rollouts, passes, cluster };
      this.#outcomes.set(pair, outcome);
    }
    return outcome;
  }

  #countReward(reward: number): void {
    this.#graded++;
    if (this.#firstReward === null) this.#firstReward = reward;
    else if (this.#firstReward !== reward) this.#sameReward = false;
  }

  #countPlan(plan: ProbePlan | null): void {
    this.#plans.add(planName(plan));
    if (plan !== null) this.planK = Math.max(this.planK, plan.k);
  }

  /** The one reward that all rows share, when at least two have one. */
  get onlyReward(): number | null {
    return this.#graded >= 2 && this.#sameReward ? this.#firstReward : null;
  }

  /** Whether rows came from different plans, one of which stops on outcomes. */
  get mixedPlans(): boolean {
    return this.#plans.size > 1;
  }
}
