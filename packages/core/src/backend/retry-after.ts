/** The part of `Headers` that is read here. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** What servers call the moments at which an allowance is full again, and how much is left of it. */
const RESETS: readonly (readonly [reset: string, remaining: string])[] = [
  ["x-ratelimit-reset-requests", "x-ratelimit-remaining-requests"],
  ["x-ratelimit-reset-tokens", "x-ratelimit-remaining-tokens"],
  ["anthropic-ratelimit-requests-reset", "anthropic-ratelimit-requests-remaining"],
  ["anthropic-ratelimit-tokens-reset", "anthropic-ratelimit-tokens-remaining"],
  ["anthropic-ratelimit-input-tokens-reset", "anthropic-ratelimit-input-tokens-remaining"],
  ["anthropic-ratelimit-output-tokens-reset", "anthropic-ratelimit-output-tokens-remaining"],
];

/** Plain numbers above this are moments, in seconds since 1970: as waits they would be decades (convention). */
const EARLIEST_MOMENT_S = 1e9;
const EARLIEST_MOMENT_MS = 1e12;

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * How long a server asks to wait, in milliseconds: from `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date.
 * Where neither is there, from the resets of OpenAI (`x-ratelimit-reset-requests: 6m0s`) and Anthropic
 * (`anthropic-ratelimit-requests-reset`, a moment): the longest one, those aside of which something is left.
 * 0 means "at once"; undefined means the server did not say (or said something unreadable).
 *
 * @param now - The clock that a moment is compared with, in milliseconds since 1970.
 *
 * @example
 * parseRetryAfter(new Headers({ "retry-after": "20" })); // 20000
 */
export function parseRetryAfter(headers: HeaderReader, now: () => number = Date.now): number | undefined {
  const milliseconds = nonNegative(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers.get("retry-after")?.trim();
  if (!text) return longestReset(headers, now);
  const seconds = nonNegative(text);
  if (seconds !== undefined) return seconds * 1000;
  // Date.parse reads "-5" as a year, so only what starts like an HTTP date counts.
  if (!/^[A-Za-z]{3}/.test(text)) return undefined;
  return untilMoment(text, now);
}

// A reset says when an allowance is full again, which is no wait while some of it is left.
function longestReset(headers: HeaderReader, now: () => number): number | undefined {
  const waits = RESETS.filter(([, remaining]) => !(Number(headers.get(remaining) ?? 0) > 0))
    .map(([reset]) => resetMs(headers.get(reset)?.trim() ?? "", now))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** `1s`, `6m0s`, `12ms`, plain seconds, or a moment: as RFC 3339, in seconds or in milliseconds since 1970. */
function resetMs(text: string, now: () => number): number | undefined {
  const seconds = nonNegative(text);
  if (seconds !== undefined) {
    if (seconds < EARLIEST_MOMENT_S) return seconds * 1000;
    return Math.max(0, (seconds < EARLIEST_MOMENT_MS ? seconds * 1000 : seconds) - now());
  }
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return untilMoment(text, now);
  if (!/^(\d+(\.\d+)?(ms|[hms]))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit as string] as number),
    0,
  );
}

function untilMoment(text: string, now: () => number): number | undefined {
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now());
}

function nonNegative(text: string | null): number | undefined {
  const trimmed = text?.trim();
  return trimmed && /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}
