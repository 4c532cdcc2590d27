import { roundHalfEven } from "@whileai/core";

/** How much the temperature is raised so that votes differ; convention of self-consistency (arXiv 2203.11171, 0.5 to 0.7). */
export const VOTE_TEMPERATURE = 0.7;
/** Decimals of a disagreement rate. */
const RATE_DIGITS = 4;

/** How the votes on one row fell, as `judge_meta.votes` has it. */
export interface VoteCount {
  readonly asked: number;
  readonly unreadable: number;
  /** Share of the readable votes that the others outvoted, a mean over the items of a rubric; null when none was read. */
  readonly disagreement: number | null;
}

/**
 * What more than half of all votes say, unreadable ones included: null when neither side has that many, so that a lost
 * vote never decides.
 */
export function majority(votes: readonly (boolean | undefined)[]): boolean | undefined {
  const yes = votes.filter((vote) => vote === true).length;
  const no = votes.filter((vote) => vote === false).length;
  if (yes * 2 > votes.length) return true;
  return no * 2 > votes.length ? false : undefined;
}

/** Counts votes; `ballots` holds, for every question, one vote of each reply. */
export function countVotes(ballots: readonly (readonly (boolean | undefined)[])[], unreadable: number): VoteCount {
  const rates = ballots.flatMap((votes) => {
    const read = votes.filter((vote) => vote !== undefined);
    const yes = read.filter(Boolean).length;
    return read.length === 0 ? [] : [Math.min(yes, read.length - yes) / read.length];
  });
  return {
    asked: ballots[0]?.length ?? 0,
    unreadable,
    disagreement:
      rates.length === 0 ? null : roundHalfEven(rates.reduce((sum, rate) => sum + rate, 0) / rates.length, RATE_DIGITS),
  };
}
