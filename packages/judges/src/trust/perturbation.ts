import { type Judgment, mcnemar, type Row } from "@whileai/core";
import type { ProbeResult } from "../probes/measure-probe.js";
import { exactLabel } from "./exact-label.js";
import { share } from "./measure-agreement.js";

/** What asking again did to verdicts: as the rows were, and with filler that says nothing. */
export interface Perturbation {
  /** Rows that were asked about again. */
  readonly n: number;
  /** Rows for which no verdict of 0 or 1 came the second time. */
  readonly errors: number;
  /** Share of verdicts that changed though nothing had. */
  readonly rejudgeFlips: number | null;
  /** Net share of verdicts that moved one way with filler. */
  readonly fillerFlips: number | null;
  /** Exact two-sided sign test of the filler flips. */
  readonly fillerP: number | null;
  readonly rejudgeFlagged: boolean;
  readonly fillerFlagged: boolean;
}

/** Compares first verdicts with those of a second asking, and with those of the filler probe. */
export function perturbation(
  sample: readonly Row[],
  again: readonly Judgment[],
  filler: ProbeResult,
  { maxFlips, alpha }: { readonly maxFlips: number; readonly alpha: number },
): Perturbation {
  const pairs = sample.flatMap((row, index) => {
    const was = exactLabel(row.reward);
    const is = exactLabel(again[index]?.reward);
    return was === null || is === null ? [] : [{ was, is }];
  });
  const rejudgeFlips = share(pairs.filter(({ was, is }) => was !== is).length, pairs.length);
  const fillerFlips = share(Math.abs(filler.flipsUp - filler.flipsDown), filler.n);
  const fillerP = filler.n === 0 ? null : mcnemar(filler.flipsUp, filler.flipsDown).p;
  return {
    n: pairs.length,
    errors: sample.length - pairs.length,
    rejudgeFlips,
    fillerFlips,
    fillerP,
    rejudgeFlagged: rejudgeFlips !== null && rejudgeFlips >= maxFlips,
    fillerFlagged: fillerFlips !== null && fillerP !== null && fillerFlips >= maxFlips && fillerP < alpha,
  };
}
