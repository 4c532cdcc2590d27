/**
 * Deals out a share of something along a sequence, so that every prefix holds it within one: the next place has it exactly
 * when that keeps the count nearest to the share.
 */
export class ShareMeter {
  readonly #share: number;
  #drawn = 0;
  #had = 0;

  /** @param share - 0 to 1. */
  constructor(share: number) {
    this.#share = share;
  }

  /** Whether the next place should have it. */
  get isDue(): boolean {
    return Math.floor((this.#drawn + 1) * this.#share + 0.5) > this.#had;
  }

  /** Tells what the next place got. */
  count(had: boolean): void {
    this.#drawn++;
    if (had) this.#had++;
  }
}
