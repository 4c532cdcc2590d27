import type { BackendError } from "../errors/backend-error.js";
import type { Completion, CompletionRequest } from "./backend.js";

/** How one call to a batch service is made. */
export interface BatchCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A request as it travels in a batch. */
export interface PreparedRequest {
  /** Names the request among all of a batch: 1 to 64 letters, digits, "_" and "-". */
  readonly customId: string;
  /** The line that is sent. */
  readonly line: string;
  /** What the line counts for against {@link BatchClient.mostBytes}. */
  readonly bytes: number;
}

/** How far the vendor is with a batch. */
export interface BatchState {
  /** `ended`: its results can be read, whatever became of single requests. `refused`: nothing was done and nothing is paid. */
  readonly status: "running" | "ended" | "refused";
  /** Requests that are done, and all; null where the vendor does not say. */
  readonly done: number | null;
  readonly total: number | null;
  /** Why a batch was refused. */
  readonly error?: BackendError | undefined;
  /** True when it was refused because too much is waiting already: the same batch may be taken once another one has ended. */
  readonly isQueueFull?: boolean | undefined;
}

/** What became of one request of a batch. */
export interface BatchResult {
  readonly customId: string;
  /** Why there is no answer: the request failed, was cancelled or was not done in time; null where there is one. */
  readonly error: BackendError | null;
  /**
   * The answer to the request that was sent under this name.
   *
   * @throws `error`, and the typed errors of `Backend` for an answer that makes no sense.
   */
  read(request: CompletionRequest): Completion;
}

/** A batch that may be the one that is looked for. */
export interface BatchCandidate {
  readonly id: string;
  /** False where the vendor keeps nothing to know a batch by: only its results show whether it is the one. */
  readonly isCertain: boolean;
}

/**
 * Requests that a vendor answers together, within a day and for less. A batch goes on at the vendor whatever becomes of the
 * process that submitted it; whoever has its id can read it.
 */
export interface BatchClient {
  /** Most requests of a batch. */
  readonly mostRequests: number;
  /** Most bytes of a batch. */
  readonly mostBytes: number;
  /** What a token costs in a batch, as a share of its price in a call. */
  readonly priceFactor: number;
  /** Puts a request into the form in which it is sent. */
  prepare(customId: string, request: CompletionRequest): PreparedRequest;
  /**
   * Hands a batch to the vendor, once: what fails is not tried again here, because a failed call may have made a batch.
   *
   * @param tag - A name for the batch that nothing else has; see {@link BatchClient.find}.
   * @returns the id of the batch.
   */
  submit(prepared: readonly PreparedRequest[], options: BatchCallOptions & { readonly tag: string }): Promise<string>;
  /**
   * Batches that a call of `submit` may have made whose answer nobody saw, the likeliest first.
   *
   * @param requests - How many requests it had.
   */
  find(tag: string, options: BatchCallOptions & { readonly requests: number }): Promise<BatchCandidate[]>;
  poll(id: string, options?: BatchCallOptions): Promise<BatchState>;
  /** The results of a batch that has ended, in no order. Requests may be missing. */
  results(id: string, options?: BatchCallOptions): AsyncIterable<BatchResult>;
  /** Asks the vendor to stop; what it has done by then is paid. */
  cancel(id: string, options?: BatchCallOptions): Promise<void>;
}
