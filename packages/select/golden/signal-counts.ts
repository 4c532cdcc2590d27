import type { GoldenCase } from "@whileai/golden";
import type { groupSignal } from "../src/index.js";

/** What the vectors call the counts of a signal over groups. */
export function signalCounts(
  signal: Pick<ReturnType<typeof groupSignal>, "nGroups" | "nSingle" | "nMixed" | "nAllZero" | "nAllOne" | "nInBand">,
): GoldenCase {
  return {
    n_groups: signal.nGroups,
    n_single: signal.nSingle,
    n_mixed: signal.nMixed,
    n_all_zero: signal.nAllZero,
    n_all_one: signal.nAllOne,
    n_in_band: signal.nInBand,
  };
}
