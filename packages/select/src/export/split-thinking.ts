/** A reply taken apart into what was said and what was thought. */
export interface SplitReply {
  readonly said: string;
  readonly thought: string;
  /** The reply opened a thought and never closed it. */
  readonly unclosed: boolean;
}

const OPEN = /<think>/i;
const CLOSE = /<\/think>/i;

/**
 * Splits `<think>` blocks off a reply. A closing tag without an opening one ends a thought that the chat template had
 * opened; an opening tag without a closing one makes the rest of the reply a thought.
 *
 * @example
 * splitThinking("<think>look first</think>Checking A2."); // said "Checking A2.", thought "look first"
 */
export function splitThinking(reply: string): SplitReply {
  const said: string[] = [];
  const thought: string[] = [];
  let rest = reply;
  let unclosed = false;
  for (;;) {
    const close = CLOSE.exec(rest);
    const open = OPEN.exec(rest);
    if (open !== null && (close === null || open.index < close.index)) {
      said.push(rest.slice(0, open.index));
      const inside = rest.slice(open.index + open[0].length);
      const end = CLOSE.exec(inside);
      thought.push(end === null ? inside : inside.slice(0, end.index));
      unclosed = end === null;
      if (end === null) break;
      rest = inside.slice(end.index + end[0].length);
    } else if (close !== null) {
      thought.push(...said.splice(0), rest.slice(0, close.index));
      rest = rest.slice(close.index + close[0].length);
    } else {
      said.push(rest);
      break;
    }
  }
  if (thought.length === 0) return { said: reply, thought: "", unclosed: false };
  const clean = (texts: string[]): string => texts.join("").trim();
  return { said: clean(said), thought: clean(thought), unclosed };
}
