import { LONGEST_TIMER_MS, notJson } from "@whileai/core";
import { resolveCredential } from "../auth/resolve-credential.js";
import type { PlatformClientOptions, PlatformMethod, PlatformRequestOptions } from "./platform-client.js";
import { keyMissing, requestInvalid } from "./transport-errors.js";

/** Longest wait for one attempt, in milliseconds (the platform's own client waits as long). */
const DEFAULT_TIMEOUT_MS = 120_000;
/** What a header can carry; `fetch` would print a value that it refuses. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TOKEN = /^[\x21-\x7e]+$/;

/** A request ready to be sent, any number of times. */
export interface PreparedCall {
  readonly method: PlatformMethod;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: RequestInit["body"] | undefined;
  readonly secrets: readonly string[];
  readonly reply: "json" | "text" | "response";
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Puts a request together: its URL, the headers with the key that may go there, and the body.
 *
 * @throws PlatformError when it cannot be sent as asked; values stay out of the message.
 */
export function prepareCall(
  options: PlatformClientOptions,
  method: PlatformMethod,
  path: string,
  request: PlatformRequestOptions,
): PreparedCall {
  const { auth = "key", reply = "json", query = {}, idempotencyKey, signal } = request;
  if (typeof path !== "string") throw requestInvalid("it has no path", "Give a path below the base URL.");
  const isElsewhere = /^https?:\/\//i.test(path);
  const credential = isElsewhere && auth === "none" ? undefined : resolveCredential(options);
  const address = isElsewhere ? path : `${credential?.baseURL}/${path.replace(/^\/+/, "")}`;
  if (!URL.canParse(address)) throw requestInvalid("its path gives no URL", "Give a path below the base URL.");
  const url = new URL(address);
  if (auth !== "none" && credential && url.origin !== new URL(credential.baseURL).origin)
    throw keyMissing(method, url, `a key of ${credential.baseURL} does not go to another host`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  const headers = headersOf(request.headers ?? {});
  const secrets: string[] = [];
  if (auth === "key") {
    const key = credential?.key() ?? null;
    if (key === null)
      throw keyMissing(
        method,
        url,
        credential?.savedElsewhere ? `the saved login belongs to ${credential.savedElsewhere}` : "there is no key",
      );
    headers.set("x-api-key", key);
    secrets.push(key);
  } else if (auth !== "none") {
    if (typeof auth.bearer !== "string" || !TOKEN.test(auth.bearer))
      throw requestInvalid(
        "the session token is no text that a header can carry",
        "Give auth: { bearer } the token alone.",
      );
    headers.set("authorization", `Bearer ${auth.bearer}`);
    secrets.push(auth.bearer);
  }
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  if (!headers.has("accept")) headers.set("accept", "application/json");
  const isPlain = request.body === undefined || typeof request.body === "string" || isBytes(request.body);
  if (!isPlain && !headers.has("content-type")) headers.set("content-type", "application/json");
  return {
    method,
    url,
    headers,
    body: (isPlain ? request.body : jsonBody(request.body)) as RequestInit["body"] | undefined,
    secrets,
    reply,
    fetch: options.fetch ?? globalThis.fetch,
    timeoutMs: Math.min(request.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMER_MS),
    signal,
  };
}

function headersOf(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !HEADER_VALUE.test(String(value)))
      throw requestInvalid(
        `the header ${JSON.stringify(name)} is one that HTTP refuses`,
        "Give names and values of one line.",
      );
    headers.set(name, value);
  }
  return headers;
}

function jsonBody(body: unknown): string {
  const bad = notJson(body);
  if (bad === undefined) return JSON.stringify(body);
  throw requestInvalid(`\`${["body", bad.field].filter(Boolean).join(".")}\` is ${bad.found}`, "Send plain data.");
}

function isBytes(body: unknown): boolean {
  return body instanceof ArrayBuffer || ArrayBuffer.isView(body) || body instanceof Blob;
}
