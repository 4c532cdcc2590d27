/** A reply split into what was said and what was thought. */
export interface SplitReply {
  readonly text: string;
  readonly reasoning: string;
}

const THOUGHT = /<think>([\s\S]*?)<\/think>/g;

/**
 * Takes `<think>` blocks out of a reply. Also those whose opening tag is part of the prompt (only `</think>` is seen), and
 * one that the token limit cut (only `<think>` is seen): then everything after it is thinking.
 */
export function splitThinkTags(reply: string): SplitReply {
  if (!reply.includes("think>")) return { text: reply, reasoning: "" };
  const thoughts: string[] = [];
  let text = reply;
  const close = text.indexOf("</think>");
  const open = text.indexOf("<think>");
  if (close >= 0 && (open < 0 || close < open)) {
    thoughts.push(text.slice(0, close));
    text = text.slice(close + "</think>".length);
  }
  text = text.replace(THOUGHT, (_, thought: string) => {
    thoughts.push(thought);
    return "";
  });
  const cut = text.indexOf("<think>");
  if (cut >= 0) {
    thoughts.push(text.slice(cut + "<think>".length));
    text = text.slice(0, cut);
  }
  if (thoughts.length === 0) return { text: reply, reasoning: "" };
  const said = thoughts.map((thought) => thought.trim()).filter((thought) => thought !== "");
  return { text: text.trim(), reasoning: said.join("\n\n") };
}
