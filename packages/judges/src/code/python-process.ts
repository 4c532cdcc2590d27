import { join } from "node:path";
import { JudgeError } from "@whileai/core";
import { bubblewrap } from "./bubblewrap.js";
import { ConfinedProcess } from "./confined-process.js";
import { pythonFolder } from "./python-folder.js";
import type { CodeLimits } from "./runner.js";
import type { SandboxLayer } from "./sandbox-layers.js";

/** What all processes of one verdict share. */
export interface PythonSetting {
  readonly executable: string;
  readonly layers: readonly SandboxLayer[];
  /** What the interpreter must be able to read. */
  readonly readable: readonly string[];
  readonly modulePath: readonly string[];
  readonly limits: CodeLimits;
  /** The folder that holds one empty folder for each process. */
  readonly folder: string;
}

/** What is told about a Python process after it has confined itself. */
export interface PythonEvents {
  /** A line of the protocol. */
  readonly onLine: (line: Buffer) => void;
  /** The process ended, or had to be: the cause in words. */
  readonly onEnd: (cause: string) => void;
  /** The confinement did not hold; nothing of the candidate has run. */
  readonly onUnconfined: (error: JudgeError) => void;
}

/** The cause of an end that is no failure by itself. */
export const ENDED = "process ended";

/** How a signal that the kernel sent reads. */
const SIGNAL_CAUSES: Readonly<Record<string, string>> = {
  SIGXCPU: "CPU limit",
  SIGKILL: "killed",
  SIGSEGV: "crashed",
  SIGABRT: "crashed",
  SIGBUS: "crashed",
  SIGSYS: "forbidden system call",
};

/**
 * Starts one of the sandbox's processes. It confines itself before it reads its job; only after its first line, which says so,
 * do lines reach `onLine`.
 */
export function startPython(
  role: "candidate" | "tests",
  mode: string,
  setting: PythonSetting,
  job: Readonly<Record<string, unknown>>,
  events: PythonEvents,
): ConfinedProcess {
  const root = join(setting.folder, role);
  let isConfined = false;
  const prefix = setting.layers.includes("bubblewrap") ? bubblewrap(setting.executable, setting.readable, root) : [];
  const child = new ConfinedProcess(
    [...prefix, setting.executable, "-S", "-B", "-X", "utf8", join(pythonFolder(), `${role}.py`)],
    root,
    {
      onLine(line) {
        if (isConfined) return events.onLine(line);
        const said = JSON.parse(line.toString("utf8")) as { layers?: unknown; unconfined?: string };
        if (said.layers === undefined) return events.onUnconfined(unconfined(said.unconfined ?? "no reason given"));
        isConfined = true;
      },
      onExcess: events.onEnd,
      onExit: (signal, code) => {
        if (!isConfined) return events.onUnconfined(unconfined(`the process ended (${signal ?? "exit"})`));
        if (signal === null) return events.onEnd(code === 0 ? ENDED : "ended with an error");
        events.onEnd(SIGNAL_CAUSES[signal] ?? "killed");
      },
    },
  );
  child.started.catch((error: unknown) => events.onUnconfined(unconfined(String(error))));
  const { layers, limits, modulePath } = setting;
  child.send(JSON.stringify({ mode, layers, root, limits, modulePath }));
  child.send(asciiJson(job));
  return child;
}

const unconfined = (what: string): JudgeError =>
  new JudgeError({
    message: `verify.CodeExec: a process could not be confined: ${what}.`,
    fix: "Look at sandboxReport(); raise `memoryMb` where the interpreter itself needs more.",
  });

/** JSON in ASCII: lone surrogates stay escapes, so that every text arrives as it was. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
