import { contentText } from "./content.js";
import { conversation } from "./conversation.js";
import { isCapReason } from "./is-cap-reason.js";
import { looksFinished } from "./looks-finished.js";
import { looseRow, looseSteps } from "./loose-row.js";
import { replyLength } from "./reply-length.js";
import type { Row } from "./row.js";

/** Replies below this many characters are never called cut by the look of their ending. */
const SHORTEST_CUT_REPLY = 200;
/** Characters at the end that show whether a reply is complete. */
const ENDING_LENGTH = 400;

/** Closing marks of any script: terminal punctuation (。！？।؟…), closing brackets and quotes. */
const CLOSING_MARK = /[\p{Sentence_Terminal}\p{Pe}\p{Pf}…”’」』]$/u;
const URL_END = /(?:https?:\/\/|www\.)\S+$/iu;
const LIST_OR_TABLE_LINE = /^(?:[-*+•]\s+\S|\d+[.)]\s+\S|\|.*\|$)/u;

// Written where it is used, and not as a constant, so that bundles of pages that never ask leave it out.
const endsInEmoji = (text: string): boolean =>
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier})\ufe0f?$/u.test(text);

/** Whether a reply's ending looks complete in any script and in Markdown. */
function looksComplete(text: string): boolean {
  if (looksFinished(text)) return true;
  const ending = text.trimEnd().slice(-ENDING_LENGTH);
  const plain = ending.replace(/[*_~`]+$/u, "");
  if (plain.trim() === "") return false;
  const closesEmphasis = plain.length < ending.length && plain === plain.trimEnd();
  const lastLine = plain.slice(plain.lastIndexOf("\n") + 1).trim();
  return (
    closesEmphasis ||
    CLOSING_MARK.test(plain) ||
    endsInEmoji(plain) ||
    URL_END.test(lastLine) ||
    LIST_OR_TABLE_LINE.test(lastLine)
  );
}

const saysCut = (text: unknown): boolean => typeof text === "string" && /truncat|cut off/iu.test(text);

/**
 * Whether a rollout was cut by its token cap.
 *
 * What the server stamped wins in both directions: a `finish_reason` for the token cap (`length`, `max_tokens` and their
 * like, see `isCapReason`) or a step marked `truncated` is cut, any other `finish_reason` is not. Without a stamp a row is
 * cut when its reason says so, or when the agent said at least 200 characters and the reply does not look complete
 * (closing marks of any script, emoji, URLs, emphasis, list items and table rows are complete endings).
 *
 * @example
 * isTruncated({ final_text: "see https://example.com", finish_reason: "stop" }); // false
 */
export function isTruncated(row: Readonly<Row>): boolean {
  const known = looseRow(row);
  if (isCapReason(known.finish_reason) || looseSteps(known).some((step) => step.truncated === true)) return true;
  if (typeof known.finish_reason === "string" && known.finish_reason !== "") return false;
  if (saysCut(known.reason) || saysCut(known.grader_reason)) return true;
  if (replyLength(known) < SHORTEST_CUT_REPLY) return false;
  return !looksComplete(lastReply(known));
}

function lastReply(row: Readonly<Row>): string {
  if (typeof row.final_text === "string") return row.final_text;
  return contentText(conversation(row).findLast((message) => message.role === "assistant")?.content);
}
