import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { AbortError, describeError, isRecord, JudgeError, onAbort } from "@whileai/core";
import { compiledWasm } from "../compiled-wasm.js";
import { endingOf } from "../ending-of.js";
import { findPackage } from "../find-package.js";
import type { CodeJob, CodeOutcome, Runner } from "../runner.js";
import type { SandboxStamp } from "../sandbox-layers.js";
import type { TestsVerdict } from "../verdict-line.js";
import { WORKER_SOURCE } from "./worker-source.js";

/** What QuickJS is compiled to, a package that the other one brings. */
const WASM = "@jitl/quickjs-wasmfile-release-sync/wasm";
/** Time that the machines get to start, which is no candidate's. */
const START_MS = 60_000;
/** Time past the limit that the machines get to stop on their own before the thread is ended. */
const GRACE_MS = 500;
/** Heap of the worker thread besides the machines' own memory, in MB. */
const THREAD_HEAP_MB = 128;
/** Both machines are WebAssembly: no file, no network, no process is within reach. */
const SANDBOX: SandboxStamp = { mode: "strict", layers: ["quickjs"] };

/**
 * Runs JavaScript candidates in QuickJS, compiled to WebAssembly, in a thread that can be ended: the candidate in one machine, the tests
 * in another. There is no Node and no loader of modules in either; timers and dates run on a clock of their own. Needs the optional package
 * `quickjs-emscripten`; a JudgeError says so where it is missing.
 *
 * @param installed - The package's file; found as Node finds it unless given.
 */
export function quickjsRunner(installed?: string): Runner {
  let library = installed;
  const find = (): string => {
    library ??= findPackage("quickjs-emscripten", "verify.CodeExec: JavaScript candidates run in");
    return library;
  };
  return {
    name: "quickjs",
    prepare: () => void find(),
    async run(job, { signal }): Promise<CodeOutcome> {
      if (job.cases !== undefined)
        return { status: "unusable", why: "cases of input and output are for Python programs", sandbox: SANDBOX };
      const said = await speak(job, find(), signal);
      return { ...endingOf(said), sandbox: SANDBOX };
    },
  };
}

async function speak(job: CodeJob, library: string, signal: AbortSignal): Promise<TestsVerdict> {
  const { code, setup, tests = "", exports, limits } = job;
  const wasm = await compiledWasm(createRequire(library).resolve(WASM));
  if (signal.aborted) throw new AbortError({ cause: signal.reason });
  const worker = new Worker(WORKER_SOURCE, {
    eval: true,
    env: {},
    stdin: false,
    workerData: { library, wasm, code, setup, tests, exports, limits },
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  let stopWaiting = (): void => {};
  try {
    return await new Promise<TestsVerdict>((resolve, reject) => {
      stopWaiting = onAbort(signal, () => reject(new AbortError({ cause: signal.reason })));
      timer = setTimeout(() => reject(unstarted(`no answer after ${START_MS / 1000} s`)), START_MS);
      let isReady = false;
      // Before the machines are ready nothing of a candidate has run.
      const breakOff = (why: string): void =>
        isReady ? resolve({ ok: false, error: "the machine broke off" }) : reject(unstarted(why));
      worker.on("message", (message: unknown) => {
        const { ready, verdict, broken } = isRecord(message) ? message : {};
        if (ready === true) {
          isReady = true;
          clearTimeout(timer);
          timer = setTimeout(() => resolve({ ok: false, error: "timeout" }), limits.timeoutMs + GRACE_MS);
        } else if (isRecord(verdict)) resolve(verdict as TestsVerdict);
        else breakOff(String(broken));
      });
      worker.once("error", (error) => breakOff(describeError(error)));
      worker.once("exit", () => breakOff("the thread ended"));
    });
  } finally {
    clearTimeout(timer);
    stopWaiting();
    await worker.terminate();
  }
}

const unstarted = (why: string): JudgeError =>
  new JudgeError({
    message: `verify.CodeExec: QuickJS could not be started: ${why}.`,
    fix: "Install quickjs-emscripten 0.32 or newer.",
  });
