import { isRecord, type Row, scalarReward } from "@whileai/core";
import { askKey } from "../signal/ask-key.js";
import { scanText } from "./scan-text.js";

/** Graded rollouts laid out for the scan: rows of one ask stand side by side, in an order that the input's does not change. */
export interface GradedRows {
  readonly rows: readonly Row[];
  readonly texts: readonly string[];
  readonly reward: Float64Array;
  /** Reward minus the mean of its ask. */
  readonly centred: Float64Array;
  /** Which ask a row belongs to. */
  readonly ask: Int32Array;
  /** Where each ask starts; one longer than the number of asks. */
  readonly starts: Int32Array;
  /** Sum of squares of `centred`. */
  readonly squares: number;
  /** Entries of the input that are no rows at all. */
  readonly nSkipped: number;
  readonly nInput: number;
  /** Rewards that are infinite and therefore not used. */
  readonly nInfinite: number;
}

/** Rounding noise of a sum of squares, as a share of the rewards' own squares. */
const NOISE = 1e-12;

/** Picks the rows with a finite reward and groups them by ask: the same task and the same prompt. */
export function gradedRows(input: Iterable<Row>): GradedRows {
  const entries: { row: Row; text: string; reward: number; ask: string }[] = [];
  let nInput = 0;
  let nSkipped = 0;
  let nInfinite = 0;
  for (const row of input) {
    nInput++;
    if (!isRecord(row)) {
      nSkipped++;
      continue;
    }
    const reward = scalarReward(row);
    if (reward === null) {
      if (isInfinite(row.reward)) nInfinite++;
      continue;
    }
    entries.push({ row, text: scanText(row), reward, ask: askKey(row) });
  }
  entries.sort(
    (left, right) => compare(left.ask, right.ask) || compare(left.text, right.text) || left.reward - right.reward,
  );

  const count = entries.length;
  const reward = Float64Array.from(entries, (entry) => entry.reward);
  const ask = new Int32Array(count);
  const starts = [0];
  for (let index = 1; index < count; index++) {
    if (entries[index]?.ask !== entries[index - 1]?.ask) starts.push(index);
    ask[index] = starts.length - 1;
  }
  if (count > 0) starts.push(count);

  const centred = new Float64Array(count);
  let squares = 0;
  let scale = 0;
  for (let group = 0; group + 1 < starts.length; group++) {
    const from = starts[group] as number;
    const to = starts[group + 1] as number;
    let sum = 0;
    for (let index = from; index < to; index++) sum += reward[index] as number;
    const mean = sum / (to - from);
    for (let index = from; index < to; index++) {
      const distance = (reward[index] as number) - mean;
      centred[index] = distance;
      squares += distance * distance;
      scale += (reward[index] as number) ** 2;
    }
  }
  return {
    rows: entries.map((entry) => entry.row),
    texts: entries.map((entry) => entry.text),
    reward,
    centred,
    ask,
    starts: Int32Array.from(starts),
    squares: squares <= NOISE * scale ? 0 : squares,
    nSkipped,
    nInput,
    nInfinite,
  };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function isInfinite(value: unknown): boolean {
  return (
    Math.abs(Number(typeof value === "string" && value.trim() !== "" ? value : (value ?? Number.NaN))) === Infinity
  );
}
