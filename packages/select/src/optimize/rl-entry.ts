import type { Row } from "@whileai/core";
import type { DropLog } from "./drop-log.js";

/** Where a row left the selection. */
export type RlGate =
  | "not_a_row"
  | "prior"
  | "privileged_leak"
  | "incomplete_junk"
  | "do_nothing"
  | "unusable_label"
  | "duplicate"
  | "truncated"
  | "unanimous"
  | "collapsed"
  | "too_easy"
  | "too_hard"
  | "single"
  | "target";

/** The log of what an RL selection drops. */
export type RlDropLog = DropLog<RlGate>;

/** A row on its way through the gates. */
export interface RlEntry<R extends Row = Row> {
  /** The row, or its copy with the truncation marks. */
  readonly row: R;
  readonly index: number;
  readonly task: string;
  readonly ask: string;
  /** The reward as the selection reads it; null when it is unusable. */
  readonly label: number | null;
  readonly truncated: boolean;
  /** Kept though cut: without a vote on difficulty and unanimity. */
  readonly rides: boolean;
}
