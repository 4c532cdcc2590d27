import { IndexSet } from "./index-set.js";
import type { ProbePlan } from "./probe-plan.js";

/** What one row says about its task. */
export interface Outcome {
  /** Pass, fail, or null when the row says neither. */
  readonly label: 0 | 1 | null;
  /** The reward as a number, fractions included; null when there is none. */
  readonly reward: number | null;
  readonly rolloutIndex: number | null;
  /** Which evaluation run the row belongs to; "" when it does not say. */
  readonly run: string;
  readonly plan: ProbePlan | null;
}

interface ProbeRollout {
  readonly index: number;
  readonly label: 0 | 1 | null;
  readonly reward: number | null;
}

/** One evaluation run of one task. */
class EvalRunTally {
  readonly #graded = new IndexSet();
  #ungraded: Set<number> | undefined;
  #planned = 0;
  /** The first rollouts by index, at most `probe` of them; ungraded ones keep their place. */
  readonly probes: ProbeRollout[] = [];

  isRepeat(index: number): boolean {
    this.#ungraded?.delete(index);
    return !this.#graded.add(index);
  }

  /** Notes a rollout that came without a grade; it may still come with one. */
  expect(index: number): void {
    if (this.#graded.has(index)) return;
    this.#ungraded ??= new Set();
    this.#ungraded.add(index);
  }

  get nUngraded(): number {
    return this.#ungraded?.size ?? 0;
  }

  keepProbe({ label, reward, rolloutIndex }: Outcome, probe: number): void {
    const index = rolloutIndex ?? this.#planned;
    this.#planned++;
    const same = this.probes.findIndex((rollout) => rollout.index === index);
    if (same >= 0) {
      if (this.probes[same]?.reward === null) this.probes[same] = { index, label, reward };
      return;
    }
    const later = this.probes.findIndex((rollout) => rollout.index > index);
    this.probes.splice(later < 0 ? this.probes.length : later, 0, { index, label, reward });
    if (this.probes.length > probe) this.probes.length = probe;
  }
}

/** One thing over some of a task's rollouts, as a sum and a count. */
export interface RolloutSum {
  readonly sum: number;
  readonly count: number;
}

const meanOf = ({ sum, count }: RolloutSum): number | null => (count === 0 ? null : sum / count);

/** Counts of one task. Its size depends on the number of evaluation runs, not on the number of rows. */
export class TaskTally {
  /** Rollouts with a pass or fail. */
  rollouts = 0;
  passes = 0;
  /** The smallest probe among the task's plans; 0 when all its rollouts were planned from the start. */
  probe = 0;
  /** The cluster that the task's rows name, the first by spelling where they disagree; null without one. */
  cluster: string | null = null;
  /** Rows that can never get a pass or fail: a fraction, or no reward and no index that another row could share. */
  #neither = 0;
  #rewardSum = 0;
  #rewardLost = 0;
  #rewardCount = 0;
  readonly #runs = new Map<string, EvalRunTally>();

  #run(name: string): EvalRunTally {
    let run = this.#runs.get(name);
    if (run === undefined) {
      run = new EvalRunTally();
      this.#runs.set(name, run);
    }
    return run;
  }

  /** Counts a row; false when a graded row of the same run and rollout index was counted before. */
  add(outcome: Outcome): boolean {
    const { label, reward, rolloutIndex, plan } = outcome;
    const isGraded = label !== null || reward !== null;
    if (rolloutIndex !== null && isGraded && this.#run(outcome.run).isRepeat(rolloutIndex)) return false;
    if (rolloutIndex !== null && !isGraded) this.#run(outcome.run).expect(rolloutIndex);
    else if (label === null) this.#neither++;
    if (label !== null) {
      this.rollouts++;
      this.passes += label;
    }
    if (reward !== null) this.#addReward(reward);
    if (plan !== null) {
      this.probe = this.probe === 0 ? plan.probe : Math.min(this.probe, plan.probe);
      this.#run(outcome.run).keepProbe(outcome, plan.probe);
    }
    return true;
  }

  /** Adds with compensation: fractions then sum to the same number in any order. */
  #addReward(reward: number): void {
    const next = this.#rewardSum + reward;
    const isLarger = Math.abs(this.#rewardSum) >= Math.abs(reward);
    this.#rewardLost += isLarger ? this.#rewardSum - next + reward : reward - next + this.#rewardSum;
    this.#rewardSum = next;
    this.#rewardCount++;
  }

  #sumProbes(read: (rollout: ProbeRollout) => number | null): RolloutSum {
    const values: number[] = [];
    for (const { probes } of this.#runs.values())
      for (const rollout of probes.slice(0, this.probe)) {
        const value = read(rollout);
        if (value !== null) values.push(value);
      }
    // By size, so that fractions sum to the same number whichever run came first.
    values.sort((one, other) => one - other);
    return { sum: values.reduce((sum, value) => sum + value, 0), count: values.length };
  }

  /** Passes over the task's probes where later rollouts depended on them, else over all rollouts: its mean is unbiased. */
  passSum(): RolloutSum {
    if (this.probe === 0) return { sum: this.passes, count: this.rollouts };
    return this.#sumProbes(({ label }) => label);
  }

  /** Rewards over the same rollouts as {@link passSum}. */
  rewardSum(): RolloutSum {
    if (this.probe === 0) return { sum: this.#rewardSum + this.#rewardLost, count: this.#rewardCount };
    return this.#sumProbes(({ reward }) => reward);
  }

  /** Rollouts without a pass or fail among those that {@link passSum} reads. */
  nMissing(): number {
    if (this.probe > 0) return this.#sumProbes(({ label }) => (label === null ? 1 : null)).count;
    let missing = this.#neither;
    for (const run of this.#runs.values()) missing += run.nUngraded;
    return missing;
  }

  joinCluster(name: string): void {
    if (this.cluster === null || name < this.cluster) this.cluster = name;
  }

  passRate(): number | null {
    return meanOf(this.passSum());
  }

  meanReward(): number | null {
    return meanOf(this.rewardSum());
  }
}
