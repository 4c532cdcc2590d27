import type { Completion } from "@whileai/core";

/** Why a reply could not be read. That it ran out of room comes first: what is missing from it explains the rest. */
export function replyProblem(reply: Completion | undefined, problem: string | undefined): string | undefined {
  const cut = reply?.finishReason === "length" ? "the reply was cut off, raise maxTokens of the judge" : undefined;
  return [cut, problem].filter((part) => part !== undefined).join("; ") || undefined;
}

/** A sentence with its cause behind it, where one is known. */
export const withCause = (what: string, cause: string | undefined): string =>
  cause === undefined ? what : `${what}: ${cause}`;
