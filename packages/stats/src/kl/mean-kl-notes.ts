import { countText, type Note } from "@whileai/core";
import type { MeanKlFields } from "./mean-kl-types.js";

/** The notes of a divergence, in their fixed order. */
export function meanKlNotes({ meanKl: value, nRows, skipped, k3 }: MeanKlFields): Note[] {
  const notes: Note[] = [];
  if (nRows === 0)
    notes.push({
      code: "no_usable_rows",
      severity: "error",
      message: "no row has a log-probability and a token count on both sides.",
      fix: "Sample with `logprobs`, and score the same tokens with the reference.",
    });
  else if (skipped.missing + skipped.noTokens > 0)
    notes.push({
      code: "incomplete_rows",
      severity: "info",
      message: `${countText(skipped.missing + skipped.noTokens, "row")} without both sides or a token count left out.`,
    });
  if (skipped.nonFinite > 0)
    notes.push({
      code: "non_finite",
      severity: "warning",
      message: `${countText(skipped.nonFinite, "row")} with a NaN or infinite log-probability left out: the true mean may be infinite.`,
      fix: "Look at those rows before trusting the number.",
    });
  if (skipped.tokenMismatch > 0)
    notes.push({
      code: "token_mismatch",
      severity: "warning",
      message: `${countText(skipped.tokenMismatch, "row")} left out whose two sides cover different numbers of tokens.`,
      fix: "Score exactly the sampled tokens, with one tokenizer and template.",
    });
  if (value !== null && value < 0)
    notes.push({
      code: "negative_estimate",
      severity: "info",
      message: "the estimate is below 0, which a divergence cannot be: it is noise around a small one.",
      ...(k3 === null
        ? { fix: "Token log-probabilities on both sides give an estimate that cannot be negative." }
        : {}),
    });
  return notes;
}
