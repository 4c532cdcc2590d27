import { onAbort } from "../../abort/on-abort.js";
import type { Backend, Completion, CompletionOptions, CompletionRequest } from "../../backend/backend.js";
import { modelFamily } from "../../backend/model-family.js";
import { DEFAULT_RETRIES, type Sleep, withRetry } from "../../backend/retry.js";
import { AbortError } from "../../errors/abort-error.js";
import { BackendError, TransientError } from "../../errors/backend-error.js";
import { WhileaiError } from "../../errors/whileai-error.js";
import { sha256Hex } from "../../hash/hash.js";
import { keepEndpointFacts } from "../../limits/endpoint-facts.js";
import { checkOptions, type OptionRules, optionRule } from "../../options/check-options.js";
import type { RandomStream } from "../../random/random-stream.js";
import { redactSecrets } from "../../text/safe-quote.js";
import { LONGEST_TIMER_MS } from "../../timer/longest-timer.js";
import { guardedFetch, type KeyHeader } from "./guarded-fetch.js";
import type { CallSite } from "./http-error.js";
import { holdKey, type KeyRule, resolveKey, secretsOf } from "./key.js";
import { withPlainToolNames } from "./tool-names.js";

/** Longest wait for one attempt, in milliseconds (convention). */
export const DEFAULT_TIMEOUT_MS = 300_000;

/** How calls are made; the same for every backend. */
export interface CallOptions {
  /** Longest wait for one attempt, in milliseconds. Default 300 s, which is also as long as Node's own `fetch` waits for headers. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one. Default 3. */
  readonly retries?: number | undefined;
  /** Replaces the wait between attempts, for tests. */
  readonly sleep?: Sleep | undefined;
  /** Where the jitter of waits comes from, for tests. */
  readonly random?: RandomStream | undefined;
}

export const CALL_OPTION_RULES: OptionRules = {
  timeoutMs: optionRule.positive,
  retries: optionRule.integer(0),
  sleep: optionRule.callable,
  random: optionRule.record,
};

export const COMPLETION_RULES: OptionRules = {
  signal: optionRule.signal,
  timeoutMs: optionRule.positive,
  retries: optionRule.integer(0),
};

export const REQUEST_RULES: OptionRules = {
  messages: optionRule.listOf(optionRule.record),
  tools: optionRule.listOf(optionRule.record),
  toolChoice: optionRule.oneOf(["auto", "none", "required"]),
  temperature: optionRule.number(0, Number.MAX_VALUE),
  maxTokens: optionRule.integer(1),
  seed: optionRule.integer(Number.MIN_SAFE_INTEGER),
  logprobs: optionRule.flag,
  tokenIds: optionRule.flag,
  jsonSchema: optionRule.record,
};

/** What an attempt gets to work with. */
export interface Attempt {
  readonly site: CallSite;
  readonly baseURL: string;
  readonly fetch: typeof fetch;
  /** For the SDK's own timer, which must not fire before ours. */
  readonly sdkTimeoutMs: number;
}

/** One backend: who it is, where calls go, and how one is made. */
export interface ModelBackendDefinition {
  readonly provider: string;
  readonly model: string;
  readonly spec: string | null;
  /** The family, where the model's name does not say it. */
  readonly family?: string | null | undefined;
  /** True for a service that judges and does not chat. Default false. */
  readonly judgeOnly?: boolean | undefined;
  /** How the backend prints. */
  readonly label: string;
  /** Where calls go; read at call time. */
  readonly baseURL: () => string;
  /** The key given to this object. */
  readonly apiKey?: string | undefined;
  /** Where the protocol wants the key. Default: as a bearer token. */
  readonly keyHeader?: KeyHeader | undefined;
  /** The API takes tool names of letters, digits, "_" and "-" only: others are sent in that form. Default false. */
  readonly hasPlainToolNames?: boolean | undefined;
  /** How a key is found for a base URL when none was given; read at call time. */
  readonly keyRule: (baseURL: string) => KeyRule;
  readonly options: CallOptions;
  readonly attempt: (request: CompletionRequest, attempt: Attempt) => Promise<Completion>;
  /** Reads a body that came as server-sent events although none were asked for. */
  readonly readEvents?: ((text: string) => unknown) | undefined;
}

const INSPECT = Symbol.for("nodejs.util.inspect.custom");
const SDK_TIMER_MARGIN_MS = 60_000;

/** The part that all backends share: key, time-out, retries, typed errors, printing. Holds the key out of sight. */
class ModelBackend implements Backend {
  readonly provider: string;
  readonly model: string;
  readonly spec: string | null;
  readonly family: string | null;
  readonly judgeOnly: boolean | undefined;
  readonly #definition: ModelBackendDefinition;

  constructor(definition: ModelBackendDefinition) {
    this.provider = definition.provider;
    this.model = definition.model;
    this.spec = definition.spec;
    this.family = definition.family === undefined ? modelFamily(definition.model) : definition.family;
    this.judgeOnly = definition.judgeOnly;
    this.#definition = definition;
  }

  get url(): string {
    return this.#definition.baseURL();
  }

  async complete(request: CompletionRequest, options: CompletionOptions = {}): Promise<Completion> {
    checkOptions("complete", options, COMPLETION_RULES);
    checkOptions("complete", request, REQUEST_RULES, "request.");
    const { signal } = options;
    if (signal?.aborted) throw new AbortError();
    const definition = this.#definition;
    const baseURL = definition.baseURL();
    const origin = new URL(baseURL).origin;
    const key = resolveKey(definition.keyRule(baseURL), origin, definition.apiKey);
    const site: CallSite = { label: definition.label, origin, key };
    const timeoutMs = Math.min(
      options.timeoutMs ?? definition.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      LONGEST_TIMER_MS - SDK_TIMER_MARGIN_MS,
    );
    const { sleep, random } = definition.options;
    const retries = options.retries ?? definition.options.retries ?? DEFAULT_RETRIES;
    const named = definition.hasPlainToolNames === true ? withPlainToolNames(request) : undefined;
    const completion = await withRetry(
      () => this.#attempt(named?.request ?? request, { site, baseURL, timeoutMs, signal }),
      { retries, signal, sleep, random },
    );
    return named?.restore(completion) ?? completion;
  }

  async #attempt(
    request: CompletionRequest,
    call: { site: CallSite; baseURL: string; timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<Completion> {
    const { site, baseURL, timeoutMs, signal } = call;
    const { attempt, readEvents, keyHeader = "authorization" } = this.#definition;
    const ending = new AbortController();
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      ending.abort();
    }, timeoutMs);
    const stopWaiting = onAbort(signal, () => ending.abort());
    try {
      return await attempt(request, {
        site,
        baseURL,
        fetch: guardedFetch({ site, keyHeader, signal: ending.signal, readEvents }),
        sdkTimeoutMs: timeoutMs + SDK_TIMER_MARGIN_MS,
      });
    } catch (error) {
      if (signal?.aborted) throw new AbortError();
      if (isTimedOut)
        throw new TransientError({
          message: `${site.label} at ${site.origin} did not answer within ${timeoutMs / 1000} s.`,
          fix: "Raise timeoutMs, or check the server.",
        });
      const inner = typedErrorInside(error);
      if (inner !== undefined) throw inner;
      const message = error instanceof Error ? error.message : String(error);
      // The SDK's own error is not kept as the cause: it may hold the request with its headers.
      throw new BackendError({ message: `${site.label}: ${redactSecrets(message, secretsOf(site.key))}`, fix: "" });
    } finally {
      clearTimeout(timer);
      stopWaiting();
    }
  }

  toString(): string {
    return this.#definition.label;
  }

  toJSON(): { provider: string; model: string; spec: string | null } {
    return { provider: this.provider, model: this.model, spec: this.spec };
  }

  [INSPECT](): string {
    return this.#definition.label;
  }
}

/** Makes a backend and keeps the key it was given for its provider and origin. */
export function createModelBackend(definition: ModelBackendDefinition): Backend {
  const backend = Object.freeze(new ModelBackend(definition));
  keepEndpointFacts(backend, { endpoint: () => endpointName(definition), retries: definition.options.retries });
  holdKey(backend, definition.provider, () => new URL(definition.baseURL()).origin, definition.apiKey);
  return backend;
}

/** Two keys are two allowances. The key itself stays out: its hash tells keys apart. */
function endpointName({ provider, model, baseURL, apiKey }: ModelBackendDefinition): string {
  const key = apiKey?.trim();
  return JSON.stringify([provider, new URL(baseURL()).origin, model, key ? sha256Hex(key) : null]);
}

/** SDKs wrap what our fetch throws; the typed error inside is the one to throw. */
export function typedErrorInside(error: unknown): WhileaiError | undefined {
  for (let inner = error, depth = 0; inner && depth < 5; inner = (inner as { cause?: unknown }).cause, depth++)
    if (WhileaiError.isInstance(inner)) return inner;
  return undefined;
}

/** A value in the quotes that backends print with. */
export function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
