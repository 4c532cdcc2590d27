import type { ModelReply } from "./reply.js";

/** The body of `POST /api/chat` for a reply; calls carry their arguments as an object and have no id, as Ollama's do. */
export function ollamaBody(reply: ModelReply, askedModel: string): Record<string, unknown> {
  const calls = reply.toolCalls ?? [];
  const usage = reply.usage === undefined ? { input: 10, output: 5 } : reply.usage;
  return {
    model: reply.model ?? askedModel,
    created_at: "1970-01-01T00:00:00Z",
    message: {
      role: "assistant",
      content: reply.text ?? "",
      ...(reply.reasoning === undefined ? {} : { thinking: reply.reasoning }),
      ...(calls.length === 0
        ? {}
        : { tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: call.arguments ?? {} } })) }),
    },
    done: true,
    done_reason: reply.finishReason ?? "stop",
    ...(usage === null ? {} : { prompt_eval_count: usage.input, eval_count: usage.output }),
  };
}
