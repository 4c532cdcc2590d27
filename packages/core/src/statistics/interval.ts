/** A closed interval of a number. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The level of intervals where none is given. Convention. */
export const DEFAULT_LEVEL = 0.95;

/** Fewest values an interval over tasks is given for. Convention: two tasks say nothing about the third. */
export const MIN_INTERVAL_VALUES = 3;
