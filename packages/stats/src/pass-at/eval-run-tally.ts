import { IndexSet } from "./index-set.js";

/** A rollout among the first ones of its run. */
export interface ProbeRollout {
  readonly index: number;
  readonly label: 0 | 1 | null;
  readonly reward: number | null;
}

/** One evaluation run of one task, where a bit for each of its first rollouts is not enough. */
export class EvalRunTally {
  readonly #graded = new IndexSet();
  #ungraded: Set<number> | undefined;
  #planned = 0;
  /** The first rollouts by index, at most as many as the plan's probe; ungraded ones keep their place. */
  readonly probes: ProbeRollout[] = [];

  isRepeat(index: number): boolean {
    this.#ungraded?.delete(index);
    return !this.#graded.add(index);
  }

  /** Notes a rollout that came without a grade; it may still come with one. */
  expect(index: number): void {
    if (this.#graded.has(index)) return;
    this.#ungraded ??= new Set();
    this.#ungraded.add(index);
  }

  get nUngraded(): number {
    return this.#ungraded?.size ?? 0;
  }

  keepProbe(rollout: Omit<ProbeRollout, "index">, rolloutIndex: number | null, probe: number): void {
    const index = rolloutIndex ?? this.#planned;
    this.#planned++;
    const { probes } = this;
    const kept = { index, label: rollout.label, reward: rollout.reward };
    const same = probes.findIndex((other) => other.index === index);
    if (same >= 0) {
      if (probes[same]?.reward === null) probes[same] = kept;
      return;
    }
    const later = probes.findIndex((other) => other.index > index);
    probes.splice(later < 0 ? probes.length : later, 0, kept);
    if (probes.length > probe) probes.length = probe;
  }
}
