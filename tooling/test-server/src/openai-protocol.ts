import type { ModelReply, ScriptedCall } from "./reply.js";

const argumentText = (call: ScriptedCall): string | null =>
  call.arguments === null
    ? null
    : typeof call.arguments === "string"
      ? call.arguments
      : JSON.stringify(call.arguments ?? {});

/** The body of `POST /v1/chat/completions` for the reply to a server's request number `index`: no two bodies share an id. */
export function openaiBody(reply: ModelReply, askedModel: string, index: number): Record<string, unknown> {
  const calls = reply.toolCalls ?? [];
  const usage = reply.usage === undefined ? { input: 10, output: 5 } : reply.usage;
  return {
    id: `chatcmpl-test-${index}`,
    object: "chat.completion",
    created: 0,
    model: reply.model ?? askedModel,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: reply.text ?? (calls.length > 0 ? null : ""),
          ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map((call, index) => ({
                  ...(call.id === null ? {} : { id: call.id ?? `call_test_${index}` }),
                  type: "function",
                  function: { name: call.name, arguments: argumentText(call) },
                })),
              }),
        },
        finish_reason: reply.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop"),
        logprobs:
          reply.logprobs === undefined
            ? null
            : {
                content: reply.logprobs.map((entry, index) =>
                  typeof entry === "number"
                    ? { token: `t${index}`, logprob: entry, bytes: null, top_logprobs: [] }
                    : { bytes: null, top_logprobs: [], ...entry },
                ),
              },
      },
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }),
  };
}
