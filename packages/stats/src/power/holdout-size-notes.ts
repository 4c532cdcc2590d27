import { fixedText, type Note } from "@whileai/core";
import type { HoldoutSizeFields } from "./holdout-size-types.js";
import { CEILING_RATE, DEFAULT_BASE } from "./sizing-defaults.js";

/** From this ratio on the rows say that rollouts of a task are far from independent. Convention. */
const NOTABLE_RATIO = 1.5;

function saturatedNote({ base, k }: HoldoutSizeFields): Note {
  const stand = `the number is that of a base rate of ${fixedText(DEFAULT_BASE, 2)} at k=${k}`;
  return base >= CEILING_RATE
    ? {
        code: "ceiling",
        severity: "warning",
        message: `the rows pass at ${fixedText(base, 2)}, too close to 1 to size by; ${stand}.`,
        fix: "Use harder tasks.",
      }
    : {
        code: "degenerate",
        severity: "warning",
        message: `no task of the rows moved, so they show no spread; ${stand}.`,
        fix: "Size by two runs that differ, or give `taskStd`.",
      };
}

/** The notes of a holdout size, in their fixed order. */
export function holdoutSizeNotes(fields: HoldoutSizeFields): Note[] {
  const { saturated, noiseBand, effect, independenceRatio, nTasks, nTasksForVerdict, sdSource } = fields;
  const notes: Note[] = [];
  if (saturated) notes.push(saturatedNote(fields));
  if (noiseBand !== null && noiseBand >= effect)
    notes.push({
      code: "effect_inside_noise",
      severity: "error",
      message: `an effect of ${fixedText(effect, 3)} lies inside the noise band of ${fixedText(noiseBand, 3)}: no number of tasks shows it.`,
      fix: "Average more runs a side, which narrows the band.",
    });
  if (nTasksForVerdict !== null && nTasksForVerdict > nTasks)
    notes.push({
      code: "verdict_needs_more",
      severity: "info",
      message: `a verdict needs ${nTasksForVerdict} tasks; the normal formula's ${nTasks} give it with power ${fixedText(fields.verdictPowerAtNTasks, 2)}.`,
    });
  if (independenceRatio !== null && independenceRatio >= NOTABLE_RATIO)
    notes.push({
      code: "tasks_differ",
      severity: "info",
      message: `rollouts vary ${fixedText(independenceRatio, 1)} times as much over the run as within one task; comparing task by task takes that out${sdSource === "model" ? ", so the normal formula is on the high side" : ""}.`,
    });
  return notes;
}
