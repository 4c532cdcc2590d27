import {
  AuthError,
  BackendError,
  type BackendErrorInit,
  ContextLengthError,
  RateLimitError,
  TransientError,
} from "../../errors/backend-error.js";
import { isRecord } from "../../json/json.js";
import { safeQuote } from "../../text/safe-quote.js";
import { type ResolvedKey, secretsOf } from "./key.js";

/** Whom a call goes to and with which key; what errors say about it. */
export interface CallSite {
  /** The backend as it is written: `OpenAI(model='gpt-4.1-mini', …)`. */
  readonly label: string;
  readonly origin: string;
  readonly key: ResolvedKey;
}

const TOO_LONG =
  /context[_ ](length|window|size)|maximum context|prompt is too long|input is too long|too many tokens|exceeds? (the )?(available )?context|max_model_len|maximum input length|must have less than \d+ tokens|max \d+ tokens per request/i;

/** A 429 that no wait will end, by the code that OpenAI and those who copy it give. */
const NO_CREDIT = /"(code|type)"\s*:\s*"(insufficient_quota|billing_hard_limit_reached|billing_not_active)"/;

/** The typed error for an answer that is not 2xx. */
export function httpError(
  site: CallSite,
  answer: { status: number; text: string; retryAfterMs?: number | undefined },
): BackendError {
  const { status, retryAfterMs } = answer;
  if (status === 401 || status === 403) return authError(site, status);
  const said = serverWords(site, answer.text);
  const init: BackendErrorInit = {
    status,
    retryAfterMs,
    message: `${site.label} at ${site.origin} answered ${status}${said ? `: ${said}` : " without a message"}.`,
    fix: "",
  };
  if (status === 429 && NO_CREDIT.test(answer.text))
    return new BackendError(
      { ...init, fix: "Add credit to the account or use another key; waiting does not help." },
      "quota_exhausted",
    );
  if (status === 429)
    return new RateLimitError({ ...init, fix: "Lower the concurrency, or set limits.requestsPerMinute." });
  if (status === 408 || status === 409 || status >= 500)
    return new TransientError({ ...init, fix: "Try again later; finished work is kept." });
  if ((status === 400 || status === 413 || status === 422) && TOO_LONG.test(answer.text))
    return new ContextLengthError({
      ...init,
      fix: "Shorten the conversation or the text, or use a model with a longer context; nothing was cut.",
    });
  if (status >= 300 && status < 400)
    return new BackendError({
      ...init,
      message: `${site.label} at ${site.origin} answered with a redirect (${status}).`,
      fix: "Redirects are not followed, because the key would go along: give the final URL.",
    });
  if (isWebPage(answer.text)) return webPageError(site, status);
  return new BackendError({
    ...init,
    fix: status === 404 ? "Check the model's name and the URL; an OpenAI-compatible URL usually ends in /v1." : "",
  });
}

/** What the server said in an error body, short and without the key. */
export function serverWords(site: CallSite, text: string): string {
  let words: unknown = text;
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body)) {
      const error = body.error ?? body.message ?? body.detail ?? text;
      words = isRecord(error)
        ? (error.message ?? JSON.stringify(error))
        : Array.isArray(error)
          ? complaints(error)
          : error;
    }
  } catch {
    // Not JSON: quoted as it is.
  }
  const plain = typeof words === "string" ? words : JSON.stringify(words);
  if (isWebPage(plain)) return "a web page (HTML)";
  return safeQuote(plain, secretsOf(site.key));
}

/** What a server says of each field that it refuses: `body.state: Field required`. */
const complaints = (list: readonly unknown[]): string =>
  list
    .map((entry) => {
      if (!isRecord(entry) || typeof entry.msg !== "string") return JSON.stringify(entry);
      const place = Array.isArray(entry.loc) ? entry.loc.join(".") : "";
      return place === "" ? entry.msg : `${place}: ${entry.msg}`;
    })
    .join("; ");

/** True for HTML where JSON was expected. */
export function isWebPage(text: string): boolean {
  return /^\s*<(!doctype|html|head|body|\?xml)/i.test(text);
}

/** A web page instead of an answer: a proxy, a login page, a wrong path. */
export function webPageError(site: CallSite, status: number): BackendError {
  return new BackendError({
    status,
    message: `${site.label} at ${site.origin} answered ${status} with a web page (HTML) instead of JSON.`,
    fix: "Check the URL (an OpenAI-compatible one usually ends in /v1) and any proxy or login page in between.",
  });
}

// The server's words are left out: they often repeat a part of the key.
function authError(site: CallSite, status: number): AuthError {
  const { value, source } = site.key;
  if (value === null)
    return new AuthError({
      status,
      message: `${site.label}: the server at ${site.origin} wants a key (${status}) and none was sent.`,
      fix: "Pass apiKey to this backend.",
    });
  const where =
    source === "given"
      ? "given as apiKey"
      : source === "settings"
        ? "of a backend object in the settings"
        : `from ${source}`;
  return new AuthError({
    status,
    message: `${site.label}: the server at ${site.origin} refused the key ${where} (${status}).`,
    fix:
      source === "given" || source === "settings"
        ? "Check that key and what it may do."
        : `Check ${source} and what the key may do.`,
  });
}
