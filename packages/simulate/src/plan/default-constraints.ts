import { MULTI_TOOL, type ToolSchema, UNRELATED, UNSPECIFIED } from "@whileai/core";
import { readTool, type ToolReading } from "../situations/tool-reading.js";
import type { Dimension } from "./situation.js";

/** Levels that must not occur together, by axis: one level, or any of several. */
export type SituationConstraint = Readonly<Partial<Record<Dimension, string | readonly string[]>>>;

/** Stances an ask about none of the tools can take: the others are about a record or a rule. */
const UNRELATED_STANCE_LEVELS: readonly string[] = ["ordinary", "hurried", "unsure", "exploratory", "adversarial"];

const READING_ASKS: ReadonlySet<string> = new Set([
  "lookup",
  "info",
  "search",
  "slots",
  "readFile",
  "searchCode",
  "calculate",
  "convert",
  "run",
]);

/** Whether a request of this kind leaves the record as it was. */
export const onlyReads = (tool: ToolReading): boolean => READING_ASKS.has(tool.ask);

const others = (levels: readonly string[], kept: readonly string[]): string[] =>
  levels.filter((level) => !kept.includes(level));

/**
 * What cannot be true at once: an ask about no tool has no tool trouble, record, history or rule to press on; a tool that
 * names no record has none that is missing or doubled; what only reads finds nothing that was already done.
 */
export function defaultConstraints(
  tools: readonly ToolSchema[],
  axes: Readonly<Record<Dimension, readonly string[]>>,
): SituationConstraint[] {
  const constraints: SituationConstraint[] = [
    { tool: UNRELATED, tool_condition: others(axes.tool_condition, ["success"]) },
    { tool: UNRELATED, world_state: others(axes.world_state, [UNSPECIFIED]) },
    { tool: UNRELATED, history: others(axes.history, ["fresh"]) },
    { tool: UNRELATED, stance: others(axes.stance, UNRELATED_STANCE_LEVELS) },
  ];
  const recordTools: string[] = [];
  for (const schema of tools) {
    const tool = readTool(schema);
    if (tool.entityParameter === null) {
      constraints.push({ tool: tool.name, world_state: others(axes.world_state, [UNSPECIFIED]) });
      continue;
    }
    recordTools.push(tool.name);
    if (onlyReads(tool)) constraints.push({ tool: tool.name, world_state: "entity already acted on" });
  }
  if (recordTools.length > 0) constraints.push({ tool: [...recordTools, MULTI_TOOL], world_state: UNSPECIFIED });
  return constraints;
}
