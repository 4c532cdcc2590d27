import { fixedText, invertTail, MIN_INTERVAL_VALUES, normalTwoSidedTail, signedText } from "@whileai/core";
import type { Outcome, OutcomeFields } from "../outcome/outcome.js";
import type { TaskValueDifference } from "./compare-runs-types.js";

/** The normal quantile of the power that advice is for: 80%. Convention. */
const POWER_QUANTILE = 0.8416;
/** Beyond this many times the tasks there are, a number of tasks is no advice. */
const MOST_TIMES = 1000;
const DIGITS = 3;
const SMALLEST_P = 0.001;

/** What an outcome is told from, besides the difference itself. */
export interface OutcomeFacts {
  readonly lowerIsBetter: boolean;
  readonly minPaired: number;
  readonly alpha: number;
  /** How many draws a p-value had where it came by draws. */
  readonly draws: number;
  /** Undeclared facts in which the runs differ. */
  readonly notComparable: readonly string[];
}

/** A p-value as it is printed. */
export const pText = (p: number): string => (p < SMALLEST_P ? `p<${SMALLEST_P}` : `p=${fixedText(p, DIGITS)}`);

const alphaText = (alpha: number): string => (alpha < SMALLEST_P ? alpha.toPrecision(2) : fixedText(alpha, DIGITS));

const told = (outcome: Outcome, outcomeReason: string, whatWouldChangeIt: string): OutcomeFields => ({
  outcome,
  outcomeReason,
  whatWouldChangeIt,
});

/** What might show a difference that is not shown. */
function needed(difference: TaskValueDifference, { alpha, draws }: OutcomeFacts): string {
  const { delta, standardError, nNonTied, nUsed, paired, nClusters, pValue } = difference;
  if (alpha === 0) return "The next look: this one cannot stop.";
  const cannot = `fewer cannot reach ${alphaText(alpha)}.`;
  const fewest = Math.ceil(Math.log2(2 / alpha) - 1e-9);
  const count = Math.min(nClusters ?? nNonTied, nNonTied);
  if (paired && count < fewest)
    return `At least ${fewest} ${nClusters === null ? "shared tasks" : "clusters"} that differ, not ${count}: ${cannot}`;
  if (pValue === 1 / (draws + 1)) return `More than ${draws} draws: ${cannot}`;
  const z = invertTail(normalTwoSidedTail, alpha) + POWER_QUANTILE;
  const times = delta ? ((z * (standardError ?? 0)) / delta) ** 2 : MOST_TIMES;
  // Two samples without a tie reach alpha with about half as many tasks a side as pairs do.
  const least = Math.max(nUsed, paired ? 0 : Math.ceil(fewest / 2)) + 1;
  return times < MOST_TIMES
    ? `About ${Math.max(least, Math.ceil(times * nUsed))} tasks, if the true difference is this one.`
    : "A larger difference.";
}

/** The outcome of a comparison with its reason and what would change it. */
export function compareOutcome(difference: TaskValueDifference, facts: OutcomeFacts): OutcomeFields {
  const { verdict, ci95, pValue, meanA, meanB, nUsed, paired, nClusters } = difference;
  const { notComparable, alpha } = facts;
  const units = nClusters === null ? "tasks" : "clusters";
  if (meanA === null || meanB === null)
    return told(
      "not enough data",
      `No readable value in ${meanA === null ? (meanB === null ? "a and b" : "a") : "b"}.`,
      "Graded rows, or ones with the marker.",
    );
  if (ci95 === null)
    return told(
      "not enough data",
      `An interval needs ${MIN_INTERVAL_VALUES} independent ${units} a side.`,
      `At least ${nClusters === null ? Math.max(facts.minPaired, MIN_INTERVAL_VALUES) : MIN_INTERVAL_VALUES} shared ${units}.`,
    );
  if (notComparable.length > 0)
    return told(
      "not comparable",
      `The runs differ in ${notComparable.join(", ")}, which may be the cause.`,
      `Runs alike in that, or changed: ${JSON.stringify(notComparable)} if it was meant.`,
    );
  const band = `${signedText(ci95.low, DIGITS)}..${signedText(ci95.high, DIGITS)}`;
  const zero = ci95.low <= 0 && ci95.high >= 0 ? "holds" : "leaves out";
  const reason = `On ${nUsed} ${paired ? "shared" : "unpaired"} tasks the interval ${band} ${zero} 0; ${pText(pValue ?? 1)} at alpha ${alphaText(alpha)}.`;
  if (verdict === "no_difference_detected") return told("no difference shown", reason, needed(difference, facts));
  return told(
    (verdict === "b_better") === facts.lowerIsBetter ? "worse" : "better",
    reason,
    "Repeated runs: they show how much re-runs differ.",
  );
}
