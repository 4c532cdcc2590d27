import { countText, cutText, renderNotes } from "@whileai/core";
import { numberText } from "../../notes/number-text.js";
import { intervalText, shareText, tieText } from "../marker-text.js";
import type { RefusalCount, RefusalReport } from "./refusal-report.js";

/** Tasks that the text names. */
const NAMED = 3;
/** Characters of a task's name that it shows. */
const LONGEST_TASK = 60;

/** The terminal text of a refusal report. */
export function renderRefusalReport(report: RefusalReport): string {
  const reward = (value: number | null) => numberText(value, 2, "-");
  const count = ({ nRefused, nRows }: RefusalCount) => `${nRefused} of ${nRows}`;
  const lines = [
    `refusals: ${report.nRefused} of ${countText(report.nRows, "row")}, rate over tasks ${shareText(report.rate)} [${intervalText(report.interval)}]`,
    `  after a fault ${count(report.afterFault)}; without one ${count(report.withoutFault)}`,
    `  reward when refusing ${reward(report.rewardRefused)}, when answering ${reward(report.rewardAnswered)}; correlation within asks ${tieText(report.within)}, pooled ${tieText(report.pooled)}`,
  ];
  const { alwaysRefused } = report;
  if (alwaysRefused.length > 0) {
    const named = alwaysRefused.slice(0, NAMED).map((task) => JSON.stringify(cutText(task, LONGEST_TASK)));
    const more = alwaysRefused.length > NAMED ? ", …" : "";
    lines.push(`  always refused: ${countText(alwaysRefused.length, "task")} (${named.join(", ")}${more})`);
  }
  return [...lines, ...renderNotes(report.notes)].join("\n");
}
