import type { Interval, ReportOf, RowLike } from "@whileai/core";

/** Options of `meanKl`. */
export interface MeanKlOptions {
  /** The field with the reference's summed log-probability, or rows of the reference for the same rollouts. Default `ref_logprob`. */
  readonly ref?: string | Iterable<RowLike> | undefined;
  /** The field with the reference's log-probability of each token. Default `ref_token_logprobs`. Not for rows. */
  readonly refTokens?: string | undefined;
}

/** The estimate from single tokens. */
export interface TokenKl {
  /** Mean over tokens of exp(-r) - 1 + r, r = log π - log ref: never negative. */
  readonly meanKl: number;
  readonly ci95: Interval | null;
  readonly nRows: number;
  readonly nTokens: number;
}

/** The data of a {@link MeanKl}. Per token, in nats. */
export interface MeanKlFields {
  /** Σ (logprob - reference) / Σ tokens; null without a usable row. */
  readonly meanKl: number | null;
  /** Interval over tasks; null below three tasks. */
  readonly ci95: Interval | null;
  /** The same sum within each task. */
  readonly perTask: ReadonlyMap<string, number>;
  /** Usable rows. */
  readonly nRows: number;
  readonly nSkipped: number;
  readonly nTokens: number;
  /** What was skipped: a side missing, NaN or infinite, no positive token count, different tokens on the two sides. */
  readonly skipped: {
    readonly missing: number;
    readonly nonFinite: number;
    readonly noTokens: number;
    readonly tokenMismatch: number;
  };
  /** The token-wise estimate over rows that carry every token on both sides; null without one. */
  readonly k3: TokenKl | null;
}

/** What `meanKl` gives. */
export type MeanKl = ReportOf<"mean_kl", MeanKlFields>;
