import { fixedText, type Note } from "@whileai/core";
import type { EvalPowerFields, EvalPowerVerdict } from "./eval-power-types.js";

/** Why the verdict is what it is, as a sentence without its stop. */
export function evalPowerReason({
  verdict,
  nTasks,
  effect,
  base,
  resolvable,
  nNeededForVerdict,
}: Omit<EvalPowerFields, "reason">): string {
  const gain = `a gain of ${fixedText(effect, 3)}`;
  switch (verdict) {
    case "empty":
      return "no row has a reward of 0 or 1";
    case "floored":
      return "every rollout of every task failed";
    case "saturated":
      return `tasks pass at ${fixedText(base ?? 0, 2)}, which leaves no room for ${gain}`;
    case "underpowered": {
      const shown = resolvable === null ? "show no gain at all" : `show no gain below ${fixedText(resolvable, 3)}`;
      return `${nTasks} tasks ${shown}; ${gain} needs ${nNeededForVerdict ?? "more"}`;
    }
    case "usable":
      return `${nTasks} tasks show ${gain}`;
  }
}

/** What to do about each verdict that is not `usable`. */
export const FIXES: Readonly<Record<Exclude<EvalPowerVerdict, "usable">, string>> = {
  empty: "Grade the rows first.",
  floored: "Use easier tasks, or check the judge on a row that must pass.",
  saturated: "Use harder tasks.",
  underpowered: "Add tasks or rollouts; `taskOrRollouts` says which.",
};

/** The notes of an eval set, in their fixed order. */
export function evalPowerNotes(fields: EvalPowerFields): Note[] {
  const { verdict, reason, nTasks, inBand, singleRollout } = fields;
  const notes: Note[] = [];
  if (verdict !== "usable")
    notes.push({ code: verdict, severity: "warning", message: `${reason}.`, fix: FIXES[verdict] });
  if (nTasks > 0 && singleRollout === nTasks)
    notes.push({
      code: "single_rollout",
      severity: "info",
      message: "every task has one rollout, so nothing tells noise from difficulty.",
      fix: "Run each task a few times.",
    });
  if (verdict === "usable" && inBand === 0)
    notes.push({
      code: "none_in_band",
      severity: "info",
      message: "no task's rate lies in the band: all are nearly solved or nearly hopeless.",
    });
  return notes;
}
