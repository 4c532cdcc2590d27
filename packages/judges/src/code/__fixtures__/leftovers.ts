import { readdirSync, readFileSync } from "node:fs";

/** In the command line of every process of a verdict, and of whatever it forks. */
const SANDBOX_FILE = /python\/(?:candidate|tests)\.py/;

const commandLine = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

const parentOf = (pid: number): number => {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

function sandboxProcesses(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter((pid) => Number.isInteger(pid) && SANDBOX_FILE.test(commandLine(pid)));
  } catch {
    return [];
  }
}

/** Whether a Node process, of this run or of another, still stands above a process. */
function isOwned(pid: number): boolean {
  for (let parent = parentOf(pid); parent > 1; parent = parentOf(parent))
    if (/(?:^|\/)node\b/.test(commandLine(parent).split("\0")[0] as string)) return true;
  return false;
}

/** Processes of the sandbox whose verdict has been given or whose owner is gone. Linux only; empty elsewhere. */
export const leftovers = (): number[] =>
  // Gone while it was looked at: no leftover.
  sandboxProcesses().filter((pid) => !isOwned(pid) && commandLine(pid) !== "");

/**
 * Processes of verdicts that this process is still working on.
 *
 * @public for the attack suite in conformance/code
 */
export const running = (): number[] => sandboxProcesses().filter((pid) => parentOf(pid) === process.pid);
