/**
 * Units of work one comparison may cost; a unit is about two microseconds. Counted, never timed, so that a verdict is the
 * same on every machine. Convention: a fifth of a second, twenty times what the dearest of 8,000 ordinary pairs costs.
 */
export const WORK_LIMIT = 120_000;

/** Thrown where a comparison would cost more than it may, or a number is larger than is worked with. */
export class TooMuchWork extends Error {}

/** Counts the work of one comparison and ends it at the limit. */
export class Work {
  readonly limit: number;
  spent = 0;

  constructor(limit = WORK_LIMIT) {
    this.limit = limit;
  }

  /** True when nothing more can be computed. */
  get isSpent(): boolean {
    return this.spent > this.limit;
  }

  /** Counts `units` more; throws {@link TooMuchWork} past the limit. */
  spend(units: number): void {
    this.spent += units;
    if (this.spent > this.limit) throw new TooMuchWork();
  }
}
