import type { CompletionRequest } from "../../backend/backend.js";
import type {
  BatchCallOptions,
  BatchCandidate,
  BatchClient,
  BatchResult,
  BatchState,
  PreparedRequest,
} from "../../backend/batch-backend.js";
import { BackendError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { safeQuote } from "../../text/safe-quote.js";
import { readChatAnswer } from "../chat/chat-answer.js";
import { type ChatDialect, chatBody } from "../chat/chat-body.js";
import { openaiClient } from "../chat/openai-client.js";
import { answered, givenId, notDone, preparedLine, unanswered, vendorLines } from "../wire/batch-calls.js";
import { type CallSite, httpError } from "../wire/http-error.js";
import { secretsOf } from "../wire/key.js";
import { type CallTarget, vendorCall } from "../wire/vendor-call.js";

/** Limits of a batch (source: OpenAI's API reference, "Create batch"). */
const MOST_REQUESTS = 50_000;
const MOST_BYTES = 200_000_000;
/** Batches cost half of what calls cost (source: OpenAI's pricing page, "Batch API"). */
const PRICE_FACTOR = 0.5;
/** The key under which a batch carries its tag. */
const TAG = "whileai_batch";
/** How many of the newest batches are looked through for a tag (convention), and how many come at once (the API's most). */
const MOST_LISTED = 1000;
const LISTED_AT_ONCE = 100;

const ENDPOINT = "/v1/chat/completions";
const ENDED: ReadonlySet<unknown> = new Set(["completed", "expired", "cancelled"]);

/**
 * What OpenAI calls `max_tokens` in calls it takes from old models only. In a batch a refused parameter is told of hours
 * later, so requests carry the name that all models take.
 */
const NAMES = { max_tokens: true } as const;

/** OpenAI's Batch API. */
export class OpenAIBatches implements BatchClient {
  readonly mostRequests = MOST_REQUESTS;
  readonly mostBytes = MOST_BYTES;
  readonly priceFactor = PRICE_FACTOR;
  readonly #model: string;
  readonly #target: CallTarget;
  readonly #dialect: ChatDialect;

  constructor(model: string, target: CallTarget, dialect: ChatDialect) {
    this.#model = model;
    this.#target = target;
    this.#dialect = dialect;
  }

  prepare(customId: string, request: CompletionRequest): PreparedRequest {
    return preparedLine(customId, request, (named) => ({
      custom_id: customId,
      method: "POST",
      url: ENDPOINT,
      body: chatBody(this.#model, named, this.#dialect, NAMES),
    }));
  }

  async submit(prepared: readonly PreparedRequest[], options: BatchCallOptions & { tag: string }): Promise<string> {
    const { signal, tag } = options;
    const name = `${tag}.jsonl`;
    // A file that is uploaded twice costs nothing, so this half may be tried again.
    const fileId = await vendorCall(this.#target, { signal }, async (attempt) => {
      const client = await openaiClient(attempt);
      // Line by line: joined they would be held twice.
      const parts = prepared.flatMap(({ line }) => [line, "\n"]);
      const file = new File(parts, name, { type: "application/jsonl" });
      return givenId(attempt.site, await client.files.create({ file, purpose: "batch" }));
    });
    return vendorCall(this.#target, { signal, retries: 0 }, async (attempt) => {
      const client = await openaiClient(attempt);
      const batch = await client.batches.create({
        input_file_id: fileId,
        endpoint: ENDPOINT,
        completion_window: "24h",
        metadata: { [TAG]: tag },
      });
      return givenId(attempt.site, batch);
    });
  }

  async find(tag: string, { signal }: BatchCallOptions): Promise<BatchCandidate[]> {
    let after: string | undefined;
    for (let seen = 0; seen < MOST_LISTED; seen += LISTED_AT_ONCE) {
      const page = await vendorCall(this.#target, { signal }, async (attempt) => {
        const client = await openaiClient(attempt);
        const { data } = await client.batches.list({
          limit: LISTED_AT_ONCE,
          ...(after === undefined ? {} : { after }),
        });
        return Array.isArray(data) ? data : [];
      });
      const found = page.find((batch) => batch?.metadata?.[TAG] === tag);
      if (found !== undefined) return [{ id: found.id, isCertain: true }];
      after = page.at(-1)?.id;
      if (after === undefined || page.length < LISTED_AT_ONCE) break;
    }
    return [];
  }

  poll(id: string, { signal }: BatchCallOptions = {}): Promise<BatchState> {
    return vendorCall(this.#target, { signal }, async (attempt) => {
      const client = await openaiClient(attempt);
      return readState(await client.batches.retrieve(id), attempt.site);
    });
  }

  async *results(id: string, options: BatchCallOptions = {}): AsyncGenerator<BatchResult> {
    const { signal } = options;
    const files = await vendorCall(this.#target, { signal }, async (attempt) => {
      const { output_file_id, error_file_id } = await (await openaiClient(attempt)).batches.retrieve(id);
      return [output_file_id, error_file_id].filter((file) => typeof file === "string" && file !== "");
    });
    for (const file of files) {
      const lines = vendorLines(this.#target, options, async (attempt) =>
        (await openaiClient(attempt)).files.content(file as string),
      );
      for await (const { line, site } of lines) if (typeof line.custom_id === "string") yield this.#result(line, site);
    }
  }

  async cancel(id: string, { signal }: BatchCallOptions = {}): Promise<void> {
    await vendorCall(this.#target, { signal }, async (attempt) => (await openaiClient(attempt)).batches.cancel(id));
  }

  #result(line: Record<string, unknown>, site: CallSite): BatchResult {
    const customId = line.custom_id as string;
    const { response, error } = line;
    if (isRecord(response) && response.status_code === 200)
      return answered(customId, (request) => readChatAnswer(response.body, request, site, this.#model));
    if (isRecord(response) && typeof response.status_code === "number")
      return unanswered(
        customId,
        httpError(site, { status: response.status_code, text: JSON.stringify(response.body ?? {}) }),
      );
    const { code, message } = isRecord(error) ? error : {};
    if (code === "batch_expired" || code === "batch_cancelled") return unanswered(customId, notDone(site, code));
    const said = typeof message === "string" && message !== "" ? message : "no reason was given";
    return unanswered(customId, refusal(site, `the request failed: ${safeQuote(said, secretsOf(site.key))}`));
  }
}

function readState(batch: unknown, site: CallSite): BatchState {
  const { status, request_counts, errors } = isRecord(batch) ? batch : {};
  const counts = isRecord(request_counts) ? request_counts : {};
  const { completed, failed, total } = counts;
  const done = typeof completed === "number" && typeof failed === "number" ? completed + failed : null;
  const state = { done, total: typeof total === "number" && total > 0 ? total : null };
  if (ENDED.has(status)) return { ...state, status: "ended" };
  if (status !== "failed") return { ...state, status: "running" };
  const listed: unknown[] = isRecord(errors) && Array.isArray(errors.data) ? errors.data : [];
  const first = listed.find(isRecord);
  const said = typeof first?.message === "string" ? first.message : "no reason was given";
  const isQueueFull = listed.some((entry) => isRecord(entry) && entry.code === "token_limit_exceeded");
  return {
    ...state,
    status: "refused",
    isQueueFull,
    error: refusal(
      site,
      `the batch was refused: ${safeQuote(said, secretsOf(site.key))}`,
      isQueueFull ? "Wait until other batches have ended, or send smaller ones." : "",
    ),
  };
}

const refusal = (site: CallSite, what: string, fix = ""): BackendError =>
  new BackendError({ message: `${site.label}: ${what}.`, fix }, "batch_failed");
