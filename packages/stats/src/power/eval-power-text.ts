import { fixedText, renderNotes } from "@whileai/core";
import { FIXES } from "./eval-power-notes.js";
import type { EvalPower } from "./eval-power-types.js";

/** The eval set in words. */
export function evalPowerText(report: EvalPower): string {
  const { verdict, reason, nTasks, nRollouts, k, base, band, inBand, tiedPass, tiedFail } = report;
  const lines = [`eval set ${verdict}: ${reason}${verdict === "usable" ? "" : `. ${FIXES[verdict]}`}`];
  if (base !== null)
    lines.push(
      `  ${nTasks} tasks, ${nRollouts} rollouts, k=${k}, base ${fixedText(base, 2)}; ${inBand} tasks in ` +
        `${fixedText(band.low, 2)}..${fixedText(band.high, 2)}, ${tiedPass} always pass, ${tiedFail} always fail`,
    );
  return [...lines, ...renderNotes(report.notes.filter(({ code }) => code !== verdict))].join("\n");
}
