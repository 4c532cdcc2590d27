import { onAbort } from "../abort/on-abort.js";
import { AbortError } from "../errors/abort-error.js";
import { OptionError } from "../errors/option-error.js";
import { notJson } from "../json/not-json.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { nearestName } from "../options/nearest-name.js";
import type { Executor, Job, JobHandler, RunJobOptions } from "./executor.js";

/** Jobs that run at the same time when nothing is said. */
const DEFAULT_CONCURRENCY = 8;

export interface LocalExecutorOptions {
  /** One handler for each kind of job. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** How many jobs run at once. Default 8 (convention). */
  readonly concurrency?: number | undefined;
}

/**
 * An executor that runs jobs in this process, a limited number at a time and in the order they came.
 *
 * Aborting a job that waits rejects it at once and it never starts; a running one gets the signal and ends as its
 * handler decides. A job that fails takes no other with it.
 *
 * @throws OptionError from `run` for a kind without a handler, a payload that is not plain JSON, or a closed executor.
 *
 * @example
 * const executor = createLocalExecutor({ handlers: { double: (n) => Number(n) * 2 }, concurrency: 2 });
 * await executor.run({ kind: "double", key: "a", payload: 21 }); // 42
 */
export function createLocalExecutor(options: LocalExecutorOptions): Executor {
  checkOptions("createLocalExecutor", options, {
    handlers: optionRule.record,
    concurrency: optionRule.integer(1),
  });
  const { concurrency = DEFAULT_CONCURRENCY } = options;
  const handlers = new Map(Object.entries(options.handlers ?? {}));
  const waiting = new Set<() => void>();
  const running = new Set<Promise<unknown>>();
  let closed = false;

  function startNext(): void {
    while (running.size < concurrency) {
      const [start] = waiting;
      if (start === undefined) return;
      waiting.delete(start);
      start();
    }
  }

  function enqueue(job: Job, handler: JobHandler, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(start);
        reject(abortError(job, signal));
      };
      const start = () => {
        stopWaiting();
        const work = Promise.resolve().then(() => handler(job.payload, { key: job.key, signal }));
        running.add(work);
        const free = () => {
          running.delete(work);
          startNext();
        };
        work.then(resolve, reject);
        work.then(free, free);
      };
      const stopWaiting = onAbort(signal, giveUp);
      waiting.add(start);
      startNext();
    });
  }

  return {
    async run(job: Job, { signal = new AbortController().signal }: RunJobOptions = {}): Promise<unknown> {
      const handler = handlers.get(job.kind);
      if (handler === undefined) throw unknownKind(job.kind, [...handlers.keys()]);
      if (closed) throw refused("executor", job, "this executor is closed.", "Make a new one.");
      const bad = notJson(job.payload);
      if (bad !== undefined)
        throw refused(
          "payload",
          job,
          `\`payload${bad.field && `.${bad.field}`}\` is ${bad.found}.`,
          "Send plain JSON.",
        );
      if (signal.aborted) throw abortError(job, signal);
      return enqueue(job, handler, signal);
    },
    async close(): Promise<void> {
      closed = true;
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
}

const abortError = (job: Job, signal: AbortSignal): AbortError =>
  new AbortError({
    message: `job ${job.kind} ${job.key} was given up before it started.`,
    cause: signal.reason,
  });

const refused = (option: string, job: Job, message: string, fix: string): OptionError =>
  new OptionError({ option, message: `job ${job.kind} ${job.key}: ${message}`, fix });

function unknownKind(kind: string, known: readonly string[]): OptionError {
  const near = nearestName(kind, known);
  return new OptionError({
    option: "kind",
    received: kind,
    didYouMean: near,
    message: `no handler for jobs of kind "${kind}".`,
    fix: `${near === undefined ? "" : `Did you mean "${near}"? `}Known kinds: ${known.join(", ") || "none"}.`,
  });
}
