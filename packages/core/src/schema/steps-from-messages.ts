import { isRecord } from "../json/json.js";
import { type Content, contentText } from "../row/content.js";
import type { Step } from "../row/row.js";

/** What a list of messages holds, in the fields of a row. */
export interface ConversationParts {
  /** What the agent said before the user spoke. */
  readonly opener?: string;
  readonly prompt: Content;
  readonly steps: readonly Step[];
  readonly finalText: string;
}

type LooseMessage = Readonly<Record<string, unknown>>;

interface OpenCall {
  readonly step: Step;
  readonly id: string | undefined;
}

/**
 * Takes a conversation apart: the first user turn is the prompt, an assistant text before it the opener, each call a
 * tool step with the result that answers it (by id, else in order), other turns steps of their own; the last assistant
 * text is the final text. System messages belong to the agent and are no steps.
 */
export function stepsFromMessages(messages: readonly LooseMessage[]): ConversationParts {
  const steps: Step[] = [];
  let open: OpenCall[] = [];
  let prompt: Content | undefined;
  let opener: string | undefined;
  for (const [index, message] of messages.entries()) {
    const content = (message.content ?? "") as Content;
    if (message.role === "user") {
      if (prompt === undefined) prompt = content;
      else steps.push({ user: content });
    } else if (message.role === "assistant") {
      const said = contentText(content);
      const calls = callsOf(message, index);
      if (prompt === undefined && steps.length === 0 && opener === undefined && calls.length === 0) opener = said;
      else if (calls.length === 0) steps.push({ text: said });
      else {
        open = [...open, ...calls];
        steps.push(
          ...calls.map(({ step }, position) =>
            position === 0 && said !== "" ? Object.assign(step, { text: said }) : step,
          ),
        );
      }
    } else if (message.role === "tool") {
      const found = open.find(({ id }) => id !== undefined && id === message.tool_call_id) ?? open[0];
      open = open.filter((call) => call !== found);
      if (found) found.step.result = contentText(content);
      else steps.push({ tool: nameOf(message), result: contentText(content) });
    }
  }
  const finalText = contentText(messages.findLast((message) => message.role === "assistant")?.content);
  return { ...(opener === undefined ? {} : { opener }), prompt: prompt ?? "", steps, finalText };
}

const nameOf = (holder: LooseMessage): string => (typeof holder.name === "string" ? holder.name : "");

function callsOf(message: LooseMessage, turn: number): OpenCall[] {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
  return calls.map((call) => {
    const made: LooseMessage = isRecord(call.function) ? call.function : call;
    const id = typeof call.id === "string" ? call.id : undefined;
    const step: Step = {
      tool: nameOf(made),
      ...argumentFields(made.arguments),
      ...(id === undefined ? {} : { call_id: id }),
      ...(calls.length > 1 ? { turn } : {}),
    };
    return { step, id };
  });
}

function argumentFields(given: unknown): Partial<Step> {
  if (isRecord(given)) return { arguments: given as Step["arguments"] & object };
  if (typeof given !== "string") return { arguments: {} };
  try {
    const parsed: unknown = JSON.parse(given);
    if (isRecord(parsed)) return { arguments: parsed as Step["arguments"] & object };
  } catch {
    // Not JSON: kept below as the text it is.
  }
  return { arguments: {}, arguments_raw: given };
}
