import type { Completion, CompletionRequest } from "../../backend/backend.js";
import { BackendError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { finishCompletion } from "../wire/finish-completion.js";
import type { CallSite } from "../wire/http-error.js";

/** Reads the answer of `POST /api/chat`. */
export function readOllamaAnswer(
  answer: unknown,
  request: CompletionRequest,
  site: CallSite,
  askedModel: string,
): Completion {
  if (!isRecord(answer) || !isRecord(answer.message))
    throw new BackendError({
      status: 200,
      message: `${site.label} at ${site.origin} answered without a message.`,
      fix: "Check that an Ollama server answers at this address.",
    });
  const { message } = answer;
  const calls: { id?: unknown; name: string; arguments: unknown }[] = [];
  for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : [])
    if (isRecord(call) && isRecord(call.function) && typeof call.function.name === "string")
      calls.push({ id: call.id, name: call.function.name, arguments: call.function.arguments });
  return finishCompletion(
    {
      text: typeof message.content === "string" ? message.content : "",
      reasoning: typeof message.thinking === "string" ? message.thinking : "",
      calls,
      finishReason: answer.done_reason === "length" ? "length" : null,
      inputTokens: answer.prompt_eval_count,
      outputTokens: answer.eval_count,
      logprobs: null,
      model: answer.model,
    },
    request.messages,
    askedModel,
  );
}
