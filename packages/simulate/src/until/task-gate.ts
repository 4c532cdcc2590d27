import type { Interval } from "@whileai/core";
import type { StopRule } from "./stop-rule.js";

/** Tasks between two looks: at least so many, and a tenth of those seen. Convention. */
const FEWEST_BETWEEN_LOOKS = 16;
const SHARE_BETWEEN_LOOKS = 0.1;

/**
 * Decides after which task a run has seen enough. Every task counts with one value, the mean reward of its first rollouts,
 * in the order of the plan. It looks at fixed numbers of tasks only, and no task beyond a look is opened before the look,
 * so the same tasks are played at any concurrency.
 */
export class TaskGate {
  readonly #rule: StopRule;
  /** Of each task in order: undefined until it is known, null when it has none. */
  readonly #values: (number | null | undefined)[] = [];
  #known = 0;
  #nextLook = FEWEST_BETWEEN_LOOKS;
  #isEnough = false;

  constructor(rule: StopRule) {
    this.#rule = rule;
  }

  /** True once a look said that enough is known. */
  get isEnough(): boolean {
    return this.#isEnough;
  }

  mayOpen(task: number): boolean {
    return !this.#isEnough && task < this.#nextLook;
  }

  /** Says what a task's first rollouts gave; null when none could be graded. */
  record(task: number, value: number | null): void {
    this.#values[task] = value;
    while (this.#values[this.#known] !== undefined) this.#known++;
    while (!this.#isEnough && this.#known >= this.#nextLook) {
      this.#isEnough = this.#rule.isEnough(this.#valuesOf(this.#nextLook));
      this.#nextLook += Math.max(FEWEST_BETWEEN_LOOKS, Math.floor(this.#nextLook * SHARE_BETWEEN_LOOKS));
    }
  }

  /** What is known of the pass rate, from the tasks that are known without a gap. */
  summary(): { readonly interval: Interval | null; readonly tasks: number; readonly ungraded: number } {
    const values = this.#valuesOf(this.#known);
    return { interval: this.#rule.interval(values), tasks: values.length, ungraded: this.#known - values.length };
  }

  #valuesOf(tasks: number): number[] {
    return this.#values.slice(0, tasks).filter((value): value is number => typeof value === "number");
  }
}
