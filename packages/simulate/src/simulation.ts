// Callers need not name this library in their own settings.
/// <reference lib="esnext.disposable" preserve="true" />
import { AbortError, OptionError, onAbort, type Step, type ToolSchema } from "@whileai/core";
import type { Mode } from "./options/mode.js";
import type { SimulationReport } from "./report.js";
import type { SimulatedRow } from "./rollout/simulated-row.js";
import { RowQueue } from "./row-queue.js";

/** What a run gave. */
export interface SimulationResult<S extends Step = Step> {
  /** In the order of the plan, whatever the order they landed in; none with `store.keepRows: false`. */
  readonly rows: readonly SimulatedRow<S>[];
  readonly report: SimulationReport;
  readonly tools: readonly ToolSchema[];
  readonly systemPrompt: string;
  readonly mode: Mode;
  readonly seed: number;
  /** The report's text. */
  toString(): string;
}

/** Hands over a row as it lands; what it returns, if anything, is waited for before the next rollout. */
export type LandRow = (row: SimulatedRow) => Promise<void> | undefined;

/** Does the work of a run: hands over each row as it lands and gives the result at the end. */
export type RunWork = (land: LandRow, signal: AbortSignal) => Promise<SimulationResult>;

export interface SimulationSetting {
  readonly signal: AbortSignal | undefined;
  /** False hands each row to one reader, or leaves it to the folder. */
  readonly keepRows: boolean;
  readonly hasFolder: boolean;
  /** Rows that may wait for the reader. */
  readonly queueLength: number;
}

/**
 * A run that starts on first use: await it for all rows, iterate it for rows as they land, or `start()` it. Used again it
 * replays what landed. Leaving a `for await` early, `abort()` and `await using` cancel what is in flight; what landed stays.
 *
 * With `store.keepRows: false` rows are handed to one `for await`, which the run waits for, and are gone after that; without
 * a reader they go to the run's folder alone.
 */
export class Simulation<S extends Step = Step>
  implements PromiseLike<SimulationResult<S>>, AsyncIterable<SimulatedRow<S>>, AsyncDisposable
{
  readonly #work: RunWork;
  readonly #setting: SimulationSetting;
  readonly #abort = new AbortController();
  readonly #unlink: () => void;
  readonly #landed: SimulatedRow<S>[] = [];
  #queue: RowQueue<SimulatedRow<S>> | undefined;
  #waiting: (() => void)[] = [];
  #result: Promise<SimulationResult<S>> | undefined;
  #ended = false;

  constructor(work: RunWork, setting: SimulationSetting) {
    const { signal } = setting;
    this.#work = work;
    this.#setting = setting;
    if (signal?.aborted) this.#abort.abort(signal.reason);
    this.#unlink = onAbort(signal, () => this.abort(signal?.reason));
  }

  /** Starts the run without waiting for it. A failure is thrown where the run is awaited or iterated. */
  start(): this {
    this.#run().catch(() => {});
    return this;
  }

  /** Ends the run; its result holds the rows that landed. */
  abort(reason?: unknown): void {
    this.#abort.abort(reason ?? new AbortError());
    // Nobody waits for a reader that may never come back; what it has not read yet it can still read.
    this.#queue?.close();
  }

  // biome-ignore lint/suspicious/noThenProperty: a run is awaited for its rows, by design.
  then<A = SimulationResult<S>, B = never>(
    onResult?: ((result: SimulationResult<S>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(onResult, onError);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SimulatedRow<S>> {
    const take = this.#setting.keepRows ? this.#replay() : this.#readOnce();
    const result = this.#run();
    result.catch(() => {});
    let isComplete = false;
    try {
      for (let row = await take(); row !== undefined; row = await take()) yield row;
      isComplete = true;
      await result;
    } finally {
      // The consumer left early: nobody waits for the rest.
      if (!isComplete && !this.#ended) {
        this.abort();
        this.#queue?.close({ isAbandoned: true });
        await result.catch(() => {});
      }
    }
  }

  /** Rows from the first on, for as many readers as there are. */
  #replay(): () => Promise<SimulatedRow<S> | undefined> {
    let index = 0;
    return async () => {
      while (index >= this.#landed.length && !this.#ended) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      return this.#landed[index++];
    };
  }

  #readOnce(): () => Promise<SimulatedRow<S> | undefined> {
    if (this.#result !== undefined) {
      throw new OptionError({
        option: "store.keepRows",
        received: false,
        message: "simulate: with store.keepRows false, rows are handed out once, to whoever iterates the run first.",
        fix: this.#setting.hasFolder
          ? "Read rows.jsonl of the run's folder with readRows() of @whileai/core/node."
          : "Keep the rows, or iterate the run once.",
      });
    }
    const queue = new RowQueue<SimulatedRow<S>>(this.#setting.queueLength);
    this.#queue = queue;
    return () => queue.take();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#result === undefined) return;
    if (!this.#ended) this.abort();
    await this.#result.catch(() => {});
  }

  #run(): Promise<SimulationResult<S>> {
    this.#result ??= this.#begin();
    return this.#result;
  }

  async #begin(): Promise<SimulationResult<S>> {
    const { keepRows, hasFolder } = this.#setting;
    try {
      if (!keepRows && !hasFolder && this.#queue === undefined) {
        throw new OptionError({
          option: "store.keepRows",
          received: false,
          message: "simulate: with store.keepRows false and no folder, rows would be lost.",
          fix: "Give store.dir, or read the rows with `for await`.",
        });
      }
      const result = await this.#work((row) => this.#land(row as SimulatedRow<S>), this.#abort.signal);
      return result as SimulationResult<S>;
    } finally {
      this.#ended = true;
      this.#unlink();
      this.#queue?.close();
      this.#wake();
    }
  }

  #land(row: SimulatedRow<S>): Promise<void> | undefined {
    if (!this.#setting.keepRows) return this.#queue?.push(row);
    this.#landed.push(row);
    this.#wake();
    return undefined;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
