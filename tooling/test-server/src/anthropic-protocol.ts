import type { ModelReply } from "./reply.js";

/** The body of `POST /v1/messages` for a reply. */
export function anthropicBody(reply: ModelReply, askedModel: string): Record<string, unknown> {
  const calls = reply.toolCalls ?? [];
  const usage = reply.usage === undefined ? { input: 10, output: 5 } : reply.usage;
  return {
    id: "msg_test",
    type: "message",
    role: "assistant",
    model: reply.model ?? askedModel,
    content: [
      ...(reply.reasoning === undefined ? [] : [{ type: "thinking", thinking: reply.reasoning, signature: "test" }]),
      ...(reply.text === undefined ? [] : [{ type: "text", text: reply.text }]),
      ...calls.map((call, index) => ({
        type: "tool_use",
        ...(call.id === null ? {} : { id: call.id ?? `toolu_test_${index}` }),
        name: call.name,
        input: call.arguments ?? {},
      })),
    ],
    stop_reason: reply.finishReason ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    stop_sequence: null,
    ...(usage === null ? {} : { usage: { input_tokens: usage.input, output_tokens: usage.output } }),
  };
}
