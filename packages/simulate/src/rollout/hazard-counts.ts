/** How often prompts split after n unanimous rollouts, over the prompts seen so far. */
export class HazardCounts {
  readonly #seen = new Map<number, number>();
  readonly #split = new Map<number, number>();
  #probed = 0;
  #mixed = 0;

  record(rollouts: number, probe: number, isSplit: boolean): void {
    const before = rollouts - 1;
    if (rollouts === probe) this.#probed++;
    else {
      this.#seen.set(before, (this.#seen.get(before) ?? 0) + 1);
      if (isSplit) this.#split.set(before, (this.#split.get(before) ?? 0) + 1);
    }
    if (isSplit) this.#mixed++;
  }

  // The prior of a split after n unanimous rollouts is the rule of succession, 1 / (n + 2).
  isWorthOneMore(rollouts: number, probe: number): boolean {
    const seen = this.#seen.get(rollouts) ?? 0;
    const hazard = ((this.#split.get(rollouts) ?? 0) + 1 / (rollouts + 2)) / (seen + 1);
    return hazard > (this.#mixed + 1) / (this.#probed + 2) / probe;
  }
}
