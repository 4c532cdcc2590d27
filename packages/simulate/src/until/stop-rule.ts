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
    return confidenceSequence(values, { level: this.level }).at(-1) ?? null;
  }

  isEnough(values: readonly number[]): boolean {
    const interval = this.interval(values);
    if (interval === null) return false;
    const { low, high } = interval;
    if ((high - low) / 2 <= this.#halfWidth) return true;
    return this.#against !== undefined && (low > this.#against || high < this.#against);
  }

  /**
   * The fewest rollouts of a task, up to k, after which its interval can be enough: values that are all alike narrow it
   * most. Undefined when k are too few.
   */
  firstDecision(k: number): number | undefined {
    for (let count = 1; count <= k; count++) {
      if (this.isEnough(Array(count).fill(0)) || this.isEnough(Array(count).fill(1))) return count;
    }
    return undefined;
  }
}
