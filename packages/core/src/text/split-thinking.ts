/** A reply taken apart into what was said and what was thought. */
export interface SplitReply {
  readonly said: string;
  /** Thoughts in their order, a blank line between them. */
  readonly thought: string;
  /** The reply opened a thought and never closed it. */
  readonly unclosed: boolean;
}

const TAG = /<(\/?)think>/gi;

/**
 * Splits `<think>` blocks off a reply. A closing tag without an opening one ends a thought that the chat template had
 * opened; an opening tag without a closing one makes the rest of the reply a thought. A reply without tags stays as it is.
 *
 * @example
 * splitThinking("<think>look first</think>Checking A2."); // said "Checking A2.", thought "look first"
 */
export function splitThinking(reply: string): SplitReply {
  const pieces: { readonly text: string; isThought: boolean }[] = [];
  // What was said since the last thought that had no beginning.
  let said: { isThought: boolean }[] = [];
  let isThinking = false;
  let from = 0;
  const add = (text: string): void => {
    const piece = { text, isThought: isThinking };
    pieces.push(piece);
    if (!isThinking) said.push(piece);
  };
  for (const tag of reply.matchAll(TAG)) {
    add(reply.slice(from, tag.index));
    from = tag.index + tag[0].length;
    const isClosing = tag[1] === "/";
    if (isClosing && !isThinking) {
      for (const piece of said) piece.isThought = true;
      said = [];
    }
    isThinking = !isClosing;
  }
  if (from === 0) return { said: reply, thought: "", unclosed: false };
  add(reply.slice(from));
  const texts = (isThought: boolean) => pieces.filter((piece) => piece.isThought === isThought).map(({ text }) => text);
  const thoughts = texts(true).map((text) => text.trim());
  return {
    said: texts(false).join("").trim(),
    thought: thoughts.filter((text) => text !== "").join("\n\n"),
    unclosed: isThinking,
  };
}
