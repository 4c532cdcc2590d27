import type { Completion, CompletionRequest, FinishReason } from "../../backend/backend.js";
import { BackendError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { finishCompletion } from "../wire/finish-completion.js";
import type { CallSite } from "../wire/http-error.js";
import { answerToolName } from "./anthropic-body.js";

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["pause_turn", "stop"],
  ["tool_use", "tool_calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "content_filter"],
]);

/** Reads the answer of `POST /v1/messages`. */
export function readAnthropicAnswer(
  answer: unknown,
  request: CompletionRequest,
  site: CallSite,
  askedModel: string,
): Completion {
  if (!isRecord(answer) || !Array.isArray(answer.content))
    throw new BackendError({
      status: 200,
      message: `${site.label} at ${site.origin} answered without content.`,
      fix: "Check that the URL is an endpoint of Anthropic's messages API.",
    });
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: { id?: unknown; name: string; arguments: unknown }[] = [];
  const answerTool = answerToolName(request);
  for (const block of answer.content as unknown[]) {
    if (!isRecord(block)) continue;
    if (block.type === "text" && typeof block.text === "string") texts.push(block.text);
    else if (block.type === "thinking" && typeof block.thinking === "string") thoughts.push(block.thinking);
    else if (block.type === "tool_use" && typeof block.name === "string") {
      if (block.name === answerTool) texts.splice(0, texts.length, JSON.stringify(block.input ?? {}));
      else calls.push({ id: block.id, name: block.name, arguments: block.input });
    }
  }
  const usage = isRecord(answer.usage) ? answer.usage : {};
  return finishCompletion(
    {
      text: texts.join(""),
      reasoning: thoughts.join("\n\n"),
      calls,
      finishReason: REASONS.get(answer.stop_reason) ?? null,
      inputTokens: inputTokens(usage),
      outputTokens: usage.output_tokens,
      cachedInputTokens: usage.cache_read_input_tokens,
      logprobs: null,
      model: answer.model,
    },
    request.messages,
    askedModel,
  );
}

/** The API counts tokens that went through its cache apart; they were read all the same. */
function inputTokens(usage: Record<string, unknown>): number | null {
  if (typeof usage.input_tokens !== "number") return null;
  const cached = [usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  return cached.reduce<number>((sum, count) => sum + (typeof count === "number" ? count : 0), usage.input_tokens);
}
