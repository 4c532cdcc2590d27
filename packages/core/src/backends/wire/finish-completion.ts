import type { ChatMessage, Completion, FinishReason, TokenLogprob, ToolCall, Usage } from "../../backend/backend.js";
import { splitThinking } from "../../text/split-thinking.js";
import { type ReadArguments, readArguments } from "./call-arguments.js";
import { parseToolCallTags } from "./tool-call-tags.js";

/** What a server answered, before the parts that all protocols share are settled. */
export interface RawAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id?: unknown; readonly name: string; readonly arguments: unknown }[];
  /** The server's reason in our words; null when it gave none or an unknown one. */
  readonly finishReason: FinishReason | null;
  readonly inputTokens: unknown;
  readonly outputTokens: unknown;
  readonly cachedInputTokens?: unknown;
  readonly reasoningTokens?: unknown;
  readonly logprobs: readonly TokenLogprob[] | null;
  readonly model: unknown;
}

/**
 * The completion for an answer: thinking taken out of the text, calls left in the text found, ids made where they are
 * missing or repeated. Whether there are calls is decided by their presence, whatever reason the server gives.
 */
export function finishCompletion(answer: RawAnswer, messages: readonly ChatMessage[], askedModel: string): Completion {
  const split = splitThinking(answer.text);
  const structured: { id?: unknown; name: string; read: ReadArguments }[] = answer.calls.map((call) => ({
    id: call.id,
    name: call.name,
    read: readArguments(call.arguments),
  }));
  const tagged = structured.length === 0 ? parseToolCallTags(split.said) : { text: split.said, calls: [] };
  const found = structured.concat(tagged.calls.map(({ name, ...read }) => ({ name, read })));
  const toolCalls = withIds(found, messages);
  const reasoning = [answer.reasoning, split.thought].filter((part) => part.trim() !== "").join("\n\n");
  return {
    text: tagged.text,
    toolCalls,
    ...(reasoning === "" ? {} : { reasoning }),
    finishReason: settledReason(answer.finishReason, toolCalls.length > 0),
    usage: {
      inputTokens: tokenCount(answer.inputTokens),
      outputTokens: tokenCount(answer.outputTokens),
      ...said("cachedInputTokens", answer.cachedInputTokens),
      ...said("reasoningTokens", answer.reasoningTokens),
    },
    logprobs: answer.logprobs,
    model: typeof answer.model === "string" && answer.model !== "" ? answer.model : askedModel,
  };
}

/** Cut and filtered replies keep their reason, so that a cut call is not taken for a whole one. */
function settledReason(reason: FinishReason | null, hasCalls: boolean): FinishReason {
  if (reason === "length" || reason === "content_filter") return reason;
  return hasCalls ? "tool_calls" : "stop";
}

function tokenCount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Parts of a count that few servers give are absent rather than null. */
function said(name: "cachedInputTokens" | "reasoningTokens", value: unknown): Partial<Usage> {
  const count = tokenCount(value);
  return count === null ? {} : { [name]: count };
}

/** Made-up ids are counted, not drawn, so that the same conversation always gets the same ones. */
function withIds(
  calls: readonly { id?: unknown; name: string; read: ReadArguments }[],
  messages: readonly ChatMessage[],
): ToolCall[] {
  const here = new Set<string>();
  const before = new Set(messages.flatMap((message) => message.toolCalls?.map((call) => call.id) ?? []));
  let next = before.size;
  return calls.map(({ id, name, read }) => {
    let own = typeof id === "string" && id !== "" && !here.has(id) && !before.has(id) ? id : undefined;
    while (own === undefined) {
      const made = `call_${next++}`;
      if (!here.has(made) && !before.has(made)) own = made;
    }
    here.add(own);
    return { id: own, name, ...read };
  });
}
