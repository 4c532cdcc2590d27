import { fixedText, renderNotes } from "@whileai/core";
import type { HoldoutSize } from "./holdout-size-types.js";

const SOURCES = { rows: "measured on the rows", given: "as given", model: "from the base rate" } as const;
const MODELS = {
  repair: "task rates Beta, failures repaired alike",
  measured: "the rows' differences",
  normal: "normal differences",
} as const;

/** The plan in words: the size, where it comes from, its range, and what to mind. */
export function holdoutSizeText(report: HoldoutSize): string {
  const { nTasks, nTasksForVerdict, effect, k, base, power, alpha, taskStd, sdSource, halfWidth } = report;
  const assumptions = `(base ${fixedText(base, 2)}, power ${fixedText(power, 2)}, alpha ${fixedText(alpha, 2)})`;
  const lines = [
    `holdout ${nTasks} paired tasks for a +${fixedText(effect, 3)} gain at k=${k} ${assumptions}`,
    nTasksForVerdict === null
      ? "  no number of tasks gives a verdict"
      : `  a verdict needs ${nTasksForVerdict} tasks (${MODELS[report.taskModel]})`,
    `  task SD ${fixedText(taskStd, 3)} (${SOURCES[sdSource]}), interval half-width ${fixedText(halfWidth, 3)}`,
  ];
  const concentrated = report.nTasksForVerdictConcentrated;
  if (concentrated !== null) lines.push(`  ${concentrated} tasks if few tasks carry the whole gain`);
  if (report.nTasksLow !== null && report.nTasksHigh !== null)
    lines.push(`  range ${report.nTasksLow}..${report.nTasksHigh} (${report.nTasksRangeMethod})`);
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
