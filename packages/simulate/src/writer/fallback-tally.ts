import type { Note } from "@whileai/core";

/** Counts, over a whole run, the situations that a model was to word and that kept the grammar's text. */
export class FallbackTally {
  #kept = 0;
  #asked = 0;
  #failedCalls = 0;
  #firstFailure: string | undefined;

  /** Adds what became of one call. `failure` says what the call died of, if it did. */
  add(kept: number, asked: number, failure: string | undefined): void {
    this.#kept += kept;
    this.#asked += asked;
    if (failure === undefined) return;
    this.#failedCalls++;
    this.#firstFailure ??= failure;
  }

  /** One note for the run, or none where every text was the model's. */
  notes(): Note[] {
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
}
