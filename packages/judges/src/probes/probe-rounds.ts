import { derive } from "@whileai/core";

/** How many times the first round both rounds may be together; convention. */
const ROUNDS_FACTOR = 4;

/** The rows that are asked about, in two rounds: the second settles what the first made suspicious. */
export interface ProbeRounds<T> {
  readonly first: readonly T[];
  readonly more: readonly T[];
}

/**
 * Draws two rounds: `size` items first, up to four times as many in all. Each takes as many of either side as there are up
 * to half of it: probes need failing replies to raise and passing ones to break, so a plain draw from a set that mostly
 * passes would leave nothing to measure. Few enough items are all in the first round, in their order.
 */
export function probeRounds<T>(
  items: readonly T[],
  isFailing: (item: T) => boolean,
  { size, seed, confirm }: { readonly size: number; readonly seed: number | string; readonly confirm: boolean },
): ProbeRounds<T> {
  if (items.length <= size) return { first: items, more: [] };
  const shuffled = derive(seed, "judge-probes", "sample").shuffle(items.map((_, index) => index));
  const failing = shuffled.filter((index) => isFailing(items[index] as T));
  const passing = shuffled.filter((index) => !isFailing(items[index] as T));
  const draw = (count: number): number[] => {
    const fromFailing = Math.min(failing.length, Math.max(count >> 1, count - passing.length));
    return [...failing.slice(0, fromFailing), ...passing.slice(0, count - fromFailing)];
  };
  const first = new Set(draw(size));
  const more = confirm ? draw(size * ROUNDS_FACTOR).filter((index) => !first.has(index)) : [];
  const inOrder = (indices: Iterable<number>): T[] =>
    [...indices].sort((left, right) => left - right).map((index) => items[index] as T);
  return { first: inOrder(first), more: inOrder(more) };
}
