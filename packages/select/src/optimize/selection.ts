import type { Report, Row } from "@whileai/core";

/** What `optimize` gives back: the rows to train on and the report of what was dropped and why. */
export class Selection<R extends Row, S extends Report> implements Iterable<R> {
  readonly mode: "rl" | "sft";
  readonly rows: readonly R[];
  readonly report: S;

  constructor(mode: "rl" | "sft", rows: readonly R[], report: S) {
    this.mode = mode;
    this.rows = rows;
    this.report = report;
  }

  /** Walks the selected rows. */
  [Symbol.iterator](): Iterator<R> {
    return this.rows[Symbol.iterator]();
  }

  /** The report's text. */
  toString(): string {
    return this.report.toString();
  }

  /** Node prints a selection as its text when it is logged. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}
