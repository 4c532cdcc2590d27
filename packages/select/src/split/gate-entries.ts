import { isRecord, isTruncated, type Row } from "@whileai/core";
import type { RlEntry } from "../optimize/rl-entry.js";
import { usableLabel } from "../optimize/unlabelled.js";
import { askKey, taskOf } from "../signal/ask-key.js";

/** A row as the gate reads it. */
export type GateEntry<R extends Row = Row> = RlEntry<R>;

/** Reads rows for the gate; what is no row is counted. */
export function gateEntries<R extends Row>(rows: Iterable<R>): { entries: GateEntry<R>[]; nSkipped: number } {
  const entries: GateEntry<R>[] = [];
  let nSkipped = 0;
  for (const row of rows) {
    if (!isRecord(row)) {
      nSkipped++;
      continue;
    }
    entries.push({
      row,
      index: entries.length + nSkipped,
      task: taskOf(row),
      ask: askKey(row),
      label: usableLabel(row),
      truncated: isTruncated(row),
      rides: false,
    });
  }
  return { entries, nSkipped };
}
