import { fixedText, percentText, signedText } from "@whileai/core";
import type { OutcomeFields } from "../outcome/outcome.js";
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
  readonly level: number;
  readonly alpha: number;
  /** Undeclared facts in which the runs differ. */
  readonly notComparable: readonly string[];
}

/** A p-value as it is printed. */
export const pText = (p: number): string => (p < SMALLEST_P ? `p<${SMALLEST_P}` : `p=${fixedText(p, DIGITS)}`);

/** Why no difference is shown, and how many tasks might. */
function needed(difference: TaskValueDifference, alpha: number): string {
  const { delta, standardError, nNonTied, nUsed, paired, nClusters } = difference;
  const fewest = Math.ceil(Math.log2(2 / alpha) - 1e-9);
  if (paired && nClusters === null && nNonTied < fewest)
    return `At least ${fewest} shared tasks that differ (here ${nNonTied} do): with fewer, no p-value reaches ${fixedText(alpha, DIGITS)}.`;
  const times = delta && standardError ? FOR_POWER_80 * (standardError / delta) ** 2 : Number.POSITIVE_INFINITY;
  return times < MOST_TIMES
    ? `About ${Math.max(nUsed + 1, Math.ceil(times * nUsed))} tasks, if the true difference is the one seen.`
    : "A larger difference: the one seen is next to nothing.";
}

/** The outcome of a comparison with its reason and what would change it. */
export function compareOutcome(difference: TaskValueDifference, facts: OutcomeFacts): OutcomeFields {
  const { verdict, ci95, pValue, meanA, meanB, nUsed, paired } = difference;
  const { notComparable, level, alpha } = facts;
  if (ci95 === null) {
    const empty = [meanA === null ? "a" : "", meanB === null ? "b" : ""].filter((side) => side).join(" and ");
    return {
      outcome: "not enough data",
      outcomeReason: empty ? `No readable value in ${empty}.` : "An interval needs 3 independent tasks a side.",
      whatWouldChangeIt: empty ? `Graded rows of ${empty}.` : `At least ${facts.minPaired} tasks run on both sides.`,
    };
  }
  if (notComparable.length > 0)
    return {
      outcome: "not comparable",
      outcomeReason: `The runs differ in ${notComparable.join(", ")}, so a difference need not come from the agent.`,
      whatWouldChangeIt: `Runs that agree there, or, if meant, changed: ${JSON.stringify(notComparable)}.`,
    };
  const holdsZero = ci95.low <= 0 && ci95.high >= 0;
  const band = `${percentText(level)} interval ${signedText(ci95.low, DIGITS)}..${signedText(ci95.high, DIGITS)}`;
  const outcomeReason = `On ${nUsed} ${paired ? "shared" : "unpaired"} tasks the ${band} ${holdsZero ? "holds" : "leaves out"} zero, and ${pValue === null ? "no p" : pText(pValue)} is ${pValue !== null && pValue <= alpha ? "within" : "above"} ${fixedText(alpha, DIGITS)}.`;
  if (verdict === "no_difference_detected")
    return { outcome: "no difference shown", outcomeReason, whatWouldChangeIt: needed(difference, alpha) };
  return {
    outcome: (verdict === "b_better") === facts.lowerIsBetter ? "worse" : "better",
    outcomeReason,
    whatWouldChangeIt: "Repeated runs: one a side does not say how much re-runs differ.",
  };
}
