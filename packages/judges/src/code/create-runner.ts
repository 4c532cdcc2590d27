import { pythonRunner } from "./python-runner.js";
import type { Runner } from "./runner.js";
import type { SandboxMode } from "./sandbox-layers.js";

/** The runner in the box for a language. */
export function createRunner(options: {
  readonly language: "python" | "javascript";
  readonly sandbox: SandboxMode;
  readonly pythonBin: string;
}): Runner {
  return pythonRunner(options);
}
