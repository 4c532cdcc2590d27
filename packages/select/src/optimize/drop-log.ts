import { countText, isRecord, type Row } from "@whileai/core";
import { taskOf } from "../signal/ask-key.js";
import { causesText, countCauses } from "./count-causes.js";

/** A row that was not selected, and the first gate that took it. */
export interface DroppedRow<Gate extends string = string> {
  /** Position in the input, from 0. */
  readonly index: number;
  readonly rolloutId: string | null;
  /** The task of the row; null for what is no row. */
  readonly taskKey: string | null;
  readonly gate: Gate;
}

/** One line of a report's text: how many entries went by each gate; none where nothing was dropped. */
export function droppedLines(dropped: readonly DroppedRow[]): string[] {
  if (dropped.length === 0) return [];
  return [
    `  ${countText(dropped.length, "entry", "entries")} dropped by gate: ${causesText(countCauses(dropped.map(({ gate }) => gate)))}`,
  ];
}

/** Collects the rows that gates take out. */
export class DropLog<Gate extends string> {
  readonly #dropped: DroppedRow<Gate>[] = [];
  readonly #counts = new Map<Gate, number>();

  /** Splits entries by a gate: what the test names a gate for is dropped. */
  sieve<E extends { readonly row: unknown; readonly index: number }>(
    entries: readonly E[],
    test: (entry: E) => Gate | null,
  ): E[] {
    return entries.filter((entry) => {
      const gate = test(entry);
      if (gate !== null) this.add(entry, gate);
      return gate === null;
    });
  }

  /** Notes one dropped row. */
  add(entry: { readonly row: unknown; readonly index: number }, gate: Gate): void {
    const row = isRecord(entry.row) ? (entry.row as Row) : null;
    const id: unknown = row?.rollout_id;
    const rolloutId = typeof id === "string" ? id : null;
    this.#dropped.push({ index: entry.index, rolloutId, taskKey: row === null ? null : taskOf(row), gate });
    this.#counts.set(gate, this.count(gate) + 1);
  }

  count(gate: Gate): number {
    return this.#counts.get(gate) ?? 0;
  }

  /** Everything dropped, in the order of the input. */
  list(): DroppedRow<Gate>[] {
    return this.#dropped.toSorted((left, right) => left.index - right.index);
  }
}
