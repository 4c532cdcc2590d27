import { JudgeError } from "@whileai/core";
import { probeSandbox, type SandboxProbe } from "./probe-sandbox.js";
import type { PythonSetting } from "./python-process.js";
import { runInProcess } from "./run-in-process.js";
import { runProgram } from "./run-program.js";
import { runSplit } from "./run-split.js";
import type { CodeJob, CodeOutcome, Runner } from "./runner.js";
import { isStrict, type SandboxLayer, type SandboxMode } from "./sandbox-layers.js";
import type { Ending } from "./verdict-run.js";

/** Options of {@link pythonRunner}. */
export interface PythonRunnerOptions {
  readonly sandbox: SandboxMode;
  readonly pythonBin: string;
}

/** Layers that need nothing of the kernel; all that `none` has. */
const UNCONFINED: readonly SandboxLayer[] = ["process_group", "rlimits"];

/**
 * Runs Python candidates on this machine, each verdict in processes of its own that the kernel confines. Throws a JudgeError where
 * `strict` asks for more than this machine has.
 */
export function pythonRunner({ sandbox, pythonBin }: PythonRunnerOptions): Runner {
  const layersOf = (probe: SandboxProbe): readonly SandboxLayer[] => {
    if (sandbox === "none") return UNCONFINED;
    if (sandbox === "strict" && !isStrict(probe.layers)) throw tooOpen(probe);
    return probe.layers;
  };
  return {
    name: "python",
    prepare: async () => void layersOf(await probeSandbox(pythonBin)),
    async run(job, { signal }): Promise<CodeOutcome> {
      const probe = await probeSandbox(pythonBin);
      const layers = layersOf(probe);
      const { executable, readable, modulePath } = probe;
      const ending = await runJob(job, { executable, readable, modulePath, layers, limits: job.limits }, signal);
      return { ...ending, sandbox: { mode: sandbox, layers } };
    },
  };
}

async function runJob(job: CodeJob, setting: Omit<PythonSetting, "folder">, signal: AbortSignal): Promise<Ending> {
  if (job.cases === undefined)
    return job.mode === "in_process" ? runInProcess(job, setting, signal) : runSplit(job, setting, signal);
  for (const [index, programCase] of job.cases.entries()) {
    const ending = await runProgram(job, programCase, setting, signal);
    if (ending.status !== "passed") return ending.status === "failed" ? { ...ending, detail: `case ${index}` } : ending;
  }
  return { status: "passed" };
}

const tooOpen = (probe: SandboxProbe): JudgeError => {
  const missing = Object.entries(probe.missing).map(([layer, why]) => `${layer}: ${why}`);
  return new JudgeError({
    message: `verify.CodeExec: this machine cannot confine code as \`sandbox: "strict"\` asks${
      missing.length > 0 ? ` (${missing.join("; ")})` : ""
    }.`,
    fix: 'Run on Linux 5.13 or newer (x86_64 or arm64) where seccomp and Landlock or user namespaces are allowed (or bubblewrap is installed); or give a `runner` that isolates elsewhere; or accept less with `sandbox: "best_effort"`.',
  });
};
