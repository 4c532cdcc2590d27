import { parseRetryAfter } from "../../backend/retry-after.js";
import { AuthError, BackendError, TransientError } from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { createRedactor } from "../../redaction/create-redactor.js";
import { safeQuote } from "../../text/safe-quote.js";
import { httpError } from "../wire/http-error.js";
import { typedErrorInside } from "../wire/vendor-call.js";

/** The model holds its key where nobody can ask for it: what looks like one is taken out of what servers say. */
const withoutKeys = createRedactor({ personalData: false });

/** The typed error for what a model of the AI SDK threw. The error itself is not kept: it holds the request. */
export function aisdkError(error: unknown, label: string): Error {
  const inner = typedErrorInside(error);
  if (inner !== undefined) return inner;
  const { name, message, statusCode, responseBody, responseHeaders, isRetryable, url } = (error ?? {}) as {
    readonly name?: unknown;
    readonly message?: unknown;
    readonly statusCode?: unknown;
    readonly responseBody?: unknown;
    readonly responseHeaders?: unknown;
    readonly isRetryable?: unknown;
    readonly url?: unknown;
  };
  const said = safeQuote(withoutKeys(typeof message === "string" ? message : String(error)), []);
  if (name === "AI_LoadAPIKeyError")
    return new AuthError({ message: `${label}: ${said}.`, fix: "Give the key to the model's provider." });
  const origin = typeof url === "string" && URL.canParse(url) ? new URL(url).origin : "its provider";
  if (typeof statusCode !== "number") {
    const init = { message: `${label} at ${origin} failed: ${said}.`, fix: "" };
    return isRetryable === true ? new TransientError(init) : new BackendError(init);
  }
  if (statusCode === 401 || statusCode === 403)
    return new AuthError({
      status: statusCode,
      message: `${label}: the server at ${origin} refused the key of the model's provider (${statusCode}).`,
      fix: "Check that key and what it may do.",
    });
  const retryAfterMs = parseRetryAfter({ get: (header) => headerOf(responseHeaders, header) });
  if (statusCode >= 200 && statusCode < 300)
    return new BackendError({
      status: statusCode,
      message: `${label} at ${origin} answered ${statusCode} with what its provider cannot read: ${said}.`,
      fix: "Check the URL that the model's provider was made with.",
      isRetryable: isRetryable === true,
    });
  const site = { label, origin, key: { value: null, source: "none" } };
  const text = typeof responseBody === "string" ? responseBody : said;
  return httpError(site, { status: statusCode, text: withoutKeys(text), retryAfterMs });
}

function headerOf(headers: unknown, name: string): string | null {
  if (!isRecord(headers)) return null;
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  return key === undefined ? null : String(headers[key]);
}
