import { spawn } from "node:child_process";
import { startTestServer } from "@whileai/test-server";

// A stand-in for a real model: it fails a run without a call, and cannot decide about one order.
const server = await startTestServer({
  replies: ({ body }) => {
    const shown = JSON.stringify(body.messages);
    if (shown.includes("OR-1116")) return { text: "I am not sure about this one." };
    const score = /tools_called\\+":\[\]/.test(shown) ? 0 : 1;
    return { text: JSON.stringify({ reason: score === 1 ? "It looked the order up." : "It made it up.", score }) };
  },
});
const child = spawn(
  process.execPath,
  [
    "--conditions=@whileai/source",
    "--import",
    "tsx",
    "live-judge.ts",
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
