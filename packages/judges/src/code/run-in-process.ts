import { randomBytes } from "node:crypto";
import { endingOf } from "./ending-of.js";
import { type PythonSetting, startPython } from "./python-process.js";
import type { CodeJob } from "./runner.js";
import { readVerdict, safeCause } from "./verdict-line.js";
import { type Ending, runVerdict } from "./verdict-run.js";

const TOKEN_BYTES = 16;
const LOADED = '{"loaded":true}';

/**
 * Code and tests in one process, for tests that cannot be split. The tests and the token that a verdict needs arrive when the code is
 * loaded: a candidate that exits early is not paid, one that looks around in the interpreter may be.
 */
export function runInProcess(
  job: CodeJob,
  setting: Omit<PythonSetting, "folder">,
  signal: AbortSignal,
): Promise<Ending> {
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  return runVerdict(job, ["candidate"], setting.layers.includes("namespaces"), signal, (run) => {
    let isLoaded = false;
    const child = run.add(
      startPython(
        "candidate",
        "in_process",
        { ...setting, folder: run.folder },
        { code: job.code, setup: job.setup },
        {
          onLine(line) {
            if (!isLoaded) {
              if (line.toString("latin1") !== LOADED) return run.settle({ status: "failed", cause: loadFailure(line) });
              isLoaded = true;
              return child.send(JSON.stringify({ tests: job.tests ?? "", token }));
            }
            const verdict = readVerdict(line, token);
            run.settle(verdict === undefined ? { status: "failed", cause: "spoke out of turn" } : endingOf(verdict));
          },
          onEnd: (cause) => run.settle({ status: "failed", cause }),
          onUnconfined: run.fail,
        },
      ),
    );
  });
}

function loadFailure(line: Buffer): string {
  try {
    return safeCause((JSON.parse(line.toString("utf8")) as { failed?: unknown } | null)?.failed);
  } catch {
    return "an error";
  }
}
