import { readdirSync, readFileSync } from "node:fs";

/** In the command line of every process of a verdict, and of whatever it forks. */
const SANDBOX_FILE = /python\/(?:candidate|tests)\.py/;

/**
 * Processes of the sandbox that nobody owns any more: their parent is not this process, so the verdict they belonged to has been given
 * (or another process's verdicts are running, whose pids the caller knows). Linux only; empty elsewhere.
 */
export function leftovers(): number[] {
  let pids: number[];
  try {
    pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
  return pids.filter((pid) => {
    try {
      const isOurs = SANDBOX_FILE.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
      return isOurs && !isChild(pid);
    } catch {
      return false;
    }
  });
}

function isChild(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]) === process.pid;
}
