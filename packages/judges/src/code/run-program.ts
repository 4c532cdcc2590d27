import { ENDED, type PythonSetting, startPython } from "./python-process.js";
import type { CodeJob, ProgramCase } from "./runner.js";
import { sameOutput } from "./same-output.js";
import { type Ending, runVerdict } from "./verdict-run.js";

/** Longest input of a case: the most that a program of the sandbox may have in one file (`FILE_BYTES` of confine.py). */
const INPUT_BYTES = 16 * 1024 * 1024;
/** Halves of a character that Python cannot write either; what stands for a byte that is no text (U+DC80 to U+DCFF) it can. */
const NO_TEXT = /[\ud800-\udc7f\udd00-\udfff]/u;

/** Why no program could read an input. */
function unreadable(input: string): string | undefined {
  if (Buffer.byteLength(input) > INPUT_BYTES) return "an input of the cases is longer than 16 MB";
  return NO_TEXT.test(input) ? "an input of the cases is no text" : undefined;
}

/** A whole program against one case: it must end well, and what it prints on the given input is compared here, outside its process. */
export async function runProgram(
  job: CodeJob,
  { input, output }: ProgramCase,
  setting: Omit<PythonSetting, "folder">,
  signal: AbortSignal,
): Promise<Ending> {
  const why = unreadable(input);
  if (why !== undefined) return { status: "unusable", why };
  return runVerdict(job, ["candidate"], setting.layers.includes("namespaces"), signal, (run) => {
    const child = run.add(
      startPython(
        "candidate",
        "program",
        { ...setting, folder: run.folder },
        { code: job.code, setup: job.setup, input },
        {
          onLine: () => run.settle({ status: "failed", cause: "spoke out of turn" }),
          onEnd: (cause) => {
            if (cause !== ENDED) return run.settle({ status: "failed", cause });
            child
              .output()
              .then(
                (printed) =>
                  run.settle(
                    sameOutput(printed, output, job.tolerance)
                      ? { status: "passed" }
                      : { status: "failed", cause: "wrong output" },
                  ),
                run.fail,
              );
          },
          onUnconfined: run.fail,
        },
      ),
    );
  });
}
