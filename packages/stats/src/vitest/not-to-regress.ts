import { fixedText, type RowLike } from "@whileai/core";
import { compareRuns } from "../compare/compare-runs.js";
import type { CompareRuns, CompareRunsOptions } from "../compare/compare-runs-types.js";
import { DEFAULT_POWER, neededErrors } from "../power/sizing-defaults.js";
import { type MatcherContext, type MatcherResult, matcherResult, shownOptions } from "./matcher-result.js";

/** Options of `notToRegress`: those of `compareRuns`. With `margin`, a loss beyond it must be ruled out. */
export type NotToRegressOptions = CompareRunsOptions;

const DIGITS = 3;

/** What a comparison that shows no loss could not have seen. */
function blindness({ standardError, looks, level }: CompareRuns): string {
  const alpha = looks === null ? 1 - level : looks.alpha;
  if (!standardError || alpha <= 0) return "How large a loss would have been seen cannot be told from these rows.";
  const drop = neededErrors(alpha, DEFAULT_POWER) * standardError;
  return `A loss below ${fixedText(drop, DIGITS)} would have gone unseen more than one time in five; a \`margin\` asks for proof instead.`;
}

function judged(report: CompareRuns): { holds: boolean | null; reason: string } {
  const { outcome, outcomeReason, nonInferiority } = report;
  const told = `Against the baseline: ${outcome}. ${outcomeReason}`;
  if (outcome === "not comparable" || outcome === "not enough data") return { holds: null, reason: told };
  if (nonInferiority === null) return { holds: outcome !== "worse", reason: `${told} ${blindness(report)}` };
  const { margin, worstCase } = nonInferiority;
  const isShown = nonInferiority.outcome === "shown";
  const worst = fixedText(Math.max(0, -(worstCase ?? 0)), DIGITS);
  return {
    holds: isShown,
    reason: `A loss of ${margin} is ${isShown ? "" : "not "}ruled out: the interval allows one of up to ${worst}. ${told}`,
  };
}

/**
 * Whether the rows are no worse than those of a baseline. With `margin`: a larger loss is ruled out by the interval
 * (non-inferiority). Without: no loss is shown, which a small set of tasks passes by being blind, so the message says how
 * large a loss would have gone unseen. "Not enough data" and "not comparable" fail with the reason, also after `.not`.
 *
 * @example
 * expect(after).notToRegress(before, { margin: 0.05 });
 * expect(after).notToRegress(before, { metric: "marker:honest" });
 */
export function notToRegress(
  this: MatcherContext,
  rows: Iterable<RowLike>,
  before: Iterable<RowLike>,
  options: NotToRegressOptions = {},
): MatcherResult {
  const report = compareRuns(before, rows, options);
  const shown = shownOptions(options);
  return matcherResult(this, {
    call: `notToRegress(before${shown === "" ? "" : `, ${shown}`})`,
    ...judged(report),
    report: `${report}`,
  });
}
