import { checkOptions, createReport, type OptionRule, optionRule, type RowLike, requireRows } from "@whileai/core";
import { KlTally, type TaskSums } from "./kl-tally.js";
import { meanKlNotes } from "./mean-kl-notes.js";
import { meanKlText } from "./mean-kl-text.js";
import type { MeanKl, MeanKlFields, MeanKlOptions, TokenKl } from "./mean-kl-types.js";
import { ratioOverTasks } from "./ratio-over-tasks.js";
import { referenceSide } from "./reference-side.js";

/** Where the reference's numbers lie on a row. */
const DEFAULT_REF = "ref_logprob";
const DEFAULT_REF_TOKENS = "ref_token_logprobs";

const refRule: OptionRule = (value) =>
  (typeof value === "string" && value !== "") ||
  (typeof value === "object" && value !== null && Symbol.iterator in value)
    ? undefined
    : "the name of a row field, or a list of rows";

function tokenKl(single: TaskSums): TokenKl | null {
  const { mean, ci95 } = ratioOverTasks([...single.totals().values()]);
  if (mean === null) return null;
  // Never negative, so neither is its interval.
  const kept = ci95 && { low: Math.max(0, ci95.low), high: ci95.high };
  return { meanKl: mean, ci95: kept, nRows: single.nRows, nTokens: single.nTokens };
}

/**
 * How far a policy has moved from a reference on the tokens it sampled, per token, in nats: the Kullback-Leibler
 * divergence KL(policy ‖ reference), estimated as Σ (logprob - reference) / Σ tokens ("k1": unbiased, may come out
 * negative). Where rows carry every token's log-probability on both sides, `k3` adds the mean of exp(-r) - 1 + r, which
 * is unbiased too, never negative, and less noisy for policies that are close (Schulman 2020, "Approximating KL
 * divergence"; Ziegler et al. 2019, arXiv:1909.08593). Intervals take tasks, not rows, as independent.
 *
 * Rows that cannot be used are left out and counted by reason. It is wrong when the two sides score different tokens
 * (template, tokenizer, truncation) or when log-probabilities were taken at a temperature other than the sampling's.
 *
 * Throws an `OptionError` for an unknown option or something that is not a list of rows.
 *
 * @example
 * meanKl([{ task_id: "a", logprob: -10, n_tokens: 5, ref_logprob: -12 }]).meanKl; // 0.4
 */
export function meanKl(rows: Iterable<RowLike>, options: MeanKlOptions = {}): MeanKl {
  checkOptions("meanKl", options, { ref: refRule, refTokens: optionRule.text });
  const { ref = DEFAULT_REF, refTokens = DEFAULT_REF_TOKENS } = options;
  const tally = new KlTally(referenceSide(ref, refTokens));
  for (const row of requireRows("meanKl", rows) as Iterable<unknown>) tally.add(row);
  const totals = tally.whole.totals();
  const { mean, ci95 } = ratioOverTasks([...totals.values()]);
  const { missing, nonFinite, noTokens, tokenMismatch } = tally.skipped;
  const fields: MeanKlFields = {
    meanKl: mean,
    ci95,
    perTask: new Map([...totals].map(([task, { sum, tokens }]) => [task, sum / tokens])),
    nRows: tally.whole.nRows,
    nSkipped: missing + nonFinite + noTokens + tokenMismatch,
    nTokens: tally.whole.nTokens,
    skipped: { missing, nonFinite, noTokens, tokenMismatch },
    k3: tokenKl(tally.single),
  };
  return createReport("mean_kl", fields, meanKlNotes(fields), meanKlText);
}
