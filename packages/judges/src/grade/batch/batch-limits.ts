import { type Backend, BackendError, type Completion, type CompletionRequest, type Note } from "@whileai/core";
import {
  costOf,
  type Price,
  priceOf,
  type RoleSpend,
  SpendBudget,
  SpendLedger,
  spendLimitError,
} from "@whileai/core/backends";
import { expectedSpend } from "../expected-spend.js";
import type { GradeLimitOptions } from "../grade-options.js";
import { GRADE_THE_REST, type GradeStop, stoppedNote } from "../grade-stop.js";
import type { RowLimits } from "../row-judge.js";
import type { RunLimits } from "../run-limits.js";
import { WorkClock } from "../work-clock.js";
import type { RowReplies } from "./row-replies.js";

/** Limits that say how fast single calls are made. */
const PACE_LIMITS = ["concurrency", "requestsPerMinute", "tokensPerMinute", "retries"] as const;

const UNKNOWN_USAGE = { inputTokens: null, outputTokens: null };

/**
 * The limits of a grading in batches: what a row is expected to cost, at the batch price, is set aside before its questions
 * are sent, and a row that does not fit is not asked about. What was sent is read, whatever it costs.
 */
export class BatchLimits implements RunLimits {
  readonly #options: GradeLimitOptions;
  readonly #backend: Backend;
  readonly #priceFactor: number;
  readonly #clock: WorkClock;
  readonly #budget: SpendBudget;
  readonly #ledger = new SpendLedger();
  #stop: GradeStop | undefined;

  constructor(options: GradeLimitOptions, backend: Backend, priceFactor: number) {
    this.#options = options;
    this.#backend = backend;
    this.#priceFactor = priceFactor;
    this.#clock = new WorkClock(options.maxSeconds);
    this.#budget = new SpendBudget({ maxUsd: options.maxUsd, maxTokens: options.maxTokens });
    this.#ledger.open(backend.model, backend.model);
  }

  get stop(): GradeStop | undefined {
    return this.#stop;
  }

  get seconds(): number {
    return this.#clock.seconds;
  }

  /** Sets aside what questions are expected to cost; gives the way to free it, or undefined when that ends the work. */
  reserve(requests: readonly CompletionRequest[]): (() => void) | undefined {
    // What an earlier process has sent is paid already.
    if (requests.length === 0) return () => {};
    const expected = expectedSpend(requests, this.#price());
    const release = this.#budget.reserve(expected);
    if (release === undefined) this.#stop ??= this.#budget.stopFor(expected);
    return release;
  }

  /** Writes down that so many questions were sent. */
  sent(requests: number): void {
    for (let sent = 0; sent < requests; sent++) this.#ledger.request(this.#backend.model, this.#backend.model);
  }

  /** Writes down what an answer used; undefined for one that was paid and could not be read. */
  paid(completion: Completion | undefined): void {
    const usage = completion?.usage ?? UNKNOWN_USAGE;
    const price = this.#price();
    this.#ledger.answer(this.#backend.model, this.#backend.model, usage, price);
    this.#budget.pay({ tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0), usd: costOf(usage, price) });
  }

  /** The limits for one row. A row that has begun is admitted to its end. */
  forRow(replies: RowReplies, hasBegun: boolean): RowLimits {
    const limits = this;
    return {
      get stop() {
        return limits.#stop;
      },
      stopError: (stop) => (stop === "max_seconds" ? limits.#clock.error() : spendLimitError(stop, limits.#budget)),
      // What a row costs is estimated from its own questions.
      expect: () => {},
      admit: async () => (hasBegun || limits.#mayBegin() ? () => {} : undefined),
      limited: (backend) => (backend === limits.#backend ? replies.backend(backend) : limits.limited(backend)),
    };
  }

  /** Only rows have replies: no model is asked outside of batches. */
  limited(backend: Backend): Backend {
    throw new BackendError({
      message: `grade: with \`batch\` a judge asks its own model and no other, such as "${backend.model}".`,
      fix: "Leave `batch` out for this judge.",
    });
  }

  models(): Record<string, RoleSpend> {
    return this.#ledger.roles();
  }

  notes(): Note[] {
    const notes: Note[] = [];
    const unused = PACE_LIMITS.filter((name) => this.#options[name] !== undefined);
    if (unused.length > 0)
      notes.push({
        code: "limits_unused",
        severity: "warning",
        message: `${unused.map((name) => `limits.${name}`).join(", ")} held for nothing: the vendor decides how fast it works through a batch.`,
        fix: "Leave them out, or leave `batch` out.",
      });
    if (this.#stop !== undefined) {
      const why = this.#stop === "max_seconds" ? "" : " by what rows are expected to use";
      notes.push(stoppedNote(this.#stop, `${why}: no more rows were sent.`, GRADE_THE_REST));
    }
    return notes;
  }

  #mayBegin(): boolean {
    if (this.#clock.isOver) this.#stop ??= "max_seconds";
    return this.#stop === undefined;
  }

  /** The price in a batch. */
  #price(): Price | null {
    const price = priceOf(this.#backend);
    if (price === null) return null;
    const { inputPerMillion, outputPerMillion, cachedInputPerMillion } = price;
    const factor = this.#priceFactor;
    return {
      inputPerMillion: inputPerMillion * factor,
      outputPerMillion: outputPerMillion * factor,
      ...(cachedInputPerMillion === undefined ? {} : { cachedInputPerMillion: cachedInputPerMillion * factor }),
    };
  }
}
