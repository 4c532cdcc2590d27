import { isRecord, type OptionRule, optionRule, type PlannedFault } from "@whileai/core";
import { FAULT_MODES, type FaultBuilder } from "./fault-answer.js";

/** What the fields of a planned fault must be. `modes` are the caller's own, besides those that the world knows. */
export function plannedFaultRules(modes: Readonly<Record<string, FaultBuilder>> = {}): Record<string, OptionRule> {
  return {
    tool: optionRule.notBlank,
    mode: optionRule.oneOf([...FAULT_MODES, ...Object.keys(modes)]),
    at: optionRule.listOf(optionRule.integer(0)),
    first_n: optionRule.integer(1),
    probability: optionRule.number(0, 1),
    recover_after: optionRule.integer(1),
  };
}

/** A planned fault as a row has it; null for what the world cannot play. A field that is null says nothing. */
export function readPlannedFault(given: unknown, rules: Readonly<Record<string, OptionRule>>): PlannedFault | null {
  if (!isRecord(given)) return null;
  const fields = Object.keys(rules)
    .filter((name) => Object.hasOwn(given, name) && given[name] !== null && given[name] !== undefined)
    .map((name) => [name, given[name]] as const);
  const fault = Object.fromEntries(fields);
  if (!Object.hasOwn(fault, "tool") || !Object.hasOwn(fault, "mode")) return null;
  if (fields.some(([name, value]) => rules[name]?.(value) !== undefined)) return null;
  return structuredClone(fault) as unknown as PlannedFault;
}
