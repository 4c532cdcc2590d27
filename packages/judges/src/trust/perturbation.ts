import { mcnemar, type Row, wilsonInterval } from "@whileai/core";
import type { ProbeResult } from "../probes/measure-probe.js";
import type { ProbeRounds } from "../probes/probe-rounds.js";
import { blindRow } from "./blind-row.js";
import { exactLabel } from "./exact-label.js";
import type { Rejudger } from "./rejudge.js";
import { share } from "./share.js";

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

/** Verdicts of a second asking beside the first ones. */
interface SecondVerdicts {
  readonly asked: number;
  readonly pairs: readonly { readonly was: 0 | 1; readonly is: 0 | 1 }[];
}

/** Asks about rows as they were; about the second round too when the first reaches the bar without clearing it. */
export async function askUnchanged(
  { first, more }: ProbeRounds,
  rejudger: Rejudger,
  hidden: readonly string[],
  maxFlips: number,
): Promise<SecondVerdicts> {
  const one = await askRows(first, rejudger, hidden);
  const flips = one.pairs.filter(({ was, is }) => was !== is).length;
  const isClear = (wilsonInterval(flips, one.pairs.length)?.low ?? 0) >= maxFlips;
  if (more.length === 0 || isClear || flips < maxFlips * one.pairs.length) return one;
  const two = await askRows(more, rejudger, hidden);
  return { asked: one.asked + two.asked, pairs: [...one.pairs, ...two.pairs] };
}

async function askRows(
  rows: readonly Row[],
  { judgeAll }: Rejudger,
  hidden: readonly string[],
): Promise<SecondVerdicts> {
  const judgments = await judgeAll(rows.map((row) => blindRow(row, hidden)));
  const pairs = rows.flatMap((row, index) => {
    const was = exactLabel(row.reward);
    const is = exactLabel(judgments[index]?.reward);
    return was === null || is === null ? [] : [{ was, is }];
  });
  return { asked: rows.length, pairs };
}

const flipShare = (pairs: SecondVerdicts["pairs"]): number | null =>
  share(pairs.filter(({ was, is }) => was !== is).length, pairs.length);

/** Compares first verdicts with those of a second asking, and with those of the filler probe. */
export function perturbation(
  { asked, pairs }: SecondVerdicts,
  filler: ProbeResult,
  { maxFlips, alpha }: { readonly maxFlips: number; readonly alpha: number },
): Perturbation {
  const rejudgeFlips = flipShare(pairs);
  const fillerFlips = share(Math.abs(filler.flipsUp - filler.flipsDown), filler.n);
  const fillerP = filler.n === 0 ? null : mcnemar(filler.flipsUp, filler.flipsDown).p;
  return {
    n: pairs.length,
    errors: asked - pairs.length,
    rejudgeFlips,
    fillerFlips,
    fillerP,
    rejudgeFlagged: rejudgeFlips !== null && rejudgeFlips >= maxFlips,
    fillerFlagged: fillerFlips !== null && fillerP !== null && fillerFlips >= maxFlips && fillerP < alpha,
  };
}
