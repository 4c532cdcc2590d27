import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimitError, TransientError } from "../errors/backend-error.js";
import { derive } from "../random/random-stream.js";
import { abortableSleep, isSpent, LONGEST_ASKED_WAIT_MS, retryDelayMs, withRetry } from "./retry.js";
import { parseRetryAfter } from "./retry-after.js";

const limited = (retryAfterMs?: number) => new RateLimitError({ message: "slow down", fix: "", retryAfterMs });

/** Fails with these errors, then answers; keeps the waits. */
function failing(errors: unknown[]) {
  const waits: number[] = [];
  let calls = 0;
  return {
    waits,
    calls: () => calls,
    run: (retries?: number, random = derive(0, "jitter")) =>
      withRetry(
        async () => {
          const error = errors[calls++];
          if (error !== undefined) throw error;
          return "done";
        },
        { retries, random, sleep: async (ms) => void waits.push(ms) },
      ),
  };
}

describe("withRetry", () => {
  it("waits at least as long as asked, plus jitter", async () => {
    const script = failing([limited(20_000), limited(0), limited()]);
    expect(await script.run()).toBe("done");
    expect(script.waits[0]).toBeGreaterThan(20_000);
    expect(script.waits[0]).toBeLessThanOrEqual(22_000);
    expect(script.waits[1]).toBe(0);
    expect(script.waits[2]).toBeGreaterThan(0);
    expect(script.waits[2]).toBeLessThanOrEqual(2_000);
  });

  it.each([
    { retries: undefined, calls: 4 },
    { retries: 0, calls: 1 },
    { retries: 2, calls: 3 },
    { retries: Number.NaN, calls: 1 },
    { retries: -1, calls: 1 },
  ])("gives up after $calls calls with retries $retries and throws the last error", async ({ retries, calls }) => {
    const errors = Array.from({ length: 9 }, (_, index) => new TransientError({ message: `${index}`, fix: "" }));
    const script = failing(errors);
    await expect(script.run(retries)).rejects.toBe(errors[calls - 1]);
    expect(script.calls()).toBe(calls);
  });

  it.each([new Error("bug"), "text", null, limited(LONGEST_ASKED_WAIT_MS + 1)])("does not repeat %s", async (error) => {
    const thrown = error === null ? Object.assign(new Error("n"), { isRetryable: "yes" }) : error;
    const script = failing([thrown]);
    await expect(script.run()).rejects.toBe(thrown);
    expect(script.calls()).toBe(1);
  });

  it("spreads workers that got the same answer", () => {
    const waits = Array.from({ length: 20 }, (_, worker) => retryDelayMs(0, 1_000, derive(0, "worker", worker)));
    expect(new Set(waits).size).toBe(20);
    expect(Math.min(...waits)).toBeGreaterThan(1_000);
  });

  it("draws from a stream of its own when none is given", async () => {
    const waits: number[] = [];
    let calls = 0;
    await withRetry(
      async () => {
        if (calls++ < 3) throw limited();
      },
      { sleep: async (ms) => void waits.push(ms) },
    );
    expect(new Set(waits).size).toBe(3);
  });

  it("keeps every delay within its bounds", () => {
    fc.assert(
      fc.property(fc.nat(20), fc.option(fc.nat(100_000), { nil: undefined }), fc.nat(), (attempt, asked, seed) => {
        const delay = retryDelayMs(attempt, asked, derive(seed, "jitter"));
        if (asked === 0) return delay === 0;
        if (asked !== undefined) return delay > asked && delay <= asked + Math.max(500, asked / 10);
        return delay > 0 && delay <= Math.min(30_000, 500 * 2 ** attempt);
      }),
    );
  });

  it("ends a wait at once when the signal fires, whatever the sleep does", async () => {
    const stop = new AbortController();
    const waiting = withRetry(
      () => {
        throw limited();
      },
      { signal: stop.signal, sleep: () => new Promise(() => undefined), onRetry: () => stop.abort() },
    );
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    await expect(withRetry(async () => 1, { signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
  });

  it("sleeps by itself, and not past an abort", async () => {
    await abortableSleep(1);
    const stop = new AbortController();
    const waiting = abortableSleep(60_000, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    await expect(abortableSleep(1, stop.signal)).rejects.toMatchObject({ code: "aborted" });
  });

  it("sleeps on where a timer cannot wait so long", async () => {
    const stop = new AbortController();
    const waiting = abortableSleep(Number.MAX_SAFE_INTEGER, stop.signal);
    await abortableSleep(20);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("parseRetryAfter", () => {
  const now = () => Date.UTC(2026, 0, 1);
  it.each([
    [{ "retry-after": "20" }, 20_000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after-ms": "0", "retry-after": "9" }, 0],
    [{ "retry-after-ms": "250" }, 250],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{}, undefined],
    // Without Retry-After: what is left and when it is full again, in OpenAI's and Anthropic's words.
    [{ "x-ratelimit-reset-requests": "1s" }, 1_000],
    [{ "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
    [{ "x-ratelimit-reset-tokens": "1h2m3.5s" }, 3_723_500],
    [{ "x-ratelimit-reset-requests": "12ms", "x-ratelimit-reset-tokens": "9ms" }, 12],
    [{ "x-ratelimit-reset-tokens": "7" }, 7_000],
    [{ "x-ratelimit-reset-requests": String(now() / 1000 + 9) }, 9_000],
    [{ "x-ratelimit-reset-requests": String(now() + 9_500) }, 9_500],
    [{ "x-ratelimit-reset-requests": String(now() / 1000 - 9) }, 0],
    [
      {
        "x-ratelimit-remaining-requests": "0",
        "x-ratelimit-reset-requests": "2s",
        "x-ratelimit-remaining-tokens": "9000",
        "x-ratelimit-reset-tokens": "1m0s",
      },
      2_000,
    ],
    [{ "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "2s" }, undefined],
    [{ "x-ratelimit-reset-requests": "soon" }, undefined],
    [{ "x-ratelimit-reset-requests": "-1" }, undefined],
    [{ "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:20Z" }, 20_000],
    [{ "anthropic-ratelimit-output-tokens-reset": "2026-01-01T00:01:00+00:00" }, 60_000],
    [{ "anthropic-ratelimit-tokens-reset": "2025-12-31T23:59:00Z" }, 0],
    [{ "anthropic-ratelimit-tokens-reset": "2026-99-01T00:00:00Z" }, undefined],
    [{ "retry-after": "3", "x-ratelimit-reset-requests": "1m0s" }, 3_000],
  ])("%o is %s ms", (headers, expected) => {
    expect(parseRetryAfter(new Headers(headers as Record<string, string>), now)).toBe(expected);
  });
});

it.each<[string, unknown, number, boolean]>([
  ["an error that was tried again", new TransientError({ message: "reset", fix: "" }), 1, true],
  ["an error after the only attempt", new TransientError({ message: "reset", fix: "" }), 0, false],
  [
    "a wait that is not waited for",
    new RateLimitError({ message: "later", fix: "", retryAfterMs: 3_600_000 }),
    3,
    true,
  ],
  ["an error that is final", new RangeError("no"), 3, false],
  ["a text", "no", 3, false],
])("says whether retrying around it would multiply: %s", async (_, error, retries, spent) => {
  const thrown = await withRetry(() => Promise.reject(error), { retries, sleep: async () => {} }).catch((one) => one);
  expect(thrown).toBe(error);
  expect(isSpent(thrown)).toBe(spent);
});
