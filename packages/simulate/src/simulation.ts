// Callers need not name this library in their own settings.
/// <reference lib="esnext.disposable" preserve="true" />
import { AbortError, type Row, type Step, type ToolSchema } from "@whileai/core";
import type { Mode } from "./options/mode.js";
import type { SimulationReport } from "./report.js";
import type { SimulatedRow } from "./rollout/simulated-row.js";

/** What a run gave. */
export interface SimulationResult<S extends Step = Step> {
  /** In the order of the plan, whatever the order they landed in. */
  readonly rows: readonly SimulatedRow<S>[];
  readonly report: SimulationReport;
  readonly tools: readonly ToolSchema[];
  readonly systemPrompt: string;
  readonly mode: Mode;
  readonly seed: number;
  /** The report's text. */
  toString(): string;
}

/** Does the work of a run: hands over each row as it lands and gives the result at the end. */
export type RunWork = (land: (row: Row) => void, signal: AbortSignal) => Promise<SimulationResult>;

/**
 * A run that starts on first use: await it for all rows, iterate it for rows as they land, or `start()` it. Used again it
 * replays what landed. Leaving a `for await` early, `abort()` and `await using` cancel what is in flight; what landed stays.
 */
export class Simulation<S extends Step = Step>
  implements PromiseLike<SimulationResult<S>>, AsyncIterable<SimulatedRow<S>>, AsyncDisposable
{
  readonly #work: RunWork;
  readonly #abort = new AbortController();
  readonly #unlink: () => void;
  readonly #landed: SimulatedRow<S>[] = [];
  #waiting: (() => void)[] = [];
  #result: Promise<SimulationResult<S>> | undefined;
  #ended = false;

  constructor(work: RunWork, signal: AbortSignal | undefined) {
    this.#work = work;
    if (signal?.aborted) this.#abort.abort(signal.reason);
    const onAbort = (): void => this.abort(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#unlink = () => signal?.removeEventListener("abort", onAbort);
  }

  /** Starts the run without waiting for it. A failure is thrown where the run is awaited or iterated. */
  start(): this {
    this.#run().catch(() => {});
    return this;
  }

  /** Ends the run; its result holds the rows that landed. */
  abort(reason?: unknown): void {
    this.#abort.abort(reason ?? new AbortError());
  }

  // biome-ignore lint/suspicious/noThenProperty: a run is awaited for its rows, by design.
  then<A = SimulationResult<S>, B = never>(
    onResult?: ((result: SimulationResult<S>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(onResult, onError);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SimulatedRow<S>> {
    const result = this.#run();
    result.catch(() => {});
    let isComplete = false;
    try {
      for (let index = 0; ; index++) {
        while (index >= this.#landed.length && !this.#ended) {
          await new Promise<void>((resolve) => this.#waiting.push(resolve));
        }
        if (index >= this.#landed.length) break;
        yield this.#landed[index] as SimulatedRow<S>;
      }
      isComplete = true;
      await result;
    } finally {
      // The consumer left early: nobody waits for the rest.
      if (!isComplete && !this.#ended) {
        this.abort();
        await result.catch(() => {});
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#result === undefined) return;
    if (!this.#ended) this.abort();
    await this.#result.catch(() => {});
  }

  #run(): Promise<SimulationResult<S>> {
    this.#result ??= this.#work((row) => {
      this.#landed.push(row as SimulatedRow<S>);
      this.#wake();
    }, this.#abort.signal).finally(() => {
      this.#ended = true;
      this.#unlink();
      this.#wake();
    }) as Promise<SimulationResult<S>>;
    return this.#result;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
