import type { Json } from "../json/json.js";

/** A piece of work as plain JSON, so that it can cross a process or a queue. */
export interface Job {
  /** Which handler does it: `rollout`, `grade`, … */
  readonly kind: string;
  /** What tells this job from others of its kind; the same key is the same work. */
  readonly key: string;
  readonly payload: Json;
}

export interface RunJobOptions {
  /** Gives the job up: a job that waits never starts, a running one is told. */
  readonly signal?: AbortSignal | undefined;
}

/** What a handler is told about the job beside its payload. */
export interface JobContext {
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Does the jobs of one kind. What it returns is plain JSON too. */
export type JobHandler = (payload: Json, context: JobContext) => unknown;

/** Where jobs run: in this process, in workers, behind a queue. */
export interface Executor {
  /** Runs a job and gives back what its handler returned. Rejects with what the handler threw, or an AbortError. */
  run(job: Job, options?: RunJobOptions): Promise<unknown>;
  /** Waits for running jobs and lets go of what the executor holds. */
  close(): Promise<void>;
}
