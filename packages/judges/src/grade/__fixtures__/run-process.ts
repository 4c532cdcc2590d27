import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));

/** What a process said, and how it ended. */
export interface ProcessOutcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a program from its sources. `isEnough` ends it with SIGKILL once what it said so far is enough. */
export function runProcess(
  program: URL,
  args: readonly string[] = [],
  isEnough: (output: string) => boolean = () => false,
): Promise<ProcessOutcome> {
  const child = spawn(process.execPath, ["--conditions=@whileai/source", "--import", TSX, fileURLToPath(program), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (isEnough(output)) child.kill("SIGKILL");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, output, errors }));
  });
}
