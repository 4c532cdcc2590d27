import { isRecord, type Row, recordsOf } from "@whileai/core";
import { readCompletion } from "./read-completion.js";
import { wholePrompt } from "./whole-prompt.js";

/** Fields that are kept as they came. */
const KEPT = ["task_id", "scenario_id", "markers", "finish_reason", "logprob", "n_tokens", "rollout_id"] as const;

/**
 * A sampled completion as a row with its calls as steps. The reply is read from `final_text`, else from `completion` (text
 * or messages), else from `messages`, where everything before the first turn of the assistant is the prompt. Steps that
 * were given stay. Null for what is no object.
 */
export function sampledRow(given: unknown): Row | null {
  if (!isRecord(given)) return null;
  const row: Row = {};
  for (const field of KEPT) if (given[field] !== undefined) row[field] = given[field] as never;
  const { prompt, completion, asked } = partsOf(given);
  row.prompt = wholePrompt(prompt ?? asked);
  const read = readCompletion(completion);
  row.final_text = read?.final_text ?? "";
  const steps = [given.steps, given.tool_trace].map(recordsOf).find((list) => list.length > 0);
  row.steps = (steps ?? read?.steps ?? []) as NonNullable<Row["steps"]>;
  return row;
}

function partsOf(given: Readonly<Record<string, unknown>>) {
  const messages = recordsOf(given.messages);
  const first = messages.findIndex((message) => message.role === "assistant");
  const asked = first < 0 ? messages : messages.slice(0, first);
  const answered = first < 0 ? [] : messages.slice(first);
  const hasCalls = answered.some((message) => recordsOf(message.tool_calls).length > 0);
  const spoken = typeof given.final_text === "string" && !hasCalls ? given.final_text : undefined;
  const completion = spoken ?? given.completion ?? (answered.length > 0 ? answered : given.final_text);
  return { prompt: given.prompt, completion, asked };
}
