import { scriptedRun } from "../../scripted-run.js";

const LINES = ["Could you look at it again?", "And when will that be settled?", "Is there anything left for me to do?"];
const nextLine = (body: Record<string, unknown>): string =>
  LINES[(JSON.stringify(body.messages).split("You: ").length - 2) % LINES.length] as string;

// A stand-in for a real model: it calls the right tool once, then answers from the result.
await scriptedRun(process.argv[3] ?? "live-model.ts", ({ body }) => {
  // Only whoever plays the customer is asked for an answer of a shape.
  if (body.response_format !== undefined) return { text: JSON.stringify({ say: nextLine(body), leave: false }) };
  const messages = body.messages as { role: string; content: unknown }[];
  const last = messages.at(-1);
  const answered = last?.role === "tool" || JSON.stringify(last?.content ?? "").includes("tool_result");
  if (answered) return { text: "Done.", logprobs: [-0.1, -0.2] };
  const ask = JSON.stringify(last?.content ?? "");
  const id = /OR-\d+/.exec(ask)?.[0] ?? "OR-0";
  return {
    toolCalls: [{ name: /cancel/i.test(ask) ? "cancel_order" : "get_order", arguments: { order_id: id } }],
    logprobs: [-0.3],
  };
});
