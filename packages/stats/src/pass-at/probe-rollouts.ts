/** A rollout among the first ones of its run. */
export interface ProbeRollout {
  readonly index: number;
  readonly label: 0 | 1 | null;
  readonly reward: number | null;
}

/** The first rollouts of one evaluation run of a task that was probed, by index; ungraded ones keep their place. */
export class ProbeRollouts {
  readonly kept: ProbeRollout[] = [];
  #planned = 0;

  /** Keeps a rollout if it is among the first `probe`. */
  add(label: 0 | 1 | null, reward: number | null, rolloutIndex: number | null, probe: number): void {
    const { kept } = this;
    const index = rolloutIndex ?? this.#planned;
    this.#planned++;
    const rollout = { index, label, reward };
    const same = kept.findIndex((other) => other.index === index);
    if (same >= 0) {
      if (kept[same]?.reward === null) kept[same] = rollout;
      return;
    }
    const later = kept.findIndex((other) => other.index > index);
    kept.splice(later < 0 ? kept.length : later, 0, rollout);
    if (kept.length > probe) kept.length = probe;
  }
}
