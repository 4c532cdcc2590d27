import { fixedText, MIN_INTERVAL_VALUES, percentText, signedText } from "@whileai/core";
import type { Outcome, OutcomeFields } from "../outcome/outcome.js";
import type { TaskValueDifference } from "./compare-task-values.js";

/** (1.96 + 0.84)²: tasks for a test at 5% with 80% power are this times (spread / difference)². Convention. */
const FOR_POWER_80 = 7.85;
const DIGITS = 3;
/** Below this a p-value is printed as "<0.001". */
const SMALLEST_P = 0.001;

/** What an outcome is told from, besides the difference itself. */
export interface OutcomeFacts {
  readonly lowerIsBetter: boolean;
  readonly minPaired: number;
  readonly level: number;
  /** Undeclared facts in which the runs differ. */
  readonly notComparable: readonly string[];
}

/** A p-value as it is printed. */
export const pText = (p: number): string => (p < SMALLEST_P ? `p<${SMALLEST_P}` : `p=${fixedText(p, DIGITS)}`);

const tasksText = ({ paired, nUsed }: TaskValueDifference): string =>
  paired ? `${nUsed} shared tasks` : `${nUsed} tasks on the smaller side, unpaired`;

function intervalText({ interval }: TaskValueDifference, level: number): string {
  if (interval === null) return "";
  return `the ${percentText(level)} interval ${signedText(interval.low, DIGITS)}..${signedText(interval.high, DIGITS)}`;
}

function notComparable(facts: readonly string[]): Omit<OutcomeFields, "outcome"> {
  const situations = facts.includes("situations");
  const stamps = facts.filter((fact) => fact !== "situations");
  const reasons = [
    ...(situations ? ["most tasks are on one side only"] : []),
    ...(stamps.length > 0 ? [`${stamps.join(", ")} differ${stamps.length === 1 ? "s" : ""}`] : []),
  ];
  const declare = `declare it: changed: [${facts.map((fact) => JSON.stringify(fact)).join(", ")}]`;
  const redo = situations ? "Run both sides on the same tasks" : "Run both sides alike";
  return {
    outcomeReason: `${reasons.join(" and ")}, so a difference need not come from the agent.`.replace(/^./, (first) =>
      first.toUpperCase(),
    ),
    whatWouldChangeIt: `${redo}; if it was on purpose, ${declare}.`,
  };
}

function notEnough({ meanA, meanB, paired, nUsed }: TaskValueDifference, facts: OutcomeFacts) {
  const empty = [meanA === null ? "a" : null, meanB === null ? "b" : null].filter((side) => side !== null);
  if (empty.length > 0)
    return {
      outcomeReason: `No row of ${empty.join(" and ")} has a readable value.`,
      whatWouldChangeIt: `Grade the rows of ${empty.join(" and ")}.`,
    };
  return {
    outcomeReason: `${nUsed} ${nUsed === 1 ? "unit" : "units"} on the smaller side, an interval needs ${MIN_INTERVAL_VALUES}.`,
    whatWouldChangeIt: paired ? "Use more clusters." : `Run at least ${facts.minPaired} shared tasks on both sides.`,
  };
}

/** How many tasks that differ the test needs before its p-value can reach alpha at all. */
const tasksThatMustDiffer = (alpha: number): number => Math.ceil(Math.log2(2 / alpha) - 1e-9);

function notShown(difference: TaskValueDifference, { level }: OutcomeFacts) {
  const { delta, interval, pValue, nNonTied, nUsed, error, paired } = difference;
  const excludesZero = interval !== null && (interval.low > 0 || interval.high < 0);
  const p = pValue === null ? "there is no p-value" : pText(pValue);
  const reason = excludesZero
    ? `${p} is above ${fixedText(1 - level, DIGITS)}, though ${intervalText(difference, level)} leaves out zero`
    : `${intervalText(difference, level)} holds zero (${p})`;
  const needed = tasksThatMustDiffer(1 - level);
  const outcomeReason = `On ${tasksText(difference)}, ${reason}.`;
  if (paired && difference.nGroups === null && nNonTied < needed)
    return {
      outcomeReason,
      whatWouldChangeIt: `At least ${needed} tasks that differ: here ${nNonTied} of ${nUsed} do, and fewer can never show it.`,
    };
  if (delta === null || delta === 0 || error === null || error === 0)
    return { outcomeReason, whatWouldChangeIt: "Tasks on which the runs differ more often one way than the other." };
  const tasks = Math.max(nUsed + 1, Math.ceil(nUsed * FOR_POWER_80 * (error / delta) ** 2));
  return {
    outcomeReason,
    whatWouldChangeIt: `About ${tasks} tasks, if the true difference is the ${signedText(delta, DIGITS)} seen here.`,
  };
}

function shown(difference: TaskValueDifference, { level }: OutcomeFacts) {
  const { delta, pValue } = difference;
  const p = pValue === null ? "" : ` and ${pText(pValue)}`;
  return {
    outcomeReason: `${signedText(delta ?? 0, DIGITS)} on ${tasksText(difference)}: ${intervalText(difference, level)} leaves out zero${p}.`,
    whatWouldChangeIt: "Runs repeated on both sides: one run a side does not say how much re-runs differ.",
  };
}

/** The outcome of a comparison with its reason and what would change it. */
export function compareOutcome(difference: TaskValueDifference, facts: OutcomeFacts): OutcomeFields {
  const { verdict } = difference;
  if (verdict === "insufficient_data") return { outcome: "not enough data", ...notEnough(difference, facts) };
  if (facts.notComparable.length > 0) return { outcome: "not comparable", ...notComparable(facts.notComparable) };
  if (verdict === "no_difference_detected") return { outcome: "no difference shown", ...notShown(difference, facts) };
  const outcome: Outcome = (verdict === "b_better") === facts.lowerIsBetter ? "worse" : "better";
  return { outcome, ...shown(difference, facts) };
}
