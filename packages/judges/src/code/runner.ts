import type { SandboxStamp } from "./sandbox-layers.js";

/** A whole program's test: what it reads, and what it must print. */
export interface ProgramCase {
  readonly input: string;
  readonly output: string;
}

/** Bounds of one verdict. */
export interface CodeLimits {
  /** Wall time in milliseconds, from the start of the processes; each case has as much. */
  readonly timeoutMs: number;
  /** Processor time of each process, in seconds. */
  readonly cpuSeconds: number;
  /** Address space of each process, in MB. */
  readonly memoryMb: number;
}

/** What a runner is asked: one candidate against its tests, or against cases of input and output. */
export interface CodeJob {
  readonly language: "python" | "javascript";
  readonly code: string;
  /** Code that runs before the candidate, in its process; empty for none. */
  readonly setup: string;
  readonly mode: "split" | "in_process";
  readonly tests?: string | undefined;
  readonly cases?: readonly ProgramCase[] | undefined;
  /** Absolute tolerance between numbers of a program's output; texts must be equal when absent. */
  readonly tolerance?: number | undefined;
  /** Names that the tests take from the candidate although the language has them built in. */
  readonly exports: readonly string[];
  readonly limits: CodeLimits;
}

/** How a candidate fared. */
export type CodeOutcome =
  | { readonly status: "passed"; readonly sandbox: SandboxStamp }
  | {
      readonly status: "failed";
      /** A short cause that never quotes a test: an exception's name, a limit. */
      readonly cause: string;
      /** What the tests said; may quote them. */
      readonly detail?: string | undefined;
      /** A thing about the tests that may explain the failure. */
      readonly hint?: string | undefined;
      readonly sandbox: SandboxStamp;
    }
  | {
      /** The tests cannot judge any candidate. */
      readonly status: "unusable";
      readonly why: string;
      readonly sandbox: SandboxStamp;
    };

/**
 * Runs candidates. The ones in the box are the local sandbox for Python and QuickJS for JavaScript; another may send the job to a
 * service. It must decide outside the candidate's reach, and leave nothing running.
 */
export interface Runner {
  readonly name: string;
  /** Called once before the first job; throws when the runner cannot work here. */
  readonly prepare?: (() => void | Promise<void>) | undefined;
  readonly run: (job: CodeJob, context: { readonly signal: AbortSignal }) => Promise<CodeOutcome>;
}
