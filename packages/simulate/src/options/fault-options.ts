import { checkOptions, type OptionRules, optionRule, type PlannedFault } from "@whileai/core";
import type { FaultBuilder } from "../world/fault-answer.js";
import { plannedFaultRules } from "../world/planned-fault.js";
import { refuseOption } from "./refuse-option.js";

/** Where faults come from. */
export interface FaultOptions {
  /** Share of situations with a planned fault. Default 0.5, in mode rl 0.8 (convention of the Python package). */
  readonly share?: number | undefined;
  /** Faults for every situation, instead of those that the situations plan. */
  readonly plan?: readonly PlannedFault[] | undefined;
  /** Fault modes of your own, or other answers for known ones, by name. */
  readonly modes?: Readonly<Record<string, FaultBuilder>> | undefined;
}

export const FAULT_RULES: OptionRules = {
  share: optionRule.number(0, 1),
  plan: optionRule.listOf(optionRule.record),
  modes: optionRule.record,
};

/** Throws an OptionError for a fault that no rollout could meet. */
export function checkFaultPlan({ plan = [], modes = {} }: FaultOptions): void {
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
  const rules = plannedFaultRules(modes);
  for (const [index, fault] of plan.entries()) {
    const prefix = `faults.plan[${index}].`;
    const required = { ...{ tool: null, mode: null }, ...fault };
    checkOptions("simulate", required, rules, prefix);
  }
}
