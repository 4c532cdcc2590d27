import { type Backend, type Note, onAbort, type Row } from "@whileai/core";
import {
  delegateBackend,
  EndpointLimiters,
  priceOf,
  type RoleSpend,
  SpendBudget,
  SpendLedger,
  spendLimitError,
  WorkAdmission,
  withLimits,
} from "@whileai/core/backends";
import type { AskingJudge } from "../judge/asking-judge.js";
import { expectedSpend } from "./expected-spend.js";
import type { GradeLimitOptions } from "./grade-options.js";
import { GRADE_THE_REST, type GradeStop, stoppedNote } from "./grade-stop.js";
import { requirePrice } from "./require-price.js";
import type { RowLimits } from "./row-judge.js";
import type { RunLimits } from "./run-limits.js";
import { WorkClock } from "./work-clock.js";

/**
 * The limits of one grading: puts every model that a judge asks behind one limiter for each endpoint, writes down what it
 * uses, and decides whether another row may begin. Rows that have begun get their verdict.
 */
export class GradeLimits implements RunLimits, RowLimits {
  readonly #limits: GradeLimitOptions;
  readonly #ledger = new SpendLedger();
  readonly #budget: SpendBudget;
  readonly #admission: WorkAdmission;
  readonly #limiters: EndpointLimiters;
  readonly #limited = new Map<Backend, Backend>();
  /** Who is told that a call waits, by the signal of the call. */
  readonly #waits = new WeakMap<AbortSignal, (isWaiting: boolean) => void>();
  readonly #clock: WorkClock;
  #isLate = false;

  constructor(limits: GradeLimitOptions) {
    const { maxUsd, maxTokens, requestsPerMinute, tokensPerMinute } = limits;
    this.#limits = limits;
    this.#clock = new WorkClock(limits.maxSeconds);
    this.#budget = new SpendBudget({ maxUsd, maxTokens });
    this.#limiters = new EndpointLimiters({ requestsPerMinute, tokensPerMinute, budget: this.#budget });
    this.#admission = new WorkAdmission(this.#budget);
  }

  get stop(): GradeStop | undefined {
    return this.#admission.stop ?? (this.#isLate ? "max_seconds" : undefined);
  }

  get seconds(): number {
    return this.#clock.seconds;
  }

  expect(judge: AskingJudge, row: Readonly<Row>): void {
    this.#admission.expect(expectedSpend(judge.ask(row), priceOf(judge.backend)));
  }

  async admit(): Promise<(() => void) | undefined> {
    const admitted = this.stop === undefined ? await this.#admission.admit() : undefined;
    if (admitted === undefined || !this.#clock.isOver) return admitted;
    this.#isLate = true;
    admitted();
    return undefined;
  }

  limited(backend: Backend, onWait: (isWaiting: boolean) => void): Backend {
    const shared = this.#shared(backend);
    return delegateBackend(shared, async (request, given = {}) => {
      // Each call is known by a signal of its own: by one that rows share, another row would be told to wait.
      const call = new AbortController();
      const stopListening = onAbort(given.signal, () => call.abort());
      if (given.signal?.aborted) call.abort();
      this.#waits.set(call.signal, onWait);
      try {
        return await shared.complete(request, { ...given, signal: call.signal });
      } finally {
        stopListening();
      }
    });
  }

  stopError(stop: GradeStop): Error {
    return stop === "max_seconds" ? this.#clock.error() : spendLimitError(stop, this.#budget);
  }

  models(): Record<string, RoleSpend> {
    return this.#ledger.roles();
  }

  notes(): Note[] {
    const { maxUsd, maxTokens, requestsPerMinute, tokensPerMinute } = this.#limits;
    const stop = this.stop;
    if (stop !== undefined) {
      const what = ": no more rows were begun, and which ones were judged depends on when that was.";
      return [stoppedNote(stop, what, GRADE_THE_REST)];
    }
    const given = Object.entries({ maxUsd, maxTokens, requestsPerMinute, tokensPerMinute }).filter(
      ([, limit]) => limit !== undefined,
    );
    if (given.length === 0 || this.#limited.size > 0) return [];
    const names = given.map(([name]) => `limits.${name}`).join(", ");
    return [
      {
        code: "judge_not_limited",
        severity: "warning",
        message: `The judge asked no model that this call can see, so ${names} held for nothing.`,
        fix: "A judge of your own asks its model through context.limited(backend).",
      },
    ];
  }

  #shared(backend: Backend): Backend {
    const known = this.#limited.get(backend);
    if (known !== undefined) return known;
    requirePrice(backend, this.#limits.maxUsd);
    const limited = withLimits(backend, this.#limiters.of(backend), {
      ledger: this.#ledger,
      role: backend.model,
      retries: this.#limits.retries,
      isCommitted: true,
      onWait: (signal, isWaiting) => signal && this.#waits.get(signal)?.(isWaiting),
    });
    this.#limited.set(backend, limited);
    return limited;
  }
}
