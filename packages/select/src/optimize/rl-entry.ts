import { type Row, scalarReward } from "@whileai/core";

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

/** A row that was not selected, and the first gate that took it. */
export interface DroppedRow {
  /** Position in the input, from 0. */
  readonly index: number;
  readonly rolloutId: string | null;
  readonly gate: RlGate;
}

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

/** The reward of a row where it is one that pass rates can be made of: a number from 0 to 1. */
export function usableLabel(row: Readonly<Row>): number | null {
  const reward = scalarReward(row);
  return reward !== null && reward >= 0 && reward <= 1 ? reward : null;
}

/** Collects the rows that gates take out. */
export class DropLog {
  readonly #dropped: DroppedRow[] = [];

  /** Splits entries by a gate: what the test names a gate for is dropped. */
  sieve<R extends Row>(entries: readonly RlEntry<R>[], test: (entry: RlEntry<R>) => RlGate | null): RlEntry<R>[] {
    return entries.filter((entry) => {
      const gate = test(entry);
      if (gate !== null) this.add(entry, gate);
      return gate === null;
    });
  }

  /** Notes one dropped row. */
  add(entry: { row: unknown; index: number }, gate: RlGate): void {
    const id = (entry.row as { rollout_id?: unknown } | null)?.rollout_id;
    this.#dropped.push({ index: entry.index, rolloutId: typeof id === "string" ? id : null, gate });
  }

  count(gate: RlGate): number {
    return this.#dropped.filter((row) => row.gate === gate).length;
  }

  /** Everything dropped, in the order of the input. */
  list(): DroppedRow[] {
    return this.#dropped.toSorted((left, right) => left.index - right.index);
  }
}
