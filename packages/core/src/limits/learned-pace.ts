/** Calls per second until an answer shows how quick the server is (convention). */
const FIRST_PACE = 10;
/** Before the first refusal the pace doubles every so many answers, the first ones aside: a low limit shows in those (convention). */
const ANSWERS_PER_DOUBLING = 8;
/** How much a new answer moves what is taken for the usual time of one (convention). */
const NEW_ANSWER_SHARE = 0.5;
/** Above this many calls per second starts are not spaced: concurrency alone decides (convention). */
const UNSPACED_PACE = 4000;
/** The share of a measured allowance that is used, so that a late timer is no refusal (convention). */
const USED_SHARE = 0.95;
/** The same for the first measurement: what a full bucket gave away at the beginning is counted in it (convention). */
const FIRST_SHARE = 0.88;
/** What is left of a learned pace that is refused again before there is enough to measure (convention). */
const VAGUE_SHARE = 0.75;
/** Such refusals leave one call in twice the longest wait that was asked for, which is taken to be this long at least (convention). */
const SHORTEST_LONG_WAIT_MS = 100;
/** Answers at a learned pace before a faster one is tried (convention). */
const ANSWERS_BEFORE_GROWTH = 16;
/** The first raise of a learned pace; each further one without a refusal is twice as large (convention). */
const FIRST_RAISE = 0.03;
const LARGEST_RAISE = 0.5;
/** Waits are often rounded up to whole seconds; and no allowance is taken to be for less than one (convention). */
const SECOND_MS = 1000;
/** Starts that are remembered to measure an allowance with. */
const REMEMBERED_STARTS = 512;
/** Calls that must have been taken between two pauses to measure an allowance by them alone (convention). */
const ENOUGH_TAKEN = 4;

/** A call as the pace knows it: the number it started with, and when. */
export interface PacedCall {
  readonly number: number;
  readonly startedAt: number;
  /** True when the pace had it wait. */
  readonly wasPaced: boolean;
}

/**
 * How many calls a second an endpoint takes, learned from its refusals.
 *
 * Before the first refusal the pace doubles every few answers. A refusal with a wait gives the allowance: the calls that were
 * taken since the last pause, over the time until the server takes calls again. After that calls are spaced evenly a little
 * below it, and the pace is raised again in small steps while nothing is refused.
 */
export class LearnedPace {
  /** Calls per second. */
  #pace = FIRST_PACE;
  #isLearned = false;
  #hasResumed = false;
  /** How long an answer takes, the last ones above all. */
  #usualMs = 0;
  #lastStartedAt = Number.NEGATIVE_INFINITY;
  #nextStartAt = Number.NEGATIVE_INFINITY;
  /** Calls that were not refused: those since the last pause, and those before it while these are few. */
  #stretch: PacedCall[] = [];
  /** The number of the call that ended the last pause. */
  #pausedAt = 0;
  #firstRefused: PacedCall | undefined;
  #longestWaitMs = SHORTEST_LONG_WAIT_MS;
  #answers = 0;
  #raise = FIRST_RAISE;

  get perSecond(): number {
    return this.#pace >= UNSPACED_PACE ? Number.POSITIVE_INFINITY : this.#pace;
  }

  /** Whether a refusal has shown the allowance. */
  get isLearned(): boolean {
    return this.#isLearned;
  }

  delayMs(now: number): number {
    return this.perSecond === Number.POSITIVE_INFINITY ? 0 : Math.max(0, this.#nextStartAt - now);
  }

  started(call: PacedCall): void {
    this.#lastStartedAt = call.startedAt;
    this.#stretch.push(call);
    if (this.#stretch.length > 2 * REMEMBERED_STARTS) this.#stretch = this.#stretch.slice(-REMEMBERED_STARTS);
    const interval = 1000 / this.#pace;
    // A timer that fired a little late does not lower a learned pace.
    const planned = this.#isLearned ? this.#nextStartAt + interval : 0;
    this.#nextStartAt = planned > call.startedAt ? planned : call.startedAt + interval;
  }

  /** The pause is over: what is taken from this call on is counted anew. */
  resumed(call: PacedCall): void {
    this.#pausedAt = call.number;
    this.#hasResumed = true;
    this.#nextStartAt = Math.max(this.#nextStartAt, call.startedAt + 1000 / this.#pace);
    this.#firstRefused = undefined;
    this.#answers = 0;
  }

  answered(call: PacedCall, now: number): void {
    if (!this.#isLearned) {
      this.#warmUp(Math.max(1, now - call.startedAt));
      this.#nextStartAt = Math.min(this.#nextStartAt, this.#lastStartedAt + 1000 / this.#pace);
      return;
    }
    if (!call.wasPaced || ++this.#answers < ANSWERS_BEFORE_GROWTH) return;
    this.#answers = 0;
    this.#pace *= 1 + this.#raise;
    this.#raise = Math.min(LARGEST_RAISE, this.#raise * 2);
  }

  // At first one call after the other, so that a low limit costs few refusals; then ever more at a time.
  #warmUp(latencyMs: number): void {
    this.#usualMs += (latencyMs - this.#usualMs) * (this.#answers++ === 0 ? 1 : NEW_ANSWER_SHARE);
    const doublings = Math.max(0, this.#answers - ANSWERS_PER_DOUBLING) / ANSWERS_PER_DOUBLING;
    this.#pace = Math.max(FIRST_PACE, (USED_SHARE * 1000) / this.#usualMs) * 2 ** doublings;
  }

  /**
   * @param waitMs - How long the server is left alone.
   * @param isAsked - The server has named that wait.
   */
  refused(call: PacedCall, waitMs: number, isAsked: boolean, now: number): void {
    if (isAsked) this.#longestWaitMs = Math.max(this.#longestWaitMs, waitMs);
    if (this.#firstRefused === undefined || call.number < this.#firstRefused.number) this.#firstRefused = call;
    this.#stretch = this.#stretch.filter(({ number }) => number !== call.number);
    const allowed = this.#allowance(this.#firstRefused.number, waitMs, now);
    // When not even the first call was taken, nothing is measured.
    if (allowed.perSecond === 0) return;
    this.#raise = FIRST_RAISE;
    this.#answers = 0;
    const measured = (this.#hasResumed ? USED_SHARE : FIRST_SHARE) * allowed.perSecond;
    // A server that refuses by chance is not to be called ever more slowly than it asks to be.
    const lowered = this.#isLearned ? Math.min(measured, VAGUE_SHARE * this.#pace) : measured;
    this.#pace = allowed.isVague ? Math.max(500 / this.#longestWaitMs, lowered) : measured;
    this.#isLearned = true;
    this.#nextStartAt = now;
  }

  /** Calls a second that were taken in the busiest stretch up to the refusal, the wait that it cost included. */
  #allowance(firstRefused: number, waitMs: number, now: number): { perSecond: number; isVague: boolean } {
    const rounding = waitMs > 0 && waitMs % SECOND_MS === 0 ? SECOND_MS : 0;
    const sincePause = this.#stretch.filter(({ number }) => number >= this.#pausedAt);
    // Calls from before the pause count only while there are few after it: a burst that was taken once is no allowance.
    const isVague = sincePause.filter(({ number }) => number < firstRefused).length < ENOUGH_TAKEN;
    if (!isVague) this.#stretch = sincePause;
    const taken = this.#stretch.filter(({ number }) => number < firstRefused);
    const perSecond = taken.reduce((busiest, { startedAt }, index) => {
      const periodMs = Math.max(SECOND_MS, waitMs, now - startedAt + waitMs - rounding);
      return Math.max(busiest, ((taken.length - index) * 1000) / periodMs);
    }, 0);
    return { perSecond, isVague };
  }
}
