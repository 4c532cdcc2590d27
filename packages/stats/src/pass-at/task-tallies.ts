import { NumberColumn } from "./number-column.js";
import { type ProbeRollout, ProbeRollouts } from "./probe-rollouts.js";
import type { RolloutPlace } from "./rollout-place.js";
import { RolloutSet } from "./rollout-set.js";

/** How a row's rollout ended. */
export interface Outcome {
  /** Pass, fail, or null when the row says neither. */
  readonly label: 0 | 1 | null;
  /** The reward as a number, fractions included; null when there is none. A pass has 1 and a fail 0. */
  readonly reward: number | null;
}

/** Where a row belongs within its task. */
export type PlaceInTask = Omit<RolloutPlace, "task">;

/** One thing over some of a task's rollouts, as a sum and a count. */
export interface RolloutSum {
  readonly sum: number;
  readonly count: number;
}

/**
 * Counts of all tasks of a run, a column for each count, because tasks may be millions. The size depends on the numbers
 * of tasks and evaluation runs, not on the number of rows.
 */
export class TaskTallies {
  /** The keys of the tasks in the order of first appearance: a task's number, its place in the columns, is its place here. */
  readonly keys: string[] = [];
  #numbers: Map<string, number> | undefined;
  readonly #rollouts = new NumberColumn();
  readonly #passes = new NumberColumn();
  /** Rewards that are neither pass nor fail: how many, their sum, and what rounding took from it. */
  readonly #partials = new NumberColumn();
  readonly #partialSum = new NumberColumn();
  readonly #partialLost = new NumberColumn();
  /** Rows without a reward that no other row can bring one for, because they have no rollout index. */
  readonly #unplaced = new NumberColumn();
  /** Rollouts by index that came with a grade, and those that still may come with one. */
  readonly #graded = new RolloutSet();
  readonly #ungraded = new RolloutSet();
  /** Those among the graded that passed. */
  readonly #passed = new RolloutSet();
  readonly #nUngraded = new NumberColumn();
  /** Rollouts of the evaluation runs of a task whose later rollouts depended on its first ones. */
  readonly #probes = new Map<number, Map<string, ProbeRollouts>>();
  /** Rows left out that pass where the one of their rollout that counts does not, or fail where it passed. */
  nContradicting = 0;
  /** The smallest probe among a task's plans; 0 when all its rollouts were planned from the start. */
  readonly #probe = new NumberColumn();

  /** The number of a task, a new one where the key is new. */
  number(key: string): number {
    this.#numbers ??= new Map(this.keys.map((known, task) => [known, task]));
    let task = this.#numbers.get(key);
    if (task === undefined) {
      task = this.keys.push(key) - 1;
      this.#numbers.set(key, task);
    }
    return task;
  }

  #keepProbe(task: number, { label, reward }: Outcome, { rolloutIndex, run }: PlaceInTask, probe: number): void {
    this.#probe.set(task, Math.min(this.#probe.at(task) || probe, probe));
    const runs = this.#probes.get(task) ?? new Map<string, ProbeRollouts>();
    const rollouts = runs.get(run) ?? new ProbeRollouts();
    rollouts.add(label, reward, rolloutIndex, probe);
    this.#probes.set(task, runs.set(run, rollouts));
  }

  /** Notes the grade of a rollout; false when it had one before. */
  #grade(task: number, run: string, index: number): boolean {
    if (this.#graded.had(task, run, index, true)) return false;
    if (this.#nUngraded.at(task) > 0 && this.#ungraded.had(task, run, index, false)) this.#nUngraded.add(task, -1);
    return true;
  }

  /** Notes a rollout that came without a grade; it may still come with one. */
  #expect(task: number, run: string, index: number): void {
    if (!this.#graded.had(task, run, index) && !this.#ungraded.had(task, run, index, true))
      this.#nUngraded.add(task, 1);
  }

  /**
   * Counts a row; false when a graded row of the same run and rollout index was counted before. Of rows that contradict each
   * other the first counts: where tasks were run again without a stamp, the first run's rate is unbiased, and that of each
   * rollout's worse (or better) end is not.
   */
  add(task: number, outcome: Outcome, place: PlaceInTask): boolean {
    const { label, reward } = outcome;
    const { rolloutIndex, run, plan } = place;
    if (reward !== null) {
      if (rolloutIndex !== null && !this.#grade(task, run, rolloutIndex)) {
        if (label !== null && this.#passed.had(task, run, rolloutIndex) !== (label === 1)) this.nContradicting++;
        return false;
      }
      if (label && rolloutIndex !== null) this.#passed.had(task, run, rolloutIndex, true);
      if (label === null) this.#addPartial(task, reward);
      else {
        this.#rollouts.add(task, 1);
        this.#passes.add(task, label);
      }
    } else if (rolloutIndex !== null) this.#expect(task, run, rolloutIndex);
    else this.#unplaced.add(task, 1);
    if (plan !== null) this.#keepProbe(task, outcome, place, plan.probe);
    return true;
  }

  /** Adds with compensation: fractions then sum to the same number in any order. */
  #addPartial(task: number, reward: number): void {
    const sum = this.#partialSum.at(task);
    const next = sum + reward;
    const lost = Math.abs(sum) >= Math.abs(reward) ? sum - next + reward : reward - next + sum;
    this.#partialSum.set(task, next);
    this.#partialLost.add(task, lost);
    this.#partials.add(task, 1);
  }

  #sumProbes(task: number, read: (rollout: ProbeRollout) => number | null): RolloutSum {
    const values: number[] = [];
    for (const { kept } of this.#probes.get(task)?.values() ?? [])
      for (const rollout of kept.slice(0, this.#probe.at(task))) {
        const value = read(rollout);
        if (value !== null) values.push(value);
      }
    // By size, so that fractions sum to the same number whichever run came first.
    values.sort((one, other) => one - other);
    return { sum: values.reduce((sum, value) => sum + value, 0), count: values.length };
  }

  /** Rollouts with a pass or fail. */
  rollouts(task: number): number {
    return this.#rollouts.at(task);
  }

  /** Passes among them. */
  passes(task: number): number {
    return this.#passes.at(task);
  }

  /** Passes over the task's probes where later rollouts depended on them, else over all rollouts: its mean is unbiased. */
  passSum(task: number): RolloutSum {
    if (this.#probe.at(task) === 0) return { sum: this.#passes.at(task), count: this.#rollouts.at(task) };
    return this.#sumProbes(task, ({ label }) => label);
  }

  /**
   * The pass rate of each task that has one. The Map of numbers becomes the Map of rates: beside it, a second one would be
   * most of the memory that a million tasks take. It is made again when a row follows.
   */
  passRates(): Map<string, number> {
    const rates = this.#numbers ?? new Map<string, number>();
    this.#numbers = undefined;
    for (const [task, key] of this.keys.entries()) {
      const { sum, count } = this.passSum(task);
      if (count > 0) rates.set(key, sum / count);
      else rates.delete(key);
    }
    return rates;
  }

  /** Rewards over the same rollouts as {@link passSum}. */
  rewardSum(task: number): RolloutSum {
    if (this.#probe.at(task) > 0) return this.#sumProbes(task, ({ reward }) => reward);
    return {
      sum: this.#passes.at(task) + (this.#partialSum.at(task) + this.#partialLost.at(task)),
      count: this.#rollouts.at(task) + this.#partials.at(task),
    };
  }

  /** Rollouts without a pass or fail among those that {@link passSum} reads. */
  nMissing(task: number): number {
    if (this.#probe.at(task) > 0) return this.#sumProbes(task, ({ label }) => (label === null ? 1 : null)).count;
    return this.#partials.at(task) + this.#unplaced.at(task) + this.#nUngraded.at(task);
  }
}
