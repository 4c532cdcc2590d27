import { type Completion, clipText } from "@whileai/core";

/** How much of a reply is kept that could not be read. */
const RAW_CHARS = 2000;

/** A reply as it is kept with a verdict that could not be read. */
export const rawText = (text: string): string => clipText(text, RAW_CHARS);

/** The last of several replies, as it is kept. */
export const rawReply = (replies: readonly Completion[]): string => rawText(replies.at(-1)?.text ?? "");
