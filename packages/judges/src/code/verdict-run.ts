import { AbortError, onAbort } from "@whileai/core";
import type { CodeJob } from "./runner.js";
import { isOverfull, makeWorkFolder, removeWorkFolder } from "./work-folder.js";

/** How a verdict ended, before it is stamped. */
export type Ending =
  | { readonly status: "passed" }
  | {
      readonly status: "failed";
      readonly cause: string;
      readonly detail?: string | undefined;
      readonly hint?: string | undefined;
    }
  | { readonly status: "unusable"; readonly why: string };

/** A process that can be ended. */
interface Endable {
  readonly end: () => Promise<void>;
}

/** What the body of a verdict works with. */
export interface VerdictRun {
  /** Holds one empty folder for each name. */
  readonly folder: string;
  /** Settles the verdict; what comes later is ignored. */
  readonly settle: (ending: Ending) => void;
  readonly fail: (error: unknown) => void;
  /** Names a process that must be gone before the verdict is given. */
  readonly add: <P extends Endable>(process: P) => P;
}

/** How often the folder of a program without a bounded file system is looked at. */
const DISK_CHECK_MS = 100;

/**
 * Runs the processes of one verdict: makes their folder, holds them to the wall clock, and gives the verdict only when all of them are
 * gone and the folder is removed. Rejects with an AbortError when the signal fires.
 */
export async function runVerdict(
  job: CodeJob,
  names: readonly string[],
  hasBoundedDisk: boolean,
  signal: AbortSignal,
  body: (run: VerdictRun) => void,
): Promise<Ending> {
  const folder = await makeWorkFolder(names);
  const processes: Endable[] = [];
  let timer: NodeJS.Timeout | undefined;
  let diskTimer: NodeJS.Timeout | undefined;
  let stopWaiting = (): void => {};
  try {
    if (signal.aborted) throw new AbortError({ cause: signal.reason });
    return await new Promise<Ending>((resolve, reject) => {
      stopWaiting = onAbort(signal, () => reject(new AbortError({ cause: signal.reason })));
      timer = setTimeout(() => resolve({ status: "failed", cause: "timeout" }), job.limits.timeoutMs);
      if (!hasBoundedDisk)
        diskTimer = setInterval(() => {
          isOverfull(folder).then((isFull) => isFull && resolve({ status: "failed", cause: "disk limit" }), reject);
        }, DISK_CHECK_MS);
      body({
        folder,
        settle: resolve,
        fail: reject,
        add: (process) => {
          processes.push(process);
          return process;
        },
      });
    });
  } finally {
    clearTimeout(timer);
    clearInterval(diskTimer);
    stopWaiting();
    await Promise.all(processes.map((process) => process.end()));
    await removeWorkFolder(folder);
  }
}
