import type { ToolSchema } from "../tool/tool-types.js";
import { identifierParameter } from "./identifier-parameter.js";
import { policyClauses } from "./policy-clauses.js";

export const STANCES = [
  "ordinary",
  "ambiguous",
  "boundary",
  "adversarial",
  "hurried",
  "unsure",
  "retry",
  "mistaken",
  "exploratory",
  "conflicting",
] as const;
export type Stance = (typeof STANCES)[number];

export const WORLD_STATES = [
  "entity exists",
  "entity missing",
  "entity already acted on",
  "duplicate entity",
  "partially completed",
  "unknown",
] as const;
export type WorldState = (typeof WORLD_STATES)[number];

export const TOOL_CONDITIONS = ["success", "timeout", "malformed_result", "stale_result", "permission_denied"] as const;
export type ToolCondition = (typeof TOOL_CONDITIONS)[number];

export const HISTORIES = [
  "fresh",
  "prior_failure",
  "prior_partial_action",
  "contradicts_earlier",
  "repeat visit",
] as const;
export type History = (typeof HISTORIES)[number];

/** The level of an axis that says nothing: no rule was written, no record is named. */
export const UNSPECIFIED = "unspecified";
/** The levels of the tool axis that are no tool's name. */
export const UNRELATED = "unrelated";
export const MULTI_TOOL = "multi_tool";

export interface SituationAxes {
  readonly tool: readonly string[];
  readonly rule: readonly string[];
  readonly stance: readonly string[];
  readonly world_state: readonly string[];
  readonly tool_condition: readonly string[];
  readonly history: readonly string[];
}

export interface SituationAxesReport {
  readonly axes: SituationAxes;
  /** Clauses of the policy in all, and how many of them the rule axis leaves out. */
  readonly rulesTotal: number;
  readonly rulesLeftOut: number;
}

/**
 * The six axes of the situations an agent may meet, each with its levels: the tools (and none of them, and several), the
 * clauses of the policy, ten stances, the state of the record, how the tool behaves, and what happened before.
 *
 * @param options.ruleLimit - The most clauses on the rule axis, default 16.
 *
 * @example
 * situationAxes({ tools: [getOrder], systemPrompt: "" }).axes.tool; // ["get_order", "unrelated", "multi_tool"]
 */
export function situationAxes(options: {
  tools: readonly ToolSchema[];
  systemPrompt: string;
  ruleLimit?: number | undefined;
}): SituationAxesReport {
  const { clauses, total, leftOut } = policyClauses(options.systemPrompt, { limit: options.ruleLimit });
  const namesRecords = options.tools.some((tool) => identifierParameter(tool) !== null);
  const names = new Set([...options.tools.map((tool) => tool.name), UNRELATED, MULTI_TOOL]);
  return {
    axes: {
      tool: [...names],
      rule: clauses.length > 0 ? clauses : [UNSPECIFIED],
      stance: STANCES,
      world_state: namesRecords ? WORLD_STATES : [UNSPECIFIED],
      tool_condition: TOOL_CONDITIONS,
      history: HISTORIES,
    },
    rulesTotal: total,
    rulesLeftOut: leftOut,
  };
}
