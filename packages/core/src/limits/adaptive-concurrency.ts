/**
 * How many calls an endpoint takes at a time, learned from its refusals: halved when it refuses one, at most once for the
 * calls that were in flight together, and raised by about one for each round of answers. Never below 1; without a refusal
 * there is no limit.
 */
export class AdaptiveConcurrency {
  #limit = Number.POSITIVE_INFINITY;
  /** Calls up to this one saw the limit that has been halved already. */
  #lastOfWindow = -1;
  #answered = 0;

  get limit(): number {
    return this.#limit;
  }

  /** @param inFlight - Calls in flight at that moment, without the one that was answered. */
  answered(inFlight: number): void {
    // A limit that is not reached is not the one to raise.
    if (this.#limit === Number.POSITIVE_INFINITY || inFlight + 1 < this.#limit) return;
    if (++this.#answered < this.#limit) return;
    this.#limit++;
    this.#answered = 0;
  }

  /**
   * @param call - The number of the refused call; calls are numbered as they start.
   * @param latest - The number of the call that started last.
   * @param inFlight - Calls in flight when the refusal came, the refused one included.
   * @param needed - Calls in flight that the learned pace needs; the pace is what holds back there.
   */
  refused(call: number, latest: number, inFlight: number, needed: number): void {
    if (call <= this.#lastOfWindow) return;
    this.#lastOfWindow = latest;
    this.#limit = Math.max(1, needed, Math.floor(Math.min(this.#limit, inFlight) / 2));
    this.#answered = 0;
  }
}
