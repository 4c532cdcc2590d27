import type { Completion, CompletionRequest, FinishReason, TokenLogprob } from "../../backend/backend.js";
import { BackendError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { finishCompletion } from "../wire/finish-completion.js";
import type { AskedModel } from "./aisdk-prompt.js";

/** The SDK's words for how a reply ended; all others follow from the calls. */
const REASONS: ReadonlyMap<unknown, FinishReason> = new Map<unknown, FinishReason>([
  ["stop", "stop"],
  ["length", "length"],
  ["tool-calls", "tool_calls"],
  ["content-filter", "content_filter"],
]);

/** Reads what `doGenerate` gave: flat reasons and usage in version 2 of the specification, nested ones from version 3 on. */
export function readAISDKAnswer(
  answer: unknown,
  request: CompletionRequest,
  asked: AskedModel,
  model: string,
): Completion {
  if (!isRecord(answer) || !Array.isArray(answer.content))
    throw new BackendError({
      message: `${asked.label} gave an answer without content.`,
      fix: "Check that the model object is a language model of the AI SDK.",
    });
  const parts = answer.content.filter(isRecord);
  const texts = (type: string) =>
    parts.map((part) => (part.type === type && typeof part.text === "string" ? part.text : "")).join("");
  const calls = parts.filter((part) => part.type === "tool-call" && part.providerExecuted !== true);
  const structured = typeof answer.structuredOutputText === "string" ? answer.structuredOutputText : "";
  return finishCompletion(
    {
      text: texts("text") || structured,
      reasoning: texts("reasoning"),
      calls: calls.map(({ toolCallId, toolName, input }) => ({
        id: toolCallId,
        name: String(toolName),
        arguments: input,
      })),
      finishReason:
        REASONS.get(isRecord(answer.finishReason) ? answer.finishReason.unified : answer.finishReason) ?? null,
      ...usageOf(isRecord(answer.usage) ? answer.usage : {}),
      logprobs: request.logprobs === true ? logprobsOf(answer.providerMetadata, asked.provider) : null,
      model: isRecord(answer.response) ? answer.response.modelId : undefined,
    },
    request.messages,
    model,
  );
}

function usageOf({
  inputTokens: input,
  outputTokens: output,
  cachedInputTokens,
  reasoningTokens,
}: Record<string, unknown>) {
  return {
    inputTokens: isRecord(input) ? input.total : input,
    outputTokens: isRecord(output) ? output.total : output,
    cachedInputTokens: isRecord(input) ? input.cacheRead : cachedInputTokens,
    reasoningTokens: isRecord(output) ? output.reasoning : reasoningTokens,
  };
}

/** Log-probabilities have no place in the specification; OpenAI's provider files them as its own. */
function logprobsOf(metadata: unknown, provider: string): TokenLogprob[] | null {
  const own = isRecord(metadata) && Object.hasOwn(metadata, provider) ? metadata[provider] : undefined;
  const listed = isRecord(own) && Array.isArray(own.logprobs) ? own.logprobs.flat() : [];
  const tokens = listed.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.token === "string" && typeof entry.logprob === "number"
      ? [{ token: entry.token, logprob: entry.logprob }]
      : [],
  );
  return tokens.length > 0 && tokens.length === listed.length ? tokens : null;
}
