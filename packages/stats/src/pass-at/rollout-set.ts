import { NumberColumn } from "./number-column.js";

/** Bits of a word. */
const WORD = 32;

/** A set of rollouts, named by task, evaluation run and index: a bit each. */
export class RolloutSet {
  /** The first run is often the only one: its first word of each task is a number in a column, all others are in a Map. */
  #firstRun: string | undefined;
  readonly #firstWords = new NumberColumn();
  readonly #otherWords = new Map<string, number>();

  /** Says whether a rollout was in and, given `isIn`, puts it in or takes it out. */
  had(task: number, run: string, index: number, isIn?: boolean): boolean {
    this.#firstRun ??= run;
    const bit = 1 << index;
    const key = run === this.#firstRun && index < WORD ? "" : `${task}/${Math.floor(index / WORD)}/${run}`;
    const word = key === "" ? this.#firstWords.at(task) : (this.#otherWords.get(key) ?? 0);
    const wasIn = (word & bit) !== 0;
    if (wasIn === (isIn ?? wasIn)) return wasIn;
    if (key === "") this.#firstWords.set(task, word ^ bit);
    else this.#otherWords.set(key, word ^ bit);
    return wasIn;
  }
}
