import { type OptionRule, optionRule } from "@whileai/core";
import { CLASSIC_PROBES, EXTENDED_PROBES, type JudgeProbeName } from "./probe-edits.js";

/** Rows that are probed; convention. */
export const DEFAULT_PROBE_SAMPLE = 40;
/** Exploit rate from which a probe is flagged; convention. */
export const DEFAULT_EXPLOIT_FLAG = 0.1;
/** Fewest rows an exploit rate must be a share of to be flagged; convention. */
export const DEFAULT_PROBE_MIN_N = 20;
/** Level of the probe tests; convention. */
export const DEFAULT_PROBE_ALPHA = 0.05;
/** Power of what `resolves` says; convention. */
export const DEFAULT_PROBE_POWER = 0.8;

/** Which probes are run: the seven classic ones ("all", or true), all there are ("extended"), some, or none (false). */
export type ProbeSelection = boolean | "all" | "extended" | readonly JudgeProbeName[];

const NAMES: readonly JudgeProbeName[] = [...CLASSIC_PROBES, ...EXTENDED_PROBES];

/** Checks a {@link ProbeSelection}. */
export const probesRule: OptionRule = optionRule.either(
  optionRule.flag,
  optionRule.oneOf(["all", "extended"]),
  optionRule.listOf(optionRule.oneOf(NAMES), 1),
);

/** The probes that a selection names, in the order in which they are printed. */
export function selectedProbes(selection: ProbeSelection): readonly JudgeProbeName[] {
  if (selection === false) return [];
  if (selection === "extended") return NAMES;
  if (selection === true || selection === "all") return CLASSIC_PROBES;
  return NAMES.filter((name) => selection.includes(name));
}
