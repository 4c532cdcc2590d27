import { quickjsRunner } from "./javascript/quickjs-runner.js";
import { pythonRunner } from "./python-runner.js";
import type { Runner } from "./runner.js";
import type { SandboxMode } from "./sandbox-layers.js";

/** The runner in the box for a language. */
export const createRunner = (options: {
  readonly language: "python" | "javascript";
  readonly sandbox: SandboxMode;
  readonly pythonBin: string;
}): Runner => (options.language === "javascript" ? quickjsRunner() : pythonRunner(options));
