import { ENDED, type PythonSetting, startPython } from "./python-process.js";
import type { CodeJob, ProgramCase } from "./runner.js";
import { sameOutput } from "./same-output.js";
import { type Ending, runVerdict } from "./verdict-run.js";

/** A whole program against one case: it must end well, and what it prints on the given input is compared here, outside its process. */
export function runProgram(
  job: CodeJob,
  { input, output }: ProgramCase,
  setting: Omit<PythonSetting, "folder">,
  signal: AbortSignal,
): Promise<Ending> {
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
