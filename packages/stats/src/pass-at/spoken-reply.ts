import { contentText, isRecord } from "@whileai/core";

/** A thought, to its end or to the end of the reply. */
const THOUGHT = /<think>[\s\S]*?(<\/think>|$)/gi;

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
  let unclosedThought = false;
  const drop = (_: string, end: string): string => {
    unclosedThought ||= end === "";
    return "";
  };
  // Most replies hold no mark at all, which a search for one character tells sooner.
  const spoken = reply.includes("<") ? reply.replace(THOUGHT, drop) : reply;
  return { answered: spoken.trim() !== "", unclosedThought };
}
