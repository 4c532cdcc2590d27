import { onAbort } from "../abort/on-abort.js";
import type { Backend } from "../backend/backend.js";
import { OPENAI_URL } from "../backends/openai/openai.js";
import { baseUrl } from "../backends/wire/base-url.js";
import { checkModel } from "../backends/wire/check-model.js";
import { environment } from "../backends/wire/environment.js";
import { serverWords } from "../backends/wire/http-error.js";
import { quoted } from "../backends/wire/model-backend.js";
import { type Attempt, type CallTarget, vendorCall } from "../backends/wire/vendor-call.js";
import { AbortError } from "../errors/abort-error.js";
import { BackendError } from "../errors/backend-error.js";
import { sha256Hex } from "../hash/hash.js";
import { isRecord } from "../json/json.js";
import { estimateTokens } from "../limits/call-estimate.js";
import { createLimiter, type RateLimits } from "../limits/create-limiter.js";
import { keepEndpointFacts } from "../limits/endpoint-facts.js";
import type { Limiter } from "../limits/limiter.js";
import { trafficOf } from "../limits/traffic-of.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { checkEmbedCall, embedderObject, type ReadyEmbedder } from "./embedder-object.js";

/** Texts in one request (convention). */
const DEFAULT_BATCH = 128;
/** Most texts that OpenAI takes in one request (source: OpenAI's API reference, "Create embeddings"). */
const MOST_BATCH = 2048;
/** Bytes of text in one request: OpenAI takes 300,000 tokens (source: as above), and no token is shorter than a byte. */
const MOST_BYTES = 300_000;
/** Requests in flight (convention). */
const DEFAULT_CONCURRENCY = 4;

/** The options of {@link OpenAIEmbedder}. */
export interface OpenAIEmbedderOptions {
  /** Default: the variable OPENAI_API_KEY, read at each call. */
  readonly apiKey?: string | undefined;
  /** Default: the variable OPENAI_BASE_URL, then OpenAI itself. Any server that answers `/embeddings` below it will do. */
  readonly baseURL?: string | undefined;
  /** Numbers in a vector, where the model can shorten its vectors. Default: as many as the model gives. */
  readonly dimensions?: number | undefined;
  /** Texts in one request, 1 to 2048. Default: 128. */
  readonly batchSize?: number | undefined;
  /** Longest wait for one attempt, in milliseconds. Default: 300 s. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one. Default: 3. */
  readonly retries?: number | undefined;
  /** Default: four requests in flight. */
  readonly limits?: (RateLimits & { readonly maxTokens?: number | undefined }) | undefined;
}

const utf8 = new TextEncoder();
/** Half of a character, which is no UTF-8: strict servers refuse the whole request for it. */
const LONE_SURROGATE = /[\ud800-\udfff]/gu;
const REPLACEMENT = "\ufffd";

/** Texts of one request. */
interface Batch {
  readonly texts: string[];
  bytes: number;
}

/** One answer: the vectors in the order of the texts, and the tokens that were read. */
interface Answer {
  readonly vectors: Float32Array[];
  readonly tokens: number | null;
}

/**
 * Embeddings of OpenAI, or of any server that speaks its protocol (vLLM, llama.cpp, Ollama's `/v1`, a gateway). Needs no
 * package. The key is found as that of the backend `OpenAI` is, and goes to the base URL's origin and nowhere else.
 *
 * @throws OptionError for unknown options and an empty model; calls throw the typed errors of `Backend`.
 *
 * @example
 * const embedder = OpenAIEmbedder("text-embedding-3-small");
 * `${embedder}`; // OpenAIEmbedder(model='text-embedding-3-small', key=OPENAI_API_KEY)
 */
export function OpenAIEmbedder(model: string, options: OpenAIEmbedderOptions = {}): ReadyEmbedder {
  checkModel("OpenAIEmbedder", model);
  checkOptions("OpenAIEmbedder", options, {
    apiKey: optionRule.text,
    baseURL: optionRule.text,
    dimensions: optionRule.integer(1),
    batchSize: optionRule.integer(1, MOST_BATCH),
    timeoutMs: optionRule.positive,
    retries: optionRule.integer(0),
    limits: {
      requestsPerMinute: optionRule.positive,
      tokensPerMinute: optionRule.positive,
      concurrency: optionRule.integer(1),
      maxTokens: optionRule.integer(1),
    },
  });
  const { apiKey, dimensions, limits, batchSize = DEFAULT_BATCH } = options;
  const concurrency = limits?.concurrency ?? DEFAULT_CONCURRENCY;
  const target = targetOf(model, options);
  let limiter: Limiter | undefined;
  let [calls, texts, tokens] = [0, 0, 0];
  let isCounted = true;

  const ask = async (batch: Batch, signal: AbortSignal): Promise<Float32Array[]> => {
    const body = {
      model,
      input: batch.texts,
      encoding_format: "float",
      ...(dimensions === undefined ? {} : { dimensions }),
    };
    const expected = { count: batch.texts.length, dimensions };
    limiter ??= createLimiter({ ...limits, concurrency, traffic: trafficOf(embedder as unknown as Backend) });
    const answer = await limiter.run({
      attempt: () => vendorCall(target, { signal, retries: 0 }, (attempt) => send(attempt, body, expected)),
      estimate: { inputTokens: estimateTokens(batch.bytes), outputTokens: 0 },
      usageOf: (made: Answer) => ({ inputTokens: made.tokens, outputTokens: 0 }),
      signal,
      retries: options.retries,
    });
    calls++;
    texts += batch.texts.length;
    if (answer.tokens === null) isCounted = false;
    else tokens += answer.tokens;
    return answer.vectors;
  };

  const embedder = embedderObject(
    async (given, call = {}) => {
      checkEmbedCall("OpenAIEmbedder", given, call);
      const { signal } = call;
      if (signal?.aborted) throw new AbortError({ cause: signal.reason });
      const stop = new AbortController();
      const stopListening = onAbort(signal, () => stop.abort(signal?.reason));
      try {
        return (await Promise.all(batchesOf(given, batchSize).map((batch) => ask(batch, stop.signal)))).flat();
      } catch (error) {
        // What is not in flight yet is not sent: nobody would see the answer.
        stop.abort();
        throw error;
      } finally {
        stopListening();
      }
    },
    {
      label: target.label,
      model,
      batchSize,
      concurrency,
      usage: () => ({ calls, texts, tokens: isCounted ? tokens : null, truncatedTexts: null }),
    },
  );
  const key = apiKey?.trim();
  keepEndpointFacts(embedder, {
    endpoint: () =>
      JSON.stringify(["openai", new URL(target.baseURL()).origin, model, key ? sha256Hex(key) : null, "embeddings"]),
    retries: options.retries,
  });
  return embedder;
}

function targetOf(model: string, { apiKey, baseURL, timeoutMs, retries }: OpenAIEmbedderOptions): CallTarget {
  const fixedUrl = baseURL === undefined ? undefined : baseUrl("OpenAIEmbedder", "baseURL", baseURL);
  return {
    label: `OpenAIEmbedder(model=${quoted(model)}, key=${apiKey?.trim() ? "given" : "OPENAI_API_KEY"})`,
    apiKey,
    baseURL: () =>
      fixedUrl ?? baseUrl("OpenAIEmbedder", "OPENAI_BASE_URL", environment("OPENAI_BASE_URL") ?? OPENAI_URL),
    keyRule: (url) => ({
      provider: "openai",
      call: `OpenAIEmbedder(${quoted(model)})`,
      variables: ["OPENAI_API_KEY"],
      needed: url.startsWith("https:"),
    }),
    options: { timeoutMs, retries },
  };
}

/** At most `size` texts to a batch, and at most so many bytes, unless one text alone has more. */
function batchesOf(texts: readonly string[], size: number): Batch[] {
  const batches: Batch[] = [];
  for (const written of texts) {
    const text = written.replace(LONE_SURROGATE, REPLACEMENT);
    const bytes = utf8.encode(text).length;
    const last = batches.at(-1);
    if (last === undefined || last.texts.length === size || last.bytes + bytes > MOST_BYTES)
      batches.push({ texts: [text], bytes });
    else {
      last.texts.push(text);
      last.bytes += bytes;
    }
  }
  return batches;
}

async function send(
  { site, baseURL, fetch }: Attempt,
  body: object,
  { count, dimensions }: { readonly count: number; readonly dimensions: number | undefined },
): Promise<Answer> {
  const response = await fetch(`${baseURL}/embeddings`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  const refuse = (what: string): BackendError =>
    new BackendError({
      status: 200,
      message: `${site.label} at ${site.origin} answered ${what}: ${serverWords(site, JSON.stringify(answer).slice(0, 1000))}.`,
      fix: "Check the URL and that the model is one for embeddings.",
    });
  const data = isRecord(answer) ? answer.data : undefined;
  if (!Array.isArray(data)) throw refuse("without embeddings");
  if (data.length !== count) throw refuse(`with ${data.length} embeddings for ${count} texts`);
  const vectors = new Array<Float32Array>(count);
  let width = dimensions;
  for (const [at, entry] of data.entries()) {
    const { index = at, embedding } = isRecord(entry) ? entry : {};
    const vector = Array.isArray(embedding) && embedding.every(Number.isFinite) ? Float32Array.from(embedding) : null;
    if (vector === null || vector.length === 0 || !vector.every(Number.isFinite))
      throw refuse("with an embedding that is no list of numbers");
    width ??= vector.length;
    if (vector.length !== width)
      throw refuse(`with an embedding of ${vector.length} dimensions where ${width} were expected`);
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= count || vectors[index as number])
      throw refuse("with embeddings whose order cannot be told");
    vectors[index as number] = vector;
  }
  return { vectors, tokens: tokensOf((answer as { usage?: unknown }).usage) };
}

/** Some servers give the total alone, which is the same where nothing is written. */
function tokensOf(usage: unknown): number | null {
  const tokens = isRecord(usage) ? (usage.prompt_tokens ?? usage.total_tokens) : undefined;
  return typeof tokens === "number" && tokens >= 0 ? tokens : null;
}
