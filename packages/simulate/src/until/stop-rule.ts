import { confidenceSequence, type Interval } from "@whileai/core";
import type { UntilOptions } from "../options/until-options.js";

/** Convention. */
const DEFAULT_LEVEL = 0.95;

/** Says when an interval is enough. */
export class StopRule {
  readonly level: number;
  readonly #halfWidth: number;
  readonly #against: number | undefined;

  constructor(until: UntilOptions) {
    this.level = until.level ?? DEFAULT_LEVEL;
    this.#halfWidth = until.halfWidth ?? 0;
    this.#against = until.decidedAgainst;
  }

  /**
   * The interval of the mean of values from 0 to 1, in the order they were drawn: valid however often one looks. Null for
   * no values.
   */
  interval(values: readonly number[]): Interval | null {
    return this.#intervals(values).at(-1) ?? null;
  }

  isEnough(values: readonly number[]): boolean {
    const interval = this.interval(values);
    return interval !== null && this.#decides(interval);
  }

  /**
   * The fewest rollouts of a task, up to k, after which its interval can be enough: values that are all alike narrow it
   * most. Undefined when k are too few.
   */
  firstDecision(k: number): number | undefined {
    const alike = [0, 1].map((value) => this.#intervals(Array<number>(k).fill(value)));
    const first = alike
      .map((intervals) => intervals.findIndex((interval) => this.#decides(interval)))
      .filter((index) => index >= 0);
    return first.length === 0 ? undefined : Math.min(...first) + 1;
  }

  #intervals(values: readonly number[]): readonly Interval[] {
    return confidenceSequence(values, { level: this.level });
  }

  #decides({ low, high }: Interval): boolean {
    if ((high - low) / 2 <= this.#halfWidth) return true;
    return this.#against !== undefined && (low > this.#against || high < this.#against);
  }
}
