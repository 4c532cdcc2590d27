import { WhileaiError } from "../errors/whileai-error.js";
import { cutText } from "../text/cut-text.js";

/** Longest error text that is written on a row; convention. */
const ERROR_TEXT_CHARS = 2000;

/** Text cut to a length, with a mark that says how much is missing. Never cuts a surrogate pair in two. */
export function clipText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = cutText(text, limit);
  return `${cut}...[${text.length - cut.length} chars omitted]`;
}

/**
 * What was thrown, as `Type: message`. Anything can be thrown, so this never throws itself.
 *
 * @example
 * describeError(new TypeError("no such key")); // "TypeError: no such key"
 */
export function describeError(thrown: unknown): string {
  try {
    if (typeof thrown === "object" && thrown !== null) {
      const { name, message } = thrown as { name?: unknown; message?: unknown };
      const type = typeof name === "string" && name !== "" ? name : "Error";
      return clipText(typeof message === "string" && message !== "" ? `${type}: ${message}` : type, ERROR_TEXT_CHARS);
    }
    return clipText(`Error: ${String(thrown)}`, ERROR_TEXT_CHARS);
  } catch {
    return "Error: a value that cannot be read was thrown";
  }
}

/** The code of an error of this product; undefined for anything else that was thrown. */
export function errorCode(thrown: unknown): string | undefined {
  try {
    return WhileaiError.isInstance(thrown) ? thrown.code : undefined;
  } catch {
    return undefined;
  }
}
