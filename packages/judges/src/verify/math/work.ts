/**
 * Units of work one comparison may cost; a unit is about half a microsecond. Counted, never timed, so that a verdict is the
 * same on every machine; convention, well under a second.
 */
export const WORK_LIMIT = 500_000;

/** Thrown where a comparison would cost more than it may. */
export class TooMuchWork extends Error {}

/** Counts the work of one comparison and ends it at the limit. */
export class Work {
  readonly limit: number;
  spent = 0;

  constructor(limit = WORK_LIMIT) {
    this.limit = limit;
  }

  /** Counts `units` more; throws {@link TooMuchWork} past the limit. */
  spend(units: number): void {
    this.spent += units;
    if (this.spent > this.limit) throw new TooMuchWork();
  }
}
