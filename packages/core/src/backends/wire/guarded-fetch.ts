import { parseRetryAfter } from "../../backend/retry-after.js";
import { BackendError, TransientError } from "../../errors/backend-error.js";
import { redactSecrets } from "../../text/safe-quote.js";
import { type CallSite, httpError, isWebPage, webPageError } from "./http-error.js";
import { secretsOf } from "./key.js";

/** Headers that leave this process; SDKs add others from variables of their own, which are not meant for every server. */
const SENT_HEADERS = new Set(["accept", "anthropic-version", "content-type", "user-agent"]);

/** What SDKs get as the key, because they insist on one; the real key never passes through them. */
export const SDK_KEY = "none";

/** Keys of vendors are longer than this; what servers without keys are given is shorter (convention). */
const SHORTEST_REAL_KEY = 16;

/** The header that carries the key: a bearer token, or the key by itself. */
export type KeyHeader = "authorization" | "x-api-key";

export interface GuardedFetchOptions {
  readonly site: CallSite;
  readonly keyHeader: KeyHeader;
  readonly signal: AbortSignal;
  /** Turns a body that came as server-sent events into the JSON document it stands for; undefined when it was cut. */
  readonly readEvents?: ((text: string) => unknown) | undefined;
  /** Hand the body of a good answer on unread; who reads it takes the key out. Default false. */
  readonly keepsBody?: boolean | undefined;
}

/**
 * A `fetch` for the vendors' SDKs that keeps the key at its origin (no redirects, no other host, only known headers), puts
 * it where the protocol wants it, whatever the SDK's version would do, reads the whole body under the caller's signal, and throws this package's typed errors instead of the SDKs' own.
 */
export function guardedFetch({ site, keyHeader, signal, readEvents, keepsBody }: GuardedFetchOptions): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (new URL(url).origin !== site.origin)
      throw new BackendError({ message: `A call meant for ${site.origin} was about to go elsewhere.`, fix: "" });
    const headers = new Headers();
    for (const [name, value] of new Headers(init?.headers)) if (SENT_HEADERS.has(name)) headers.set(name, value);
    const key = site.key.value;
    if (key !== null) headers.set(keyHeader, keyHeader === "authorization" ? `Bearer ${key}` : key);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, { ...init, headers, signal, redirect: "manual" });
      if (keepsBody && response.ok) return response;
      text = await response.text();
    } catch (error) {
      if (signal.aborted) throw error;
      throw connectionError(site, error);
    }
    if (!response.ok)
      throw httpError(site, { status: response.status, text, retryAfterMs: parseRetryAfter(response.headers) });
    const type = response.headers.get("content-type") ?? "";
    if (type.includes("text/html") || isWebPage(text)) throw webPageError(site, response.status);
    const isStream = readEvents !== undefined && type.includes("text/event-stream");
    const answer = isStream ? readEvents(text) : parsedJson(site, text);
    if (answer === undefined) throw connectionError(site, new Error("the stream ended before the answer did"));
    // An answer that repeats what it was sent must not carry the key into rows: looked for once the pieces of a stream are one
    // text, in which all letters are written in one way.
    return jsonResponse(withoutKey(site, JSON.stringify(answer)));
  };
}

/** A placeholder such as "none" or "ollama" is a word that answers may say. */
const isLong = (secret: string): boolean => secret.length >= SHORTEST_REAL_KEY;

/** A text that was answered without the key it may repeat. */
export const withoutKey = (site: CallSite, text: string): string =>
  redactSecrets(text, secretsOf(site.key).filter(isLong));

const jsonResponse = (body: string): Response =>
  new Response(body, { status: 200, headers: { "content-type": "application/json" } });

function parsedJson(site: CallSite, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackendError({
      status: 200,
      message: `${site.label} at ${site.origin} answered with a body that is not JSON (${text.length} characters).`,
      fix: "Check the URL and any proxy in between.",
    });
  }
}

export function connectionError(site: CallSite, error: unknown): TransientError {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const why = redactSecrets(
    [code, message].filter((part) => part !== undefined && part !== "").join(", "),
    secretsOf(site.key),
  );
  return new TransientError({
    message: `${site.label} at ${site.origin} could not be reached or broke off: ${why || "connection failed"}.`,
    fix: "Check that the server runs and the URL is right.",
  });
}
