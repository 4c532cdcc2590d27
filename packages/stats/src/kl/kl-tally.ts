import { isRecord, taskKey } from "@whileai/core";
import { sortedSum } from "../inference/sorted-sum.js";
import type { TokenSum } from "./ratio-over-tasks.js";
import type { FindReference } from "./reference-side.js";
import { finiteList, sampledTokens } from "./sampled-tokens.js";

/** Sums by task, kept as lists so that the order of rows reaches no digit. */
export class TaskSums {
  readonly #tasks = new Map<string, { sums: number[]; tokens: number }>();
  nRows = 0;
  nTokens = 0;

  add(task: string, sum: number, tokens: number): void {
    const known = this.#tasks.get(task) ?? { sums: [], tokens: 0 };
    known.sums.push(sum);
    known.tokens += tokens;
    this.#tasks.set(task, known);
    this.nRows++;
    this.nTokens += tokens;
  }

  totals(): Map<string, TokenSum> {
    const totals = new Map<string, TokenSum>();
    for (const [task, { sums, tokens }] of this.#tasks) totals.set(task, { sum: sortedSum(sums), tokens });
    return totals;
  }
}

/** Gathers both estimates row by row, and why rows were left out. */
export class KlTally {
  readonly whole = new TaskSums();
  readonly single = new TaskSums();
  readonly skipped = { missing: 0, nonFinite: 0, noTokens: 0, tokenMismatch: 0 };
  readonly #reference: FindReference;

  constructor(reference: FindReference) {
    this.#reference = reference;
  }

  add(row: unknown): void {
    const own = sampledTokens(row);
    if (!isRecord(row) || own === "missing") this.skipped.missing++;
    else if (own === "non_finite") this.skipped.nonFinite++;
    else if (own === "no_tokens") this.skipped.noTokens++;
    else this.#addUsable(row, own.logprob, own.nTokens);
  }

  #addUsable(row: Readonly<Record<string, unknown>>, logprob: number, nTokens: number): void {
    const reference = this.#reference(row);
    if (reference.logprob === "non_finite") this.skipped.nonFinite++;
    else if (typeof reference.logprob !== "number") this.skipped.missing++;
    else if (reference.nTokens !== null && reference.nTokens !== nTokens) this.skipped.tokenMismatch++;
    else {
      const task = taskKey(row);
      this.whole.add(task, logprob - reference.logprob, nTokens);
      const own = finiteList(row, "token_logprobs");
      const other = reference.tokenLogprobs;
      if (own === null || other === null || own.length !== nTokens || other.length !== nTokens) return;
      const sum = own.reduce((total, value, index) => {
        const ratio = value - (other[index] as number);
        return total + Math.expm1(-ratio) + ratio;
      }, 0);
      // A token that the reference all but excludes overflows; the row still counts in the sum above.
      if (Number.isFinite(sum)) this.single.add(task, sum, nTokens);
    }
  }
}
