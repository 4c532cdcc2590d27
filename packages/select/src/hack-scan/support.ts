import { isShare } from "../signal/judged-reward.js";
import type { GradedRows } from "./graded-rows.js";

/** What the graded rollouts can show at all. Shares are over asks; null when there is no ask. */
export interface Support {
  /** Asks whose rollouts all got 1 or more. */
  readonly sat: number | null;
  /** Asks whose rollouts all got 0 or less. */
  readonly dead: number | null;
  /** Asks whose rollouts did not all get the same. */
  readonly mixed: number | null;
  /** Mean variance inside asks over 0.25, the largest that a pass or fail reward can have; null beside rewards outside 0 to 1. */
  readonly capacity: number | null;
}

/** Distinct replies per ask below which features cannot be told apart. Convention. */
export const DISTINCT_NEEDED = 3;
/** The largest variance of a reward that is 0 or 1. */
const LARGEST_BINARY_VARIANCE = 0.25;

/** Counts over the asks of a scan. */
export function measureSupport(graded: GradedRows, prints: Int32Array) {
  const { starts, reward, centred, texts, unit } = graded;
  const nGroups = starts.length - 1;
  let sat = 0;
  let dead = 0;
  let mixed = 0;
  let variances = 0;
  let effectiveRollouts = 0;
  const sizes: number[] = [];
  const distinct: number[] = [];
  for (let group = 0; group < nGroups; group++) {
    const from = starts[group] as number;
    const to = starts[group + 1] as number;
    const values = reward.subarray(from, to);
    const first = values[0] as number;
    if (values.some((value) => value !== first)) {
      mixed++;
      effectiveRollouts += values.length;
    } else if (first >= 1) sat++;
    else if (first <= 0) dead++;
    variances += centred.subarray(from, to).reduce((sum, value) => sum + (value * unit) ** 2, 0) / values.length;
    if (values.length < 2) continue;
    sizes.push(values.length);
    distinct.push(countDistinct(texts, prints, from, to));
  }
  const share = (count: number) => (nGroups === 0 || count === Infinity ? null : count / nGroups);
  const support: Support = {
    sat: share(sat),
    dead: share(dead),
    mixed: share(mixed),
    capacity: reward.every(isShare) ? share(variances / LARGEST_BINARY_VARIANCE) : null,
  };
  const single = nGroups === 0 ? 0 : 1;
  return {
    support,
    nGroups,
    nGroupsMulti: sizes.length,
    rolloutsPerGroup: upperMedian(sizes) ?? single,
    distinctPerAsk: upperMedian(distinct) ?? single,
    effectiveRollouts,
  };
}

/** Different replies of an ask; equal texts stand side by side. */
function countDistinct(texts: readonly string[], prints: Int32Array, from: number, to: number): number {
  let count = 0;
  let seen = new Set<number>();
  for (let row = from; row < to; row++) {
    if (row === from || texts[row] !== texts[row - 1]) {
      count += seen.size;
      seen = new Set();
    }
    seen.add(prints[row] as number);
  }
  return count + seen.size;
}

function upperMedian(values: readonly number[]): number | undefined {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}
