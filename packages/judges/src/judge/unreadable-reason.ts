import type { Completion } from "@whileai/core";

/** Why replies are no verdict. That the last one ran out of room comes first: what is missing from it explains the rest. */
export function unreadableReason(replies: readonly Completion[], problem: string | undefined): string {
  const cut =
    replies.at(-1)?.finishReason === "length" ? "the reply was cut off, raise maxTokens of the judge" : undefined;
  const why = [cut, problem].filter((part) => part !== undefined).join("; ");
  return `the judge gave no readable verdict${why === "" ? "" : `: ${why}`}`;
}
