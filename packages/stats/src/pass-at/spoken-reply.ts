import { contentText, isRecord } from "@whileai/core";

const CLOSED_THOUGHT = /<think>[\s\S]*?<\/think>/gi;
const OPEN_THOUGHT = /<think>[\s\S]*$/i;

/** What the agent said to the user in a row. */
export interface SpokenReply {
  /** Whether anything is left once thoughts are taken out. */
  readonly answered: boolean;
  /** Whether a thought was opened and never closed: the reply was cut inside it. */
  readonly unclosedThought: boolean;
}

function replyText(row: Readonly<Record<string, unknown>>): string | null {
  if (typeof row.final_text === "string") return row.final_text;
  if (!Array.isArray(row.messages)) return null;
  const last = row.messages.findLast((message) => isRecord(message) && message.role === "assistant");
  return isRecord(last) ? contentText(last.content) : "";
}

/** Reads a row's reply (`final_text`, else the last assistant message); null when the row carries neither. */
export function spokenReply(row: Readonly<Record<string, unknown>>): SpokenReply | null {
  const reply = replyText(row);
  if (reply === null) return null;
  if (!reply.includes("<")) return { answered: reply.trim() !== "", unclosedThought: false };
  const closed = reply.replace(CLOSED_THOUGHT, "");
  const spoken = closed.replace(OPEN_THOUGHT, "");
  return { answered: spoken.trim() !== "", unclosedThought: spoken.length !== closed.length };
}
