import { fixedText, signedText } from "@whileai/core";
import type { Outcome, OutcomeFields } from "../outcome/outcome.js";
import type { TaskValueDifference } from "./compare-runs-types.js";

/** (1.96 + 0.84)²: tasks for a test at 5% with 80% power are this times (spread / difference)². Convention. */
const FOR_POWER_80 = 7.85;
/** Beyond this many times the tasks there are, a number of tasks is no advice. */
const MOST_TIMES = 1000;
const DIGITS = 3;
const SMALLEST_P = 0.001;

/** What an outcome is told from, besides the difference itself. */
export interface OutcomeFacts {
  readonly lowerIsBetter: boolean;
  readonly minPaired: number;
  readonly alpha: number;
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
function needed(difference: TaskValueDifference, alpha: number): string {
  const { delta, standardError, nNonTied, nUsed, paired, nClusters } = difference;
  const fewest = Math.ceil(Math.log2(2 / alpha) - 1e-9);
  if (paired && nClusters === null && nNonTied < fewest)
    return `At least ${fewest} shared tasks that differ, not ${nNonTied}: fewer cannot reach ${alphaText(alpha)}.`;
  const times = delta && standardError ? FOR_POWER_80 * (standardError / delta) ** 2 : MOST_TIMES;
  return times < MOST_TIMES
    ? `About ${Math.max(nUsed + 1, Math.ceil(times * nUsed))} tasks, if the true difference is this one.`
    : "A larger difference.";
}

/** The outcome of a comparison with its reason and what would change it. */
export function compareOutcome(difference: TaskValueDifference, facts: OutcomeFacts): OutcomeFields {
  const { verdict, ci95, pValue, meanA, meanB, nUsed, paired } = difference;
  const { notComparable, alpha } = facts;
  if (meanA === null || meanB === null)
    return told(
      "not enough data",
      `No readable value in ${meanA === null ? (meanB === null ? "a and b" : "a") : "b"}.`,
      "Graded rows.",
    );
  if (ci95 === null)
    return told(
      "not enough data",
      "An interval needs 3 independent tasks a side.",
      `At least ${facts.minPaired} shared tasks.`,
    );
  if (notComparable.length > 0)
    return told(
      "not comparable",
      `The runs differ in ${notComparable.join(", ")}, which may be where a difference comes from.`,
      `Runs alike in that, or changed: ${JSON.stringify(notComparable)} if it was meant.`,
    );
  const band = `${signedText(ci95.low, DIGITS)}..${signedText(ci95.high, DIGITS)}`;
  const zero = ci95.low <= 0 && ci95.high >= 0 ? "holds" : "leaves out";
  const reason = `On ${nUsed} ${paired ? "shared" : "unpaired"} tasks the interval ${band} ${zero} 0; ${pText(pValue ?? 1)} at alpha ${alphaText(alpha)}.`;
  if (verdict === "no_difference_detected") return told("no difference shown", reason, needed(difference, alpha));
  return told(
    (verdict === "b_better") === facts.lowerIsBetter ? "worse" : "better",
    reason,
    "Repeated runs: they show how much re-runs differ.",
  );
}
