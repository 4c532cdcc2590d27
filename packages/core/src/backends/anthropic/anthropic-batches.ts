import type { CompletionRequest } from "../../backend/backend.js";
import type {
  BatchCallOptions,
  BatchCandidate,
  BatchClient,
  BatchResult,
  BatchState,
  PreparedRequest,
} from "../../backend/batch-backend.js";
import { isRecord } from "../../json/json.js";
import { answered, givenId, notDone, preparedLine, unanswered, vendorLines } from "../wire/batch-calls.js";
import { type CallSite, httpError } from "../wire/http-error.js";
import { type CallTarget, vendorCall } from "../wire/vendor-call.js";
import { readAnthropicAnswer } from "./anthropic-answer.js";
import { anthropicBody } from "./anthropic-body.js";
import { ANTHROPIC_VERSION, anthropicClient } from "./anthropic-client.js";

/** Limits of a batch (source: Anthropic's guide "Batch processing"). */
const MOST_REQUESTS = 100_000;
const MOST_BYTES = 256_000_000;
/** Batches cost half of what calls cost (source: the same guide, "Pricing"). */
const PRICE_FACTOR = 0.5;
/** How many of the newest batches are looked through for a lost one (convention; the API gives as many at once). */
const MOST_LISTED = 100;

const PATH = "/v1/messages/batches";
const HEADERS = ANTHROPIC_VERSION;

/** Status codes that Anthropic's error types stand for (source: its API reference, "Errors"). */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);
const UNKNOWN_ERROR_STATUS = 500;

/** Anthropic's Message Batches API. */
export class AnthropicBatches implements BatchClient {
  readonly mostRequests = MOST_REQUESTS;
  readonly mostBytes = MOST_BYTES;
  readonly priceFactor = PRICE_FACTOR;
  readonly #model: string;
  readonly #target: CallTarget;

  constructor(model: string, target: CallTarget) {
    this.#model = model;
    this.#target = target;
  }

  prepare(customId: string, request: CompletionRequest): PreparedRequest {
    return preparedLine(customId, request, (named) => ({
      custom_id: customId,
      params: anthropicBody(this.#model, named, this.#target.label),
    }));
  }

  submit(prepared: readonly PreparedRequest[], { signal }: BatchCallOptions): Promise<string> {
    return vendorCall(this.#target, { signal, retries: 0 }, async (attempt) => {
      const client = await anthropicClient(attempt);
      // The lines are JSON already: read and written again they would take three times the memory.
      const lines = prepared.flatMap(({ line }, index) => (index === 0 ? [line] : [",", line]));
      const body = new Blob(['{"requests":[', ...lines, "]}"]);
      const headers = { ...HEADERS, "content-type": "application/json" };
      return givenId(attempt.site, await client.post(PATH, { body, headers }));
    });
  }

  /** Batches carry nothing of the caller's, so those of the same size are all that can be told. */
  find(_tag: string, { signal, requests }: BatchCallOptions & { requests: number }): Promise<BatchCandidate[]> {
    return vendorCall(this.#target, { signal }, async (attempt) => {
      const client = await anthropicClient(attempt);
      const page: unknown = await client.get(PATH, { query: { limit: MOST_LISTED }, headers: HEADERS });
      const listed: unknown[] = isRecord(page) && Array.isArray(page.data) ? page.data : [];
      return listed.flatMap((batch) =>
        isRecord(batch) && typeof batch.id === "string" && countsOf(batch).total === requests
          ? [{ id: batch.id, isCertain: false }]
          : [],
      );
    });
  }

  poll(id: string, { signal }: BatchCallOptions = {}): Promise<BatchState> {
    return vendorCall(this.#target, { signal }, async (attempt) => {
      const client = await anthropicClient(attempt);
      const batch: unknown = await client.get(pathOf(id), { headers: HEADERS });
      const isEnded = isRecord(batch) && batch.processing_status === "ended";
      return { status: isEnded ? "ended" : "running", ...countsOf(batch) };
    });
  }

  async *results(id: string, options: BatchCallOptions = {}): AsyncGenerator<BatchResult> {
    // The place is known, so the URL that the answer names, which may be of another host, is not followed.
    const lines = vendorLines(this.#target, options, async (attempt) => {
      const client = await anthropicClient(attempt);
      return client.get(`${pathOf(id)}/results`, { headers: HEADERS, __binaryResponse: true });
    });
    for await (const { line, site } of lines) if (typeof line.custom_id === "string") yield this.#result(line, site);
  }

  async cancel(id: string, { signal }: BatchCallOptions = {}): Promise<void> {
    await vendorCall(this.#target, { signal }, async (attempt) =>
      (await anthropicClient(attempt)).post(`${pathOf(id)}/cancel`, { headers: HEADERS }),
    );
  }

  #result(line: Record<string, unknown>, site: CallSite): BatchResult {
    const customId = line.custom_id as string;
    const result = isRecord(line.result) ? line.result : {};
    if (result.type === "succeeded")
      return answered(customId, (request) => readAnthropicAnswer(result.message, request, site, this.#model));
    if (result.type === "expired") return unanswered(customId, notDone(site, "batch_expired"));
    if (result.type === "canceled") return unanswered(customId, notDone(site, "batch_cancelled"));
    // The error stands inside the body that a call would have been answered with.
    const body = isRecord(result.error) ? result.error : {};
    const inner = isRecord(body.error) ? body.error : body;
    const status = STATUSES.get(inner.type) ?? UNKNOWN_ERROR_STATUS;
    return unanswered(customId, httpError(site, { status, text: JSON.stringify({ error: inner }) }));
  }
}

const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

/** Requests that are done, and all. */
function countsOf(batch: unknown): { done: number | null; total: number | null } {
  const counts = isRecord(batch) && isRecord(batch.request_counts) ? batch.request_counts : {};
  const { processing, ...rest } = counts;
  if (typeof processing !== "number") return { done: null, total: null };
  const done = Object.values(rest).reduce<number>((sum, count) => sum + (typeof count === "number" ? count : 0), 0);
  return { done, total: done + processing };
}
