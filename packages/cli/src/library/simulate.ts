// Callers need not name this library in their own settings.
/// <reference lib="esnext.disposable" preserve="true" />
import type { AnyTool, Row, StepOf } from "@whileai/core";
import {
  type SimulatedRow,
  type SimulateOptions,
  type Simulation,
  type SimulationReport,
  simulate as simulateRows,
} from "@whileai/simulate";
import { Rows } from "./rows.js";

/**
 * A run: await it for all rows, iterate it for rows as they land, or scope it with `await using`, which cancels what is in
 * flight and keeps what landed. It starts on first use and can be used again.
 */
export class RowsSimulation<R extends Row>
  implements PromiseLike<Rows<"simulated", R, SimulationReport>>, AsyncIterable<R>, AsyncDisposable
{
  readonly #simulation: Simulation;
  #rows: Promise<Rows<"simulated", R, SimulationReport>> | undefined;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** Starts the run, if it has not begun. */
  start(): this {
    this.#simulation.start();
    return this;
  }

  /** Ends the run; rows that landed are kept. */
  abort(reason?: unknown): void {
    this.#simulation.abort(reason);
  }

  // biome-ignore lint/suspicious/noThenProperty: a run is meant to be awaited.
  then<Fulfilled = Rows<"simulated", R, SimulationReport>, Rejected = never>(
    onFulfilled?: ((rows: Rows<"simulated", R, SimulationReport>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#rows ??= Promise.resolve(this.#simulation).then(
      ({ rows, report, systemPrompt, tools, mode, seed }) =>
        new Rows("simulated", rows as readonly R[], report, { systemPrompt, tools, mode, seed }),
    );
    return this.#rows.then(onFulfilled, onRejected);
  }

  [Symbol.asyncIterator](): AsyncIterator<R> {
    return this.#simulation[Symbol.asyncIterator]() as AsyncIterator<R>;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.#simulation[Symbol.asyncDispose]());
  }
}

/**
 * Runs an agent through situations it may meet, against a fake world that fails on purpose.
 *
 * Options and defaults are those of `@whileai/simulate`; what comes back has the steps of the loop as methods.
 *
 * @example
 * const data = await simulate({ agent: seededAgent(tools), tools, systemPrompt: "Help.", simulator: false, budget: 64 });
 * const scored = await data.grade((row) => (row.seeded?.length ? 0 : 1));
 */
export function simulate<const Tools extends readonly AnyTool[]>(
  options: SimulateOptions<Tools>,
): RowsSimulation<SimulatedRow<StepOf<Tools>>> {
  return new RowsSimulation(simulateRows(options));
}
