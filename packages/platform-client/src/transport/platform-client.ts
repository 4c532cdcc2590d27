import {
  AbortError,
  checkOptions,
  type OptionRules,
  optionRule,
  type PlatformError,
  type RandomStream,
  type Sleep,
  withRetry,
} from "@whileai/core";
import { type CredentialOptions, resolveCredential } from "../auth/resolve-credential.js";
import { type PreparedCall, prepareCall } from "./prepared-call.js";
import { answerError, brokenLine, notAnswered, unreadableAnswer } from "./transport-errors.js";

/** Methods that may be sent twice without doing anything twice. */
const IDEMPOTENT = new Set(["GET", "HEAD", "PUT", "DELETE"]);

export type PlatformMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface PlatformClientOptions extends CredentialOptions {
  /** Replaces `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Longest wait for one attempt, in milliseconds. Default 120 s. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one, for calls that may be sent twice. Default 3. */
  readonly retries?: number | undefined;
  readonly sleep?: Sleep | undefined;
  readonly random?: RandomStream | undefined;
}

export interface PlatformRequestOptions {
  /** An object or array goes as JSON; text and bytes as they are. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** "key" sends the account key, "none" nothing (the only choice for another host), `{ bearer }` a session token. */
  readonly auth?: "key" | "none" | { readonly bearer: string } | undefined;
  /** Makes a POST or PATCH safe to repeat; sent as Idempotency-Key. */
  readonly idempotencyKey?: string | undefined;
  /** "json" (default) gives the parsed body, null when it is empty; "text" its text; "response" the open response. */
  readonly reply?: "json" | "text" | "response" | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface PlatformClient {
  /**
   * Sends one request to the platform.
   *
   * @param path - A path below the base URL; a full URL of another host only with `auth: "none"`.
   * @throws PlatformError with the status, and without key and query string; AbortError when the signal ends it.
   */
  request(method: PlatformMethod, path: string, options: PlatformRequestOptions & { reply: "text" }): Promise<string>;
  request(
    method: PlatformMethod,
    path: string,
    options: PlatformRequestOptions & { reply: "response" },
  ): Promise<Response>;
  request(method: PlatformMethod, path: string, options?: PlatformRequestOptions): Promise<unknown>;
  /** The platform that calls go to, read now. */
  readonly baseURL: string;
  toString(): string;
}

const CLIENT_RULES: OptionRules = {
  apiKey: optionRule.text,
  baseURL: optionRule.text,
  fetch: optionRule.callable,
  timeoutMs: optionRule.positive,
  retries: optionRule.integer(0),
  sleep: optionRule.callable,
  random: optionRule.record,
};

const METHODS: readonly PlatformMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const METHOD_RULES: OptionRules = { method: optionRule.oneOf(METHODS) };

const REQUEST_RULES: OptionRules = {
  body: optionRule.any,
  query: optionRule.record,
  headers: optionRule.record,
  auth: optionRule.either(optionRule.oneOf(["key", "none"]), optionRule.record),
  idempotencyKey: optionRule.text,
  reply: optionRule.oneOf(["json", "text", "response"]),
  signal: optionRule.signal,
  timeoutMs: optionRule.positive,
};

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/**
 * A client of the While platform. Key and base URL are found at each call (see `resolveCredential`); the key goes out as
 * X-Api-Key to the base URL's origin only, and redirects are not followed. Calls that may be sent twice (GET, HEAD, PUT,
 * DELETE, and others with an `idempotencyKey`) are retried by the product's one retry policy.
 *
 * @example
 * const client = createPlatformClient();
 * const me = await client.request("GET", "/me");
 */
export function createPlatformClient(options: PlatformClientOptions = {}): PlatformClient {
  checkOptions("createPlatformClient", options, CLIENT_RULES);

  const request = async (
    method: PlatformMethod,
    path: string,
    requestOptions: PlatformRequestOptions = {},
  ): Promise<unknown> => {
    checkOptions("request", { method }, METHOD_RULES);
    checkOptions("request", requestOptions, REQUEST_RULES);
    const { signal, idempotencyKey } = requestOptions;
    const call = prepareCall(options, method, path, requestOptions);
    const isRepeatable = IDEMPOTENT.has(method) || idempotencyKey !== undefined;
    return withRetry(() => send(call), {
      retries: isRepeatable ? options.retries : 0,
      signal,
      sleep: options.sleep,
      random: options.random,
    });
  };

  const print = (): string => `PlatformClient(${resolveCredential(options).baseURL})`;
  return Object.freeze({
    request: request as PlatformClient["request"],
    get baseURL() {
      return resolveCredential(options).baseURL;
    },
    toString: print,
    [INSPECT]: print,
  });
}

async function send(call: PreparedCall): Promise<unknown> {
  const { method, url, headers, body, reply, timeoutMs, signal } = call;
  if (signal?.aborted) throw new AbortError();
  const ending = new AbortController();
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    ending.abort();
  }, timeoutMs);
  const stop = () => ending.abort();
  signal?.addEventListener("abort", stop, { once: true });
  const failed = (error: unknown): PlatformError | AbortError => {
    if (signal?.aborted) return new AbortError();
    return isTimedOut ? notAnswered(method, url, timeoutMs) : brokenLine(method, url, error, call.secrets);
  };
  let keepsOpen = false;
  try {
    const response = await call
      .fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: ending.signal,
      })
      .catch((error: unknown) => {
        throw failed(error);
      });
    if (response.ok && reply === "response") {
      // The body is still to be read, so the caller's signal goes on counting.
      keepsOpen = true;
      return response;
    }
    const text = await response.text().catch((error: unknown) => {
      throw failed(error);
    });
    if (!response.ok) throw answerError(method, url, response, text, call.secrets);
    if (reply === "text") return text;
    if (text.trim() === "") return null;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw unreadableAnswer(method, url, response.status, text);
    }
  } finally {
    clearTimeout(timer);
    if (!keepsOpen) signal?.removeEventListener("abort", stop);
  }
}
