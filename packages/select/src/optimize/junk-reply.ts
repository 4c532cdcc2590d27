import { contentText, conversation, isRecord, isTruncated, looksFinished, type Row } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";

/** Why a reply is no reply at all. */
export type JunkCause =
  | "blank"
  | "agent_error"
  | "infrastructure_error"
  | "repeated_character"
  | "harness_text"
  | "raw_markup"
  | "unfinished"
  | "no_conversation"
  | "ends_on_input"
  | "asks_back";

/** Replies above this length that stop in mid-sentence are unusable whatever the truncation policy. Convention. */
const LONGEST_UNFINISHED = 600;
/** Prompts of this many words cannot be answered by a question. Convention. */
const SHORTEST_ASK_WORDS = 2;

const AGENT_ERROR = /^\W*agent error\b/i;
const RETURNED_STATUS = /\breturned [45]\d\d\b/i;
/** Bounded, as a long run of colons would otherwise be tried from every place. */
const HTTP_STUB =
  /^(?:https?:\/\/\S{1,2000}[\s:]{1,8}[45]\d\d\b|[45]\d\d[\s:]+(?:client|server|error|internal|not found|bad|unauthorized|forbidden|service|gateway|too many|conflict|timeout))/i;
/** Rules and leaders in Markdown are long runs too; they are no sign of a stuck model. */
const REPEATED_CHARACTER = /([^\s\-=_*~#.─])\1{29}/u;
const HARNESS_TEXT = /<USER_TURN>|\bscene brief\b|scenario_dimensions|world_state|\bsituation card\b|region_id/i;
const RAW_MARKUP =
  /<tool_call>|["']name["']\s*:[\s\S]{0,500}?["']description["']\s*:[\s\S]{0,500}?["']parameters["']\s*:/;

/** What the agent said last, as text. */
export function replyText(row: Readonly<Row>): string {
  if (typeof row.final_text === "string" && row.final_text.trim() !== "") return row.final_text;
  return contentText(conversation(row).findLast((message) => message.role === "assistant")?.content);
}

/** Whether the row holds a tool call, in its steps, its trace or its messages. */
export function callsTool(row: Readonly<Row>): boolean {
  for (const list of [row.steps, row.tool_trace] as unknown[])
    if (Array.isArray(list) && list.some((step) => isRecord(step) && typeof step.tool === "string" && step.tool !== ""))
      return true;
  return conversation(row).some((message) => Array.isArray(message.tool_calls) && message.tool_calls.length > 0);
}

/** Why the reply is junk, or null. The first cause that holds. */
export function junkCause(row: Readonly<Row>): JunkCause | null {
  const reply = replyText(row).trim();
  if (reply === "") return "blank";
  if (reply.toLowerCase().startsWith("<agent error")) return "agent_error";
  const called = callsTool(row);
  if (!called && (AGENT_ERROR.test(reply) || RETURNED_STATUS.test(reply) || HTTP_STUB.test(reply)))
    return "infrastructure_error";
  if (REPEATED_CHARACTER.test(reply)) return "repeated_character";
  if (HARNESS_TEXT.test(reply)) return "harness_text";
  if (RAW_MARKUP.test(reply)) return "raw_markup";
  if (reply.length > LONGEST_UNFINISHED && row.overlong !== true && !looksFinished(reply) && isTruncated(row))
    return "unfinished";
  const messages = conversation(row);
  if (messages.length === 0 && !called) return "no_conversation";
  const last = messages.at(-1)?.role;
  if (last === "user" || last === "tool") return "ends_on_input";
  if (!called && reply.endsWith("?") && wordCount(promptText(row)) <= SHORTEST_ASK_WORDS) return "asks_back";
  return null;
}

/** Whether there is anything to train on: a tool call, or a turn of the agent with words. */
export function hasTrainableContent(row: Readonly<Row>): boolean {
  return replyText(row).trim() !== "" || callsTool(row) || agentSpoke(row);
}

function agentSpoke(row: Readonly<Row>): boolean {
  return conversation(row).some(
    (message) => message.role === "assistant" && contentText(message.content).trim() !== "",
  );
}

function wordCount(text: string): number {
  return text.split(/\s+/u).filter(Boolean).length;
}
