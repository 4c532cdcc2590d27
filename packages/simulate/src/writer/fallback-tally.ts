import type { Note } from "@whileai/core";

/** Counts, over a whole run, what a model was to word: what kept the grammar's text, and what a text does not show. */
export class FallbackTally {
  #kept = 0;
  #asked = 0;
  #failedCalls = 0;
  #firstFailure: string | undefined;
  readonly #dropped = new Map<string, number>();
  #situationsWithDropped = 0;

  /** Adds what became of one call. `failure` says what the call died of, if it did. */
  add(kept: number, asked: number, failure: string | undefined): void {
    this.#kept += kept;
    this.#asked += asked;
    if (failure === undefined) return;
    this.#failedCalls++;
    this.#firstFailure ??= failure;
  }

  /** Adds the axes that a model's text was to show and does not. */
  addDropped(axes: readonly string[]): void {
    if (axes.length > 0) this.#situationsWithDropped++;
    for (const axis of axes) this.#dropped.set(axis, (this.#dropped.get(axis) ?? 0) + 1);
  }

  /** At most two notes for the run; none where every text is the model's and shows what it was to show. */
  notes(): Note[] {
    return [...this.#keptNote(), ...this.#droppedNote()];
  }

  #keptNote(): Note[] {
    if (this.#kept === 0) return [];
    const calls = `${this.#failedCalls} ${this.#failedCalls === 1 ? "call" : "calls"} failed, the first with: ${this.#firstFailure}`;
    const cause = this.#firstFailure === undefined ? "the messages did not pass the checks" : calls;
    return [
      {
        code: "writer_fallback",
        severity: "warning",
        message: `${this.#kept} of ${this.#asked} situations kept the offline wording: ${cause}.`,
      },
    ];
  }

  #droppedNote(): Note[] {
    if (this.#situationsWithDropped === 0) return [];
    const each = [...this.#dropped].map(([axis, count]) => `${axis} ${count}`).join(", ");
    return [
      {
        code: "labels_dropped",
        severity: "info",
        message: `What ${this.#situationsWithDropped} of ${this.#asked} situations were to show is not in the model's words (${each}): those labels are left out, and those axes read "unspecified".`,
      },
    ];
  }
}
