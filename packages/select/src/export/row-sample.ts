import { notJson, WhileaiError, withoutPrivileged } from "@whileai/core";
import { type RowPosition, rowProblem } from "./export-problem.js";
import type { ToolEnvelope, TrainingMessage } from "./export-record.js";
import { toolEnvelopes } from "./tool-envelopes.js";
import { type MessageRules, type TrainingConversation, trainingMessages } from "./training-messages.js";
import { type TurnFacts, turnFacts } from "./turn-facts.js";

/** A row that is ready to be written: its conversation, its mask and its tools. */
export interface RowSample extends RowPosition {
  readonly conversation: TrainingConversation;
  readonly messages: readonly TrainingMessage[];
  /** 1 for the turns that the agent sampled and that say or call something. */
  readonly mask: readonly (0 | 1)[];
  /** Positions of the turns that carry loss. */
  readonly turns: readonly number[];
  readonly tools: readonly ToolEnvelope[];
}

/**
 * Reads a row for export.
 *
 * @throws RowError when the row holds what JSON or the format cannot.
 */
export function rowSample(
  position: RowPosition,
  rules: MessageRules,
  tools: readonly ToolEnvelope[] | null,
): RowSample {
  refuseNotJson(position);
  const conversation = trainingMessages(position, rules);
  const { messages, given } = conversation;
  const mask = messages.map((message, at): 0 | 1 => (isTurnWithSomething(message) && !given.has(at) ? 1 : 0));
  const turns = [...mask.keys()].filter((index) => mask[index] === 1);
  return { ...position, conversation, messages, mask, turns, tools: tools ?? ownTools(position) };
}

/** The sampling facts of the sample's assistant messages, in order; null when they cannot be told apart. */
export function sampleFacts({ row, messages, conversation }: RowSample): TurnFacts[] | null {
  if (conversation.turnsMerged > 0) return null;
  return turnFacts(row, messages.filter((message) => message.role === "assistant").length);
}

function isTurnWithSomething(message: TrainingMessage): boolean {
  return message.role === "assistant" && (message.content !== "" || (message.tool_calls ?? []).length > 0);
}

function ownTools(position: RowPosition): ToolEnvelope[] {
  const own: unknown = position.row.tools;
  if (!Array.isArray(own)) return [];
  try {
    return toolEnvelopes(own);
  } catch (error) {
    if (!WhileaiError.isInstance(error)) throw error;
    throw rowProblem(position, "tools_invalid", {
      field: "tools",
      message: `its own tools cannot be read (${error.message})`,
      fix: "Mend the row, or give the agent's tools.",
    });
  }
}

/** Refuses a row that holds NaN, an infinity or anything else that is not JSON, wherever it stands. */
export function refuseNotJson(position: RowPosition): void {
  const bad = notJson(withoutPrivileged(position.row));
  if (bad === undefined) return;
  throw rowProblem(position, bad.isNumber ? "not_finite" : "not_json", {
    field: bad.field,
    message: `\`${bad.field}\` is ${bad.found}, which JSON cannot hold.`,
    fix: bad.isNumber ? "Set it to null where there is no number." : "Keep rows plain data.",
  });
}
