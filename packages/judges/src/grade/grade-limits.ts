import { type Backend, type Note, OptionError, type Row, WhileaiError } from "@whileai/core";
import {
  delegateBackend,
  EndpointLimiters,
  priceOf,
  type RoleSpend,
  SpendBudget,
  SpendLedger,
  type SpendStop,
  spendLimitError,
  WorkAdmission,
  withLimits,
} from "@whileai/core/backends";
import type { AskingJudge } from "../judge/asking-judge.js";
import { expectedSpend } from "./expected-spend.js";
import type { GradeLimitOptions } from "./grade-options.js";

const MILLISECONDS = 1000;

/** The limit that ended a grading. */
export type GradeStop = SpendStop | "max_seconds";

/** What the limits are called as options. */
export const STOP_OPTIONS: Readonly<Record<GradeStop, string>> = {
  max_usd: "maxUsd",
  max_tokens: "maxTokens",
  max_seconds: "maxSeconds",
};

/** What a grading needs of its limits, however its models are asked. */
export type CallLimits = Pick<GradeLimits, keyof GradeLimits>;

/**
 * The limits of one grading: puts every model that a judge asks behind one limiter for each endpoint, writes down what it
 * uses, and decides whether another row may begin. Rows that have begun get their verdict.
 */
export class GradeLimits {
  readonly #limits: GradeLimitOptions;
  readonly #ledger = new SpendLedger();
  readonly #budget: SpendBudget;
  readonly #admission: WorkAdmission;
  readonly #limiters: EndpointLimiters;
  readonly #limited = new Map<Backend, Backend>();
  /** Who is told that a call waits, by the signal of the call. */
  readonly #waits = new WeakMap<AbortSignal, (isWaiting: boolean) => void>();
  readonly #startedAt = performance.now();
  #isLate = false;

  constructor(limits: GradeLimitOptions) {
    const { maxUsd, maxTokens, requestsPerMinute, tokensPerMinute } = limits;
    this.#limits = limits;
    this.#budget = new SpendBudget({ maxUsd, maxTokens });
    this.#limiters = new EndpointLimiters({ requestsPerMinute, tokensPerMinute, budget: this.#budget });
    this.#admission = new WorkAdmission(this.#budget);
  }

  /** The limit that ended the work, if one did. */
  get stop(): GradeStop | undefined {
    return this.#admission.stop ?? (this.#isLate ? "max_seconds" : undefined);
  }

  /** Seconds since the work began. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / MILLISECONDS;
  }

  /** Refuses a limit in money for a model without a price, before anything is spent. */
  requirePrice(backend: Backend): void {
    if (this.#limits.maxUsd === undefined || priceOf(backend) !== null) return;
    throw new OptionError({
      option: "limits.maxUsd",
      received: this.#limits.maxUsd,
      message: `grade: limits.maxUsd needs the price of the judge's model, and none is known for "${backend.model}".`,
      fix: `Give one with setPrices({ ${JSON.stringify(backend.model)}: { inputPerMillion, outputPerMillion } }), or use limits.maxTokens.`,
    });
  }

  /** Takes note of what a row is expected to use; the first rows go by it. */
  expect(judge: AskingJudge, row: Readonly<Row>): void {
    this.#admission.expect(expectedSpend(judge.ask(row), priceOf(judge.backend)));
  }

  /** Waits until another row may begin; gives what to call when it has ended, or undefined when the work is over. */
  async admit(): Promise<(() => void) | undefined> {
    const { maxSeconds = Number.POSITIVE_INFINITY } = this.#limits;
    const admitted = this.stop === undefined ? await this.#admission.admit() : undefined;
    if (admitted === undefined || this.seconds < maxSeconds) return admitted;
    this.#isLate = true;
    admitted();
    return undefined;
  }

  /** A model behind the limits, for one row. */
  limited(backend: Backend, onWait: (isWaiting: boolean) => void): Backend {
    const shared = this.#shared(backend);
    return delegateBackend(shared, (request, given = {}) => {
      // Each call is known by its signal; one without gets a signal that never fires.
      const signal = given.signal ?? new AbortController().signal;
      this.#waits.set(signal, onWait);
      return shared.complete(request, { ...given, signal });
    });
  }

  /** Why a row was not begun. */
  stopError(stop: GradeStop): Error {
    if (stop !== "max_seconds") return spendLimitError(stop, this.#budget);
    return new WhileaiError("time_limit", {
      message: `The limit of ${this.#limits.maxSeconds} s does not allow another row.`,
      fix: "Raise limits.maxSeconds; finished work is kept.",
    });
  }

  /** What each model used, by its name. */
  models(): Record<string, RoleSpend> {
    return this.#ledger.roles();
  }

  notes(): Note[] {
    const { maxUsd, maxTokens, requestsPerMinute, tokensPerMinute } = this.#limits;
    const stop = this.stop;
    if (stop !== undefined) {
      const name = STOP_OPTIONS[stop];
      return [
        {
          code: "stopped_at_limit",
          severity: "warning",
          message: `limits.${name} was reached: no more rows were begun, and which ones were judged depends on when that was.`,
          fix: `Raise limits.${name} and grade the rest: \`resume\` keeps the verdicts that are there.`,
        },
      ];
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
    this.requirePrice(backend);
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
