/** The part of `Headers` that is read here. */
export interface HeaderReader {
  get(name: string): string | null;
}

/**
 * How long a server asks to wait, in milliseconds: from `retry-after-ms`, or `Retry-After` in seconds or as an HTTP date.
 * 0 means "at once"; undefined means the server did not say (or said something unreadable).
 *
 * @param now - The clock that an HTTP date is compared with, in milliseconds since 1970.
 *
 * @example
 * parseRetryAfter(new Headers({ "retry-after": "20" })); // 20000
 */
export function parseRetryAfter(headers: HeaderReader, now: () => number = Date.now): number | undefined {
  const milliseconds = nonNegative(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const seconds = nonNegative(text);
  if (seconds !== undefined) return seconds * 1000;
  // Date.parse reads "-5" as a year, so only what starts like an HTTP date counts.
  if (!/^[A-Za-z]{3}/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

function nonNegative(text: string | null): number | undefined {
  const trimmed = text?.trim();
  return trimmed && /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}
