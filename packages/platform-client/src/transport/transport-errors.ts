import { isRecord, PlatformError, parseRetryAfter, redactSecrets, safeQuote } from "@whileai/core";

const RETRYABLE = new Set([408, 429, 502, 503, 504]);
const LOGIN = "Set WHILEAI_API_KEY, or use the Python package's `whileai login`.";

/** A call as errors name it: without the query, which may hold secrets. */
const place = (method: string, url: URL): string => `${method} ${url.origin}${url.pathname}`;

/** The request cannot be put together; nothing was sent. The value itself stays out of the message. */
export function requestInvalid(what: string, fix: string): PlatformError {
  return new PlatformError({ message: `The request was not sent: ${what}.`, fix }, "request_invalid");
}

/** There is no key that may go to this URL. */
export function keyMissing(method: string, url: URL, why: string): PlatformError {
  return new PlatformError({ message: `${place(method, url)} was not sent: ${why}.`, fix: LOGIN }, "key_missing");
}

/** The platform answered with something other than 2xx. */
export function answerError(
  method: string,
  url: URL,
  response: Response,
  text: string,
  secrets: readonly string[],
): PlatformError {
  const { status } = response;
  const isRedirect = status >= 300 && status < 400;
  const said = isRedirect ? "a redirect" : words(text, secrets);
  return new PlatformError(
    {
      status,
      message: `${place(method, url)} -> ${status}${said ? `: ${said}` : ""}.`,
      fix: fixFor(status, isRedirect),
      isRetryable: RETRYABLE.has(status),
      retryAfterMs: parseRetryAfter(response.headers),
    },
    status === 401 || status === 403 ? "auth_failed" : "platform_failed",
  );
}

/** The line broke, or nobody was there. */
export function brokenLine(method: string, url: URL, error: unknown, secrets: readonly string[]): PlatformError {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const why = redactSecrets([code, message].filter((part) => part !== undefined && part !== "").join(", "), secrets);
  return new PlatformError(
    {
      message: `${place(method, url)} failed: ${why || "connection failed"}.`,
      fix: "Check the network and WHILEAI_API_URL.",
      isRetryable: true,
    },
    "platform_unreachable",
  );
}

/** The platform took too long. */
export function notAnswered(method: string, url: URL, timeoutMs: number): PlatformError {
  return new PlatformError(
    {
      message: `${place(method, url)} failed: no answer within ${timeoutMs / 1000} s.`,
      fix: "Raise timeoutMs, or try again later.",
      isRetryable: true,
    },
    "platform_unreachable",
  );
}

/** A 2xx answer that is not JSON. */
export function unreadableAnswer(method: string, url: URL, status: number, text: string): PlatformError {
  const isWebPage = /^\s*<(!doctype|html)/i.test(text);
  return new PlatformError({
    status,
    message: `${place(method, url)} -> ${status}, but the server sent ${isWebPage ? "a web page (HTML)" : "something that is not JSON"}.`,
    fix: "Check WHILEAI_API_URL and any proxy in between.",
  });
}

function fixFor(status: number, isRedirect: boolean): string {
  if (status === 401 || status === 403) return LOGIN;
  if (isRedirect) return "Redirects are not followed, because the key would go along: check WHILEAI_API_URL.";
  return RETRYABLE.has(status) ? "Try again later." : "";
}

/** The platform's `error` field, or the start of the body. */
function words(text: string, secrets: readonly string[]): string {
  let said: unknown = text;
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) said = body.error ?? body.message ?? text;
    if (isRecord(said)) said = said.message ?? text;
  } catch {
    // Not JSON: quoted as it is.
  }
  return safeQuote(typeof said === "string" ? said : text, secrets);
}
