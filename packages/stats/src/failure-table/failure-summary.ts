import { fixedText, percentText, signedText } from "@whileai/core";
import { cellName, pText } from "./failure-table-text.js";
import type { FailureCell, FailureTableFields } from "./failure-table-types.js";

const DIGITS = 2;

/** Where the agent fails worst, in one sentence. */
export function failureSummary(fields: Omit<FailureTableFields, "summary" | "next">): string {
  const { worst, cells, nRollouts, nFailures, minTasks, tooFew, nClusters } = fields;
  if (nRollouts === 0) return "No rollout is graded, so nothing is known of where the agent fails.";
  if (nFailures === 0) return "No graded rollout fails.";
  if (worst !== null) return `Fails worst at ${cellName(worst)}: ${inNumbers(worst)}.`;
  const [highest] = cells;
  if (highest === undefined)
    return tooFew.length === 0
      ? "The rows do not say by what to tell rollouts apart."
      : `No cell has the ${minTasks} graded ${nClusters === null ? "tasks" : "clusters"} that ranking needs.`;
  return `No cell is shown to fail more than the rest; the highest rate is ${cellName(highest)} at ${fixedText(highest.failRate ?? 0, DIGITS)}.`;
}

function inNumbers({ failRate, difference, comparison, adjustedP, shareOfFailures }: FailureCell): string {
  const against = comparison === "paired" ? "the same tasks outside it" : "the rest";
  return [
    `rate ${fixedText(failRate ?? 0, DIGITS)}`,
    `${signedText(difference ?? 0, DIGITS)} on ${against} (adjusted p ${pText(adjustedP ?? 1)})`,
    `${percentText(shareOfFailures ?? 0)} of all failures`,
  ].join(", ");
}

/** What to do next, in one sentence. */
export function nextStep({ worst, nRollouts, nFailures }: Omit<FailureTableFields, "summary" | "next">): string {
  if (nRollouts === 0) return "Next: grade the rows, then ask again.";
  if (nFailures === 0) return "Next: `simulate({ coverage: { hardShare: 0.5 } })` looks for harder situations.";
  if (worst !== null) return "Next: `simulate({ traces: rows })` aims the next run there.";
  return "Next: `simulate({ traces: rows })` aims the next run at what failed; more tasks tell cells apart.";
}
