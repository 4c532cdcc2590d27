import { canonicalJson, isRecord, type Row, scalarReward, toNumber } from "@whileai/core";
import { askKey } from "../signal/ask-key.js";
import { scanText } from "./scan-text.js";

/** Graded rollouts laid out for the scan: rows of one ask stand side by side, in an order that the input's does not change. */
export interface GradedRows {
  readonly rows: readonly Row[];
  /** Where each row stood in the input, from 0. */
  readonly places: readonly number[];
  readonly texts: readonly string[];
  readonly reward: Float64Array;
  /** Reward minus the mean of its ask, in units that keep squares finite. */
  readonly centred: Float64Array;
  /** Reward minus the mean of all, in the same units. */
  readonly deviation: Float64Array;
  /** Which ask a row belongs to. */
  readonly ask: Int32Array;
  /** What tells the asks apart. */
  readonly askKeys: readonly string[];
  /** Where each ask starts; one longer than the number of asks. */
  readonly starts: Int32Array;
  /** Sum of squares of `centred`; 0 when no ask holds two different rewards. */
  readonly squares: number;
  /** Sum of squares of `deviation`; 0 when all rewards are the same. */
  readonly total: number;
  /** The unit of `centred`, a power of two. */
  readonly unit: number;
  /** Entries of the input that are no rows at all. */
  readonly nSkipped: number;
  readonly nInput: number;
  /** Rewards that are infinite and therefore not used. */
  readonly nInfinite: number;
}

/** Rounding noise of a sum of squared distances from a mean, as a share of the values' own squares. */
export const NOISE = 1e-26;

interface Entry {
  readonly row: Row;
  readonly place: number;
  readonly text: string;
  readonly reward: number;
  readonly ask: string;
  /** The whole row as text, made when nothing else tells two entries apart. */
  whole?: string;
}

/** Picks the rows with a finite reward and groups them by ask: the same task and the same prompt. */
export function gradedRows(input: Iterable<Row>): GradedRows {
  const entries: Entry[] = [];
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
    if (reward !== null) entries.push({ row, place: nInput - 1, text: scanText(row), reward, ask: askKey(row) });
    else if (Math.abs(toNumber(row.reward) ?? 0) === Infinity) nInfinite++;
  }
  entries.sort(
    (left, right) =>
      compare(left.ask, right.ask) ||
      compare(left.text, right.text) ||
      left.reward - right.reward ||
      compare(ownId(left.row), ownId(right.row)) ||
      compare(wholeText(left), wholeText(right)),
  );

  const count = entries.length;
  const ask = new Int32Array(count);
  const starts = [0];
  for (let index = 1; index < count; index++) {
    if (entries[index]?.ask !== entries[index - 1]?.ask) starts.push(index);
    ask[index] = starts.length - 1;
  }
  if (count > 0) starts.push(count);
  const reward = Float64Array.from(entries, (entry) => entry.reward);
  return {
    rows: entries.map((entry) => entry.row),
    places: entries.map((entry) => entry.place),
    texts: entries.map((entry) => entry.text),
    reward,
    ...centre(reward, starts),
    ask,
    askKeys: starts.slice(0, -1).map((start) => (entries[start] as Entry).ask),
    starts: Int32Array.from(starts),
    nSkipped,
    nInput,
    nInfinite,
  };
}

/** The rewards around the means of their asks and around the mean of all. */
function centre(reward: Float64Array, starts: readonly number[]) {
  const unit = powerOfTwo(reward);
  const scaled = reward.map((value) => value / unit);
  const squaresOf = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);
  const smallest = NOISE * squaresOf(scaled);
  const around = (into: Float64Array, from: number, to: number) => {
    let sum = 0;
    for (let index = from; index < to; index++) sum += scaled[index] as number;
    const mean = sum / (to - from);
    for (let index = from; index < to; index++) into[index] = (scaled[index] as number) - mean;
  };
  const centred = new Float64Array(reward.length);
  for (let group = 0; group + 1 < starts.length; group++)
    around(centred, starts[group] as number, starts[group + 1] as number);
  const deviation = new Float64Array(reward.length);
  around(deviation, 0, reward.length);
  const [squares, total] = [squaresOf(centred), squaresOf(deviation)];
  return { centred, deviation, squares: squares > smallest ? squares : 0, total: total > smallest ? total : 0, unit };
}

/** A power of two near the largest size, which divides without rounding; 1 when all are 0. */
export function powerOfTwo(values: ArrayLike<number>): number {
  let largest = 0;
  for (let index = 0; index < values.length; index++) largest = Math.max(largest, Math.abs(values[index] as number));
  return largest > 0 ? 2 ** Math.min(1023, Math.max(-1022, Math.floor(Math.log2(largest)))) : 1;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function ownId({ rollout_id: id, rollout_index: index }: Readonly<Record<string, unknown>>): string {
  return `${typeof id === "string" || typeof id === "number" ? id : ""} ${typeof index === "number" ? index : ""}`;
}

function wholeText(entry: Entry): string {
  if (entry.whole === undefined) {
    try {
      entry.whole = canonicalJson(entry.row);
    } catch {
      // A row that contains itself has no text; such rows stay as they came.
      entry.whole = "";
    }
  }
  return entry.whole;
}
