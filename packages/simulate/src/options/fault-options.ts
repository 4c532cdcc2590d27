import { type OptionRules, optionRule, type PlannedFault, type ToolSchema } from "@whileai/core";
import type { FaultBuilder } from "../world/fault-answer.js";
import { checkFaultTools, type FaultPlan, plannedFaults } from "../world/fault-plan.js";
import { refuseOption } from "./refuse-option.js";

/** Where faults come from. */
export interface FaultOptions {
  /** Share of situations with a planned fault. Default 0.5, in mode rl 0.8 (convention of the Python package). */
  readonly share?: number | undefined;
  /** Faults for every situation, instead of those that the situations plan. */
  readonly plan?: readonly FaultPlan[] | undefined;
  /** Fault modes of your own, or other answers for known ones, by name. */
  readonly modes?: Readonly<Record<string, FaultBuilder>> | undefined;
}

export const FAULT_RULES: OptionRules = {
  share: optionRule.number(0, 1),
  plan: optionRule.listOf(optionRule.record),
  modes: optionRule.record,
};

/** How the plan is called in errors. */
const PLACE = { call: "simulate", option: "faults.plan" } as const;

/**
 * The plan of the options as rows hold it; undefined when the situations plan. Throws an OptionError for a fault that no
 * rollout could meet.
 */
export function readFaultPlan({ plan, modes = {} }: FaultOptions): PlannedFault[] | undefined {
  for (const [name, builder] of Object.entries(modes)) {
    if (typeof builder !== "function") {
      refuseOption(
        `faults.modes.${name}`,
        builder,
        `\`faults.modes.${name}\` must be a function.`,
        "It answers the call.",
      );
    }
  }
  return plan && plannedFaults(plan, { ...PLACE, modes });
}

/** Throws an OptionError for a planned fault of a tool that the run does not have. */
export function checkPlannedTools(plan: readonly PlannedFault[] | undefined, tools: readonly ToolSchema[]): void {
  if (plan !== undefined) checkFaultTools(plan, tools, PLACE);
}
