import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");

/** Runs the real program with its output going where it is told to. */
function program(argv: readonly string[], stdout: number | "pipe", closed: readonly ("stdout" | "stderr")[] = []) {
  const child = spawn(process.execPath, ["--conditions=@whileai/source", "--import", tsx, main, ...argv], {
    stdio: ["ignore", stdout, "pipe"],
  });
  for (const name of closed) child[name]?.destroy();
  let errors = "";
  if (!closed.includes("stderr")) child.stderr?.on("data", (chunk: Buffer) => (errors += chunk));
  return new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, errors }));
  });
}

test("output that cannot be written is an I/O error, without a stack", async () => {
  const readOnly = openSync(main, "r");
  const { code, errors } = await program(["status"], readOnly);
  closeSync(readOnly);
  expect(code).toBe(64);
  expect(errors).toMatch(/^error: the output cannot be written: .*\n$/);
});

test.each<["stdout" | "stderr", readonly string[]]>([
  ["stdout", ["status"]],
  ["stderr", ["quickstart", "--json"]],
])("a reader of %s that goes away early changes nothing", async (name, argv) => {
  expect((await program(argv, "pipe", [name, "stdout"])).code).toBe(0);
});
