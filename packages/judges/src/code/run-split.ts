import { randomBytes } from "node:crypto";
import { isRecord } from "@whileai/core";
import { endingOf } from "./ending-of.js";
import { type PythonSetting, startPython } from "./python-process.js";
import type { CodeJob } from "./runner.js";
import { readVerdict, safeCause } from "./verdict-line.js";
import { type Ending, runVerdict } from "./verdict-run.js";

/** Lines of the tests' process that go to the candidate's start so. */
const REQUEST = "R ";
const TOKEN_BYTES = 16;

/**
 * Code and tests in two processes. This one carries lines between them in turn: a request of the tests, an answer of the candidate. Only
 * the tests' process can give the verdict; whatever the candidate's says is an answer, and speaking out of turn ends it.
 */
export function runSplit(job: CodeJob, setting: Omit<PythonSetting, "folder">, signal: AbortSignal): Promise<Ending> {
  const token = randomBytes(TOKEN_BYTES).toString("hex");
  return runVerdict(job, ["candidate", "tests"], setting.layers.includes("namespaces"), signal, (run) => {
    const here = { ...setting, folder: run.folder };
    let isLoaded = false;
    let isAsked = false;
    let areTestsUsable = false;
    // A request that came while the candidate still loads.
    let waiting: Buffer | undefined;
    // Why the candidate is out, kept until the tests have shown that they could have judged it.
    let lost: string | undefined;

    const lose = (cause: string): void => {
      lost ??= cause;
      if (areTestsUsable) run.settle({ status: "failed", cause: lost });
    };
    const ask = (request: Buffer): void => {
      isAsked = true;
      candidate.send(request);
    };

    const candidate = run.add(
      startPython(
        "candidate",
        "split",
        here,
        { code: job.code, setup: job.setup },
        {
          onLine(line) {
            if (lost !== undefined) return;
            if (isLoaded) {
              if (!isAsked) return lose("spoke out of turn");
              isAsked = false;
              return tests.send(line);
            }
            const said = readObject(line);
            if (said?.loaded !== true) return lose(safeCause(said?.failed));
            isLoaded = true;
            if (waiting !== undefined) ask(waiting);
          },
          onEnd: lose,
          onUnconfined: run.fail,
        },
      ),
    );
    const tests = run.add(
      startPython(
        "tests",
        "tests",
        here,
        { token, tests: job.tests ?? "", exports: job.exports },
        {
          onLine(line) {
            const verdict = readVerdict(line, token);
            if (verdict !== undefined) {
              if (lost !== undefined && verdict.unusable === undefined)
                return run.settle({ status: "failed", cause: lost });
              return run.settle(endingOf(verdict));
            }
            areTestsUsable = true;
            if (lost !== undefined) return lose(lost);
            if (line.subarray(0, REQUEST.length).toString("latin1") !== REQUEST)
              return run.settle({ status: "failed", cause: "the tests broke off" });
            const request = line.subarray(REQUEST.length);
            if (isLoaded) ask(request);
            else waiting = request;
          },
          onEnd: (cause) => run.settle({ status: "failed", cause: lost ?? `the tests broke off (${cause})` }),
          onUnconfined: run.fail,
        },
      ),
    );
  });
}

function readObject(line: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
