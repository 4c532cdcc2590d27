import type { GradeOptions } from "./grade-options.js";

/** Calls back after every row; a callback that throws is noted and left alone from then on. */
export class ProgressReporter {
  readonly #onProgress: GradeOptions["onProgress"];
  readonly #total: number | null;
  #failure: { readonly error: unknown } | undefined;
  #done = 0;

  constructor(onProgress: GradeOptions["onProgress"], rows: unknown) {
    this.#onProgress = onProgress;
    this.#total = knownLength(rows);
  }

  /** What the callback threw. */
  get error(): unknown {
    return this.#failure?.error;
  }

  rowDone(): void {
    this.#done++;
    if (this.#onProgress === undefined || this.#failure !== undefined) return;
    try {
      this.#onProgress({ done: this.#done, total: this.#total });
    } catch (error) {
      this.#failure = { error };
    }
  }
}

function knownLength(rows: unknown): number | null {
  if (Array.isArray(rows)) return rows.length;
  return rows instanceof Set || rows instanceof Map ? rows.size : null;
}
