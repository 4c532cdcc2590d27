import { abortableSleep, type Sleep } from "../backend/retry.js";

/** Where limits get the time from and how they wait; replaced in tests. */
export interface Clock {
  /** Milliseconds since some moment; never goes back. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

export const SYSTEM_CLOCK: Clock = { now: () => performance.now(), sleep: abortableSleep };
