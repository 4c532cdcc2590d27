import { spawn } from "node:child_process";
import { startTestServer } from "@whileai/test-server";

/**
 * Runs a recipe against a scripted server in the place of a model: `SCRIPT PROTOCOL URL scripted`. The protocol is the first word of the
 * command line (openai unless given). Ends with the recipe's exit code.
 */
export async function scriptedRun(
  script: string,
  replies: NonNullable<Parameters<typeof startTestServer>[0]>["replies"],
): Promise<void> {
  const server = await startTestServer({ replies });
  const [protocol = "openai"] = process.argv.slice(2);
  const child = spawn(
    process.execPath,
    ["--conditions=@whileai/source", "--import", "tsx", script, protocol, server.url, "scripted"],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  child.on("exit", async (code) => {
    await server.close();
    process.exitCode = code ?? 1;
  });
}
