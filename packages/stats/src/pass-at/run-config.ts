import { isCapReason, roundHalfEven, scalarReward } from "@whileai/core";
import { RunStamps, type StampValues } from "./run-stamps.js";
import { spokenReply } from "./spoken-reply.js";

type WireRow = Readonly<Record<string, unknown>>;

/** How a run was made, as far as its rows say so. Wire names, so that Python and TypeScript reports compare. */
export interface RunConfig extends StampValues {
  readonly n_tasks: number;
  readonly k: number;
  /** Which stamps differ between rows. */
  readonly mixed: readonly string[];
  /** Share of rows cut by the token cap, of rows that say how they ended. */
  readonly truncated_share: number | null;
  /** Share of rows with a spoken reply, of rows that carry a reply or messages. */
  readonly answered_share: number | null;
  /** Share of rows whose reply ends inside a thought. */
  readonly unclosed_think_share: number | null;
  /** Share of rows with a reward, fractions included. */
  readonly graded_share: number | null;
}

const SHARE_DIGITS = 4;

/** Gathers a {@link RunConfig} row by row, in constant memory. */
export class RunConfigTally {
  readonly stamps = new RunStamps();
  /** Rows with a reply, and those of them that say something to the user. */
  readonly replies = { total: 0, answered: 0 };
  #rows = 0;
  #graded = 0;
  #ended = 0;
  #truncated = 0;
  #unclosed = 0;

  add(row: WireRow): void {
    this.stamps.add(row);
    this.#rows++;
    if (scalarReward(row) !== null) this.#graded++;
    if (typeof row.finish_reason === "string") {
      this.#ended++;
      if (isCapReason(row.finish_reason)) this.#truncated++;
    }
    const reply = spokenReply(row);
    if (reply === null) return;
    this.replies.total++;
    if (reply.answered) this.replies.answered++;
    if (reply.unclosedThought) this.#unclosed++;
  }

  config(nTasks: number, k: number): RunConfig {
    const share = (part: number, whole: number) => (whole === 0 ? null : roundHalfEven(part / whole, SHARE_DIGITS));
    return {
      n_tasks: nTasks,
      k,
      ...this.stamps.values(),
      mixed: this.stamps.mixed(),
      truncated_share: share(this.#truncated, this.#ended),
      answered_share: share(this.replies.answered, this.replies.total),
      unclosed_think_share: share(this.#unclosed, this.replies.total),
      graded_share: share(this.#graded, this.#rows),
    };
  }
}
