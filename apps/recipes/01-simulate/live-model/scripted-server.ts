import { spawn } from "node:child_process";
import { startTestServer } from "@whileai/test-server";

// A stand-in for a real model: it calls the right tool once, then answers from the result.
const server = await startTestServer({
  replies: ({ body }) => {
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
  },
});
const child = spawn(
  process.execPath,
  [
    "--conditions=@whileai/source",
    "--import",
    "tsx",
    "live-model.ts",
    process.argv[2] ?? "openai",
    server.url,
    "scripted",
  ],
  { stdio: ["ignore", "inherit", "inherit"] },
);
child.on("exit", async (code) => {
  await server.close();
  process.exitCode = code ?? 1;
});
