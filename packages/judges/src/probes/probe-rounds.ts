import type { Row } from "@whileai/core";
import { seededOrder } from "../trust/seeded-order.js";

/** How many times the first round both rounds may be together; convention. */
const ROUNDS_FACTOR = 4;

/** The rows that are asked about, in two rounds: the second settles what the first made suspicious. */
export interface ProbeRounds {
  readonly first: readonly Row[];
  readonly more: readonly Row[];
}

/**
 * Draws two rounds of graded rows: `size` rows first, up to four times as many in all. Each takes as many of either side as
 * there are up to half of it: probes need failing replies to raise and passing ones to break, so a plain draw from a set
 * that mostly passes would leave nothing to measure. Few enough rows are all in the first round.
 */
export function probeRounds(
  rows: readonly Row[],
  { size, seed, confirm }: { readonly size: number; readonly seed: number | string; readonly confirm: boolean },
): ProbeRounds {
  if (rows.length <= size) return { first: rows, more: [] };
  const drawn = seededOrder(rows, seed, "judge-probes");
  const failing = drawn.filter(({ reward }) => reward === 0);
  const passing = drawn.filter(({ reward }) => reward !== 0);
  const between = (taken: number, count: number): Row[] => {
    const ofFailing = (all: number): number => Math.min(failing.length, Math.max(all >> 1, all - passing.length));
    return [
      ...failing.slice(ofFailing(taken), ofFailing(count)),
      ...passing.slice(taken - ofFailing(taken), count - ofFailing(count)),
    ];
  };
  return { first: between(0, size), more: confirm ? between(size, size * ROUNDS_FACTOR) : [] };
}
