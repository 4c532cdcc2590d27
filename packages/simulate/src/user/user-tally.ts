import { asSentence, type Note, type Usage } from "@whileai/core";

/** Counts, over a whole run, what a model that plays the person did. */
export class UserTally {
  #lines = 0;
  #retried = 0;
  #fellBack = 0;
  #calls = 0;
  #inputTokens: number | null = 0;
  #outputTokens: number | null = 0;
  #firstProblem: string | undefined;

  /** A line was asked for. */
  addLine(): void {
    this.#lines++;
  }

  /** A call of the model, with the tokens that the server counted. */
  addCall(usage: Usage): void {
    this.#calls++;
    this.#inputTokens = sum(this.#inputTokens, usage.inputTokens);
    this.#outputTokens = sum(this.#outputTokens, usage.outputTokens);
  }

  /** A line was asked for again. */
  addRetry(problem: string): void {
    this.#retried++;
    this.#firstProblem ??= problem;
  }

  /** The offline user spoke in the model's place. */
  addFallback(problem: string): void {
    this.#fellBack++;
    this.#firstProblem ??= problem;
  }

  /** Tokens of the person alone; null where some call has none. They are no part of a row's usage. */
  get usage(): { readonly calls: number; readonly inputTokens: number | null; readonly outputTokens: number | null } {
    return { calls: this.#calls, inputTokens: this.#inputTokens, outputTokens: this.#outputTokens };
  }

  /** One note for the run, or none where every line was the model's. */
  notes(): Note[] {
    if (this.#fellBack === 0) return [];
    return [
      {
        code: "user_fallback",
        severity: "warning",
        message: `${this.#fellBack} of ${this.#lines} lines of the simulated user are the offline user's (${this.#retried} were asked for twice). First reason: ${asSentence(this.#firstProblem ?? "unknown")}`,
        fix: "Give a stronger model as turns.user.",
      },
    ];
  }
}

// A sum with an unknown part is unknown.
const sum = (total: number | null, more: number | null): number | null =>
  total === null || more === null ? null : total + more;
