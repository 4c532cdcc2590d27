import type { GradeOptions } from "./grade-options.js";

/** Calls back after every row; a callback that throws or rejects is noted and left alone from then on. */
export class ProgressReporter {
  readonly #onProgress: GradeOptions["onProgress"];
  readonly #total: number | null;
  #failure: { readonly error: unknown } | undefined;
  #done = 0;

  constructor(onProgress: GradeOptions["onProgress"], rows: unknown) {
    this.#onProgress = onProgress;
    this.#total = knownLength(rows);
  }

  /** What the callback threw or rejected with. */
  get error(): unknown {
    return this.#failure?.error;
  }

  rowDone(): void {
    this.#done++;
    if (this.#onProgress === undefined || this.#failure !== undefined) return;
    const failed = (error: unknown): void => {
      this.#failure ??= { error };
    };
    try {
      const said: unknown = this.#onProgress({ done: this.#done, total: this.#total });
      Promise.resolve(said).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

function knownLength(rows: unknown): number | null {
  if (Array.isArray(rows)) return rows.length;
  return rows instanceof Set || rows instanceof Map ? rows.size : null;
}
