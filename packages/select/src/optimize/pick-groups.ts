import { type Row, roundHalfEven, sha256Hex, traceFault } from "@whileai/core";
import { inBand } from "../signal/band.js";
import { compareText } from "./compare-text.js";
import type { Difficulty } from "./difficulty.js";
import type { RlSettings } from "./optimize-options.js";
import type { RlEntry } from "./rl-entry.js";

/** Decimals at which two pass rates share a queue. */
const RATE_DIGITS = 4;

/** One ask with its surviving rows. */
export interface AskGroup<R extends Row = Row> {
  readonly task: string;
  readonly ask: string;
  readonly entries: readonly RlEntry<R>[];
  readonly difficulty: Difficulty;
  /** Whether its rows were all of a group that had one rollout. */
  readonly single: boolean;
}

/**
 * Orders whole groups and takes them until the target is reached: fault kinds in turn, the most frequent kind first;
 * inside a kind the groups in the band first, pass rates in turn (`spread`) or nearest the middle first (`middle`).
 */
export function pickGroups<R extends Row>(groups: readonly AskGroup<R>[], settings: RlSettings): AskGroup<R>[] {
  const buckets = new Map<string, AskGroup<R>[]>();
  for (const group of groups) {
    const fault = groupFault(group);
    const bucket = buckets.get(fault);
    if (bucket) bucket.push(group);
    else buckets.set(fault, [group]);
  }
  const queues = [...buckets]
    .sort(([left, first], [right, second]) => second.length - first.length || compareText(left, right))
    .map(([, bucket]) => orderBucket(bucket, settings));
  const picked: AskGroup<R>[] = [];
  let rows = 0;
  for (const group of inTurn(queues)) {
    if (rows >= settings.target) break;
    picked.push(group);
    rows += group.entries.length;
  }
  return picked;
}

/** The fault most of a group's rows ran into; ties go by name. */
export function groupFault({ entries }: AskGroup): string {
  const counts = new Map<string, number>();
  for (const { row } of entries) {
    const fault = traceFault(row);
    counts.set(fault, (counts.get(fault) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([left, first], [right, second]) => second - first || compareText(left, right));
  return (most as [string, number])[0];
}

function orderBucket<R extends Row>(bucket: readonly AskGroup<R>[], { band, order, seed }: RlSettings): AskGroup<R>[] {
  const middle = (band[0] + band[1]) / 2;
  const keyed = bucket.map((group) => ({
    group,
    inside: !group.single && inBand(group.difficulty.rate, band),
    distance: order === "middle" ? Math.abs(group.difficulty.rate - middle) : 0,
    hash: sha256Hex(`${seed ?? ""}:${group.task}`),
  }));
  keyed.sort(
    (left, right) =>
      Number(right.inside) - Number(left.inside) ||
      left.distance - right.distance ||
      compareText(left.hash, right.hash) ||
      compareText(left.group.ask, right.group.ask),
  );
  if (order === "middle") return keyed.map(({ group }) => group);
  const part = (inside: boolean) =>
    spreadRates(keyed.filter((entry) => entry.inside === inside).map((one) => one.group));
  return [...part(true), ...part(false)];
}

function spreadRates<R extends Row>(groups: readonly AskGroup<R>[]): AskGroup<R>[] {
  const queues = new Map<number, AskGroup<R>[]>();
  for (const group of groups) {
    const rate = roundHalfEven(group.difficulty.rate, RATE_DIGITS);
    const queue = queues.get(rate);
    if (queue) queue.push(group);
    else queues.set(rate, [group]);
  }
  return [...inTurn([...queues].sort(([left], [right]) => left - right).map(([, queue]) => queue))];
}

/** One item of each queue in turn until all are empty. */
export function* inTurn<T>(queues: readonly (readonly T[])[]): Generator<T> {
  const longest = queues.reduce((most, queue) => Math.max(most, queue.length), 0);
  for (let round = 0; round < longest; round++)
    for (const queue of queues) if (round < queue.length) yield queue[round] as T;
}
