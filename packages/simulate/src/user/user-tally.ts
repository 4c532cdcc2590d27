import { asSentence, type Note } from "@whileai/core";

/** Counts, over a whole run, what a model that plays the person did. */
export class UserTally {
  #lines = 0;
  #retried = 0;
  #fellBack = 0;
  #firstProblem: string | undefined;

  /** A line was asked for. */
  addLine(): void {
    this.#lines++;
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
