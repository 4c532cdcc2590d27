import { describe, expect, it } from "vitest";
import { isSpent, markSpent } from "../backend/retry.js";
import { AuthError, BackendError, RateLimitError, TransientError } from "../errors/backend-error.js";
import { derive } from "../random/random-stream.js";
import { FakeClock } from "./__fixtures__/fake-clock.js";
import { RateLimitedServer } from "./__fixtures__/rate-limited-server.js";
import { isEndpointDown } from "./circuit-breaker.js";
import { createLimiter, type LimiterOptions } from "./create-limiter.js";
import type { LimitedCall } from "./limiter.js";
import { Traffic } from "./traffic.js";

const estimate = { inputTokens: 50, outputTokens: 50 };

/** A limiter on a fake clock, and calls that note when each request was sent. */
function stage(options: LimiterOptions = {}) {
  const clock = new FakeClock();
  const limiter = createLimiter({ clock, random: derive(0, "jitter"), ...options });
  const sentAt: number[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const call = (answer: (request: number) => unknown, more: Partial<LimitedCall<unknown>> = {}, latencyMs = 10) =>
    limiter.run({
      estimate,
      attempt: async () => {
        const request = sentAt.push(clock.now()) - 1;
        mostInFlight = Math.max(mostInFlight, ++inFlight);
        await clock.sleep(latencyMs);
        inFlight--;
        const said = answer(request);
        if (said instanceof Error) throw said;
        return said;
      },
      ...more,
    });
  return { clock, limiter, sentAt, call, most: () => mostInFlight };
}

const limited = (retryAfterMs?: number) =>
  new RateLimitError({ status: 429, message: "slow down", fix: "", retryAfterMs });
const down = () => new TransientError({ status: 500, message: "down", fix: "" });
const settle = (calls: Promise<unknown>[]) => Promise.allSettled(calls);

describe("an endpoint that will never do", () => {
  it.each<[string, () => Error, number, number]>([
    ["401", () => new AuthError({ status: 401, message: "no", fix: "" }), 1, 0],
    ["404", () => new BackendError({ status: 404, message: "no such model", fix: "" }), 1, 0],
    ["no credit", () => new BackendError({ status: 429, message: "pay", fix: "" }, "quota_exhausted"), 1, 0],
    ["500", down, 4, 1],
    ["429 without end", () => limited(10), 4, 1],
    ["429 for an hour", () => limited(3_600_000), 1, 1],
  ])("%s: all calls end with the one error of the first, after %s", async (_, error, requests, spent) => {
    const { clock, sentAt, call } = stage();
    const results = await clock.finish(settle(Array.from({ length: 32 }, () => call(() => error()))));
    expect(sentAt).toHaveLength(requests);
    const reasons = new Set(results.map((result) => (result as PromiseRejectedResult).reason));
    expect(reasons.size).toBe(1);
    const [reason] = reasons;
    expect(isEndpointDown(reason)).toBe(true);
    expect(isSpent(reason)).toBe(spent === 1);
    // Nobody asks again at once; after a while one does.
    await expect(clock.finish(call(() => "ok"))).rejects.toBe(reason);
    await clock.finish(clock.sleep(30_000));
    expect(await clock.finish(call(() => "ok"))).toBe("ok");
  });

  it("B11: no retries is one request", async () => {
    for (const error of [limited(5), down()]) {
      const { clock, sentAt, call } = stage();
      await expect(clock.finish(call(() => error, { retries: 0 }))).rejects.toBe(error);
      expect(sentAt).toHaveLength(1);
    }
  });

  it("lets nobody go before the first call is answered, however that is", async () => {
    const { clock, sentAt, call } = stage();
    const bad = new BackendError({ status: 400, message: "bad request", fix: "" });
    const answer = (request: number) => (request === 0 ? bad : "ok");
    const results = await clock.finish(settle(Array.from({ length: 8 }, () => call(answer, {}, 100))));
    expect(results.map(({ status }) => status)).toEqual(["rejected", ...Array(7).fill("fulfilled")]);
    expect(sentAt.filter((at) => at < 100)).toHaveLength(1);
  });

  it("passes the right to go first on when the first call is not the endpoint's fault", async () => {
    const { clock, call } = stage();
    const stop = new AbortController();
    const first = call(() => new TypeError("bug"));
    const second = call(() => "ok", { signal: stop.signal });
    const third = call(() => "ok");
    setImmediate(() => stop.abort());
    const results = await clock.finish(settle([first, second, third]));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  });
});

describe("an endpoint that fails for a while", () => {
  it("is retried with growing jitter, within the call's retries", async () => {
    const { clock, sentAt, call } = stage();
    expect(await clock.finish(call((request) => (request < 3 ? down() : "ok")))).toBe("ok");
    expect(sentAt).toHaveLength(4);
    expect(new Set(sentAt).size).toBe(4);
  });

  it("costs no call when it is back within a quarter of a minute, and gets few requests meanwhile", async () => {
    const { clock, sentAt, call } = stage({ concurrency: 32 });
    const answer = () => (clock.now() > 2000 && clock.now() < 12_000 ? down() : "ok");
    const calls: Promise<unknown>[] = [];
    for (let index = 0; index < 400; index++) calls.push(call(answer, { retries: 8 }, 100));
    const results = await clock.finish(settle(calls));
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(0);
    // Hundreds a second go out while it answers.
    expect(sentAt.filter((at) => at > 2000 && at < 12_000).length).toBeLessThan(120);
  });

  it("ends all calls when it has gone for good, without asking for each of them", async () => {
    const { clock, sentAt, call } = stage({ concurrency: 8 });
    const results = await clock.finish(
      settle(Array.from({ length: 300 }, () => call((request) => (request < 20 ? "ok" : down())))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(sentAt.length).toBeLessThan(20 + 8 * 4 + 12);
  });

  it("does not retry what a backend has retried itself", async () => {
    const { clock, sentAt, call } = stage();
    const spent = down();
    markSpent(spent);
    await expect(clock.finish(call(() => spent))).rejects.toBe(spent);
    expect(sentAt).toHaveLength(1);
  });
});

describe("refusals", () => {
  it("B11: 20 workers with the same Retry-After do not wake together: one tries, then the rest at a pace", async () => {
    const { clock, sentAt, call } = stage();
    await clock.finish(call(() => "ok"));
    const answer = () => (clock.now() < 20_000 ? limited(20_000) : "ok");
    await clock.finish(Promise.all(Array.from({ length: 20 }, () => call(answer))));
    const after = sentAt.filter((at) => at > 20_000);
    expect(after[0]).toBeGreaterThan(20_000);
    expect((after[1] as number) - (after[0] as number)).toBeGreaterThanOrEqual(10);
    expect(new Set(after).size).toBe(after.length);
    expect(sentAt.filter((at) => at > 100 && at < 20_000)).toEqual([]);
  });

  it("B11: a wait of 0 is none", async () => {
    const { clock, call } = stage();
    expect(await clock.finish(call((request) => (request < 3 ? limited(0) : "ok")))).toBe("ok");
    expect(clock.now()).toBeLessThan(50);
  });

  it("lose no call while anybody is answered: 2 of 3 requests refused, at most 3 requests for each call", async () => {
    const { clock, sentAt, call } = stage({ concurrency: 32 });
    const answer = (request: number) => (request % 3 === 2 ? "ok" : limited(20));
    const rows = await clock.finish(Promise.all(Array.from({ length: 16 }, () => call(answer))));
    expect(rows).toHaveLength(16);
    expect(sentAt.length).toBeLessThanOrEqual(3 * 16);
  });

  it("count for a failure that comes with a wait, too", async () => {
    const { clock, sentAt, call } = stage();
    const busy = new TransientError({ status: 503, message: "busy", fix: "", retryAfterMs: 5000 });
    await clock.finish(Promise.all([1, 2, 3].map(() => call((request) => (request === 1 ? busy : "ok")))));
    expect(sentAt.filter((at) => at > 300 && at < 5000)).toEqual([]);
    expect(sentAt).toHaveLength(4);
  });

  it("halve what is in flight where the endpoint takes few at a time", async () => {
    const { clock, sentAt, limiter } = stage();
    let busy = 0;
    const attempt = async () => {
      sentAt.push(clock.now());
      if (busy >= 4) {
        await clock.sleep(5);
        throw limited(200);
      }
      busy++;
      await clock.sleep(1000);
      busy--;
      return "ok";
    };
    const rows = await clock.finish(Promise.all(Array.from({ length: 60 }, () => limiter.run({ attempt, estimate }))));
    expect(rows).toHaveLength(60);
    expect(sentAt.length).toBeLessThan(60 * 1.5);
  });
});

describe("an endpoint that has answered and then refuses for long", () => {
  it.each([undefined, 0, 1000])("loses no call to a minute of refusals that ask to wait %s ms", async (wait) => {
    const { clock, sentAt, call } = stage({ concurrency: 16 });
    const answer = () => (clock.now() % 61_000 < 1000 ? "ok" : limited(wait));
    const results = await clock.finish(settle(Array.from({ length: 40 }, () => call(answer))));
    expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(sentAt.length).toBeLessThan(120);
  });

  it("is given up after a few minutes, with few requests, whatever wait it asks for", async () => {
    for (const wait of [undefined, 0, 1000]) {
      const { clock, sentAt, call } = stage({ concurrency: 16 });
      const answer = (request: number) => (request < 3 ? "ok" : limited(wait));
      const results = await clock.finish(settle(Array.from({ length: 40 }, () => call(answer))));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
      expect(sentAt.length).toBeLessThan(60);
      expect(clock.now()).toBeLessThan(400_000);
    }
  });
});

describe("limits that are given", () => {
  it("requests per minute hold for every minute, retries included", async () => {
    const { clock, sentAt, call } = stage({ requestsPerMinute: 120 });
    const answer = (request: number) => (request % 10 === 5 ? down() : "ok");
    await clock.finish(Promise.all(Array.from({ length: 300 }, () => call(answer))));
    for (const at of sentAt)
      expect(sentAt.filter((other) => other >= at && other < at + 60_000).length).toBeLessThanOrEqual(122);
    expect(clock.now()).toBeLessThan(1.1 * (sentAt.length / 120) * 60_000);
  });

  it("tokens per minute are estimated before and settled after", async () => {
    const { clock, call } = stage({ tokensPerMinute: 6000 });
    const usageOf = () => ({ inputTokens: 10, outputTokens: 10 });
    await clock.finish(Promise.all(Array.from({ length: 300 }, () => call(() => "ok", { usageOf }))));
    // 300 calls of 20 tokens, although each was expected to use 100.
    expect(clock.now()).toBeLessThan(65_000);
    const before = clock.now();
    const large = { inputTokens: 9000, outputTokens: 0 };
    await clock.finish(Promise.all([1, 2].map(() => call(() => "ok", { estimate: large, usageOf: () => large }))));
    expect(clock.now() - before).toBeGreaterThan(80_000);
  });

  it("concurrency is never exceeded", async () => {
    const { clock, call, most } = stage({ concurrency: 3 });
    await clock.finish(Promise.all(Array.from({ length: 40 }, () => call(() => "ok", {}, 500))));
    expect(most()).toBe(3);
  });

  it("maxTokens ends calls before they are sent, and lets committed ones through", async () => {
    const { clock, sentAt, call } = stage({ maxTokens: 250 });
    const results = await clock.finish(settle([1, 2, 3].map(() => call(() => "ok"))));
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect((results[2] as PromiseRejectedResult).reason).toMatchObject({ code: "spend_limit" });
    expect(sentAt).toHaveLength(2);
    expect(await clock.finish(call(() => "ok", { isCommitted: true }))).toBe("ok");
  });

  it("maxUsd counts real usage at the call's price, and the estimate where the server says nothing", async () => {
    const price = { inputPerMillion: 1000, outputPerMillion: 1000 };
    const { clock, call } = stage({ maxUsd: 0.35 });
    const usageOf = () => ({ inputTokens: 10, outputTokens: null });
    // Each is expected to cost 0.1 and costs 0.06.
    for (let index = 0; index < 5; index++) await clock.finish(call(() => "ok", { price, usageOf }));
    await expect(clock.finish(call(() => "ok", { price, usageOf }))).rejects.toMatchObject({ code: "spend_limit" });
  });

  it.each([{ requestsPerMinute: 0 }, { concurrency: 0 }, { maxUsd: -1 }, { rpm: 5 }])("%j is refused", (options) => {
    expect(() => createLimiter(options as object)).toThrow(/createLimiter/);
  });
});

describe("a call in flight", () => {
  it.each(["first", "later"])(
    "ends with the signal though its backend does not, and frees the way: the %s",
    async (which) => {
      const { clock, limiter, call } = stage({ concurrency: 1 });
      if (which === "later") await clock.finish(call(() => "ok"));
      const stop = new AbortController();
      const deaf = limiter.run({ estimate, attempt: () => new Promise(() => {}), signal: stop.signal });
      const next = call(() => "ok");
      setImmediate(() => stop.abort());
      await expect(deaf).rejects.toMatchObject({ code: "aborted" });
      expect(await clock.finish(next)).toBe("ok");
    },
  );

  it("from before an outage does not stand in the way of the call that tries after it", async () => {
    const { clock, call } = stage();
    await clock.finish(call(() => "ok"));
    const slow = call(() => (clock.now() < 60_000 ? down() : "ok"), {}, 45_000);
    const gone = () => new BackendError({ status: 404, message: "gone", fix: "" });
    await clock.finish(settle([1, 2, 3].map(() => call(gone))));
    await clock.finish(clock.sleep(31_000));
    let isFirst = true;
    const scout = call(() => {
      if (!isFirst) return "ok";
      isFirst = false;
      return limited(20_000);
    });
    expect(await clock.finish(Promise.all([scout, slow]))).toEqual(["ok", "ok"]);
  });
});

describe("what an answer says it used", () => {
  const price = { inputPerMillion: 1000, outputPerMillion: 1000 };
  it.each([
    { inputTokens: Number.NaN, outputTokens: Number.NaN },
    { inputTokens: -500, outputTokens: -5 },
    { inputTokens: "12", outputTokens: "3" },
    { inputTokens: null },
    {},
    null,
    undefined,
    "many",
  ])("is taken from the estimate where it is no count: %j", async (said) => {
    for (const limit of [{ maxTokens: 1000 }, { maxUsd: 1 }]) {
      const { clock, call } = stage({ ...limit, tokensPerMinute: 60_000 });
      const usageOf = () => said as never;
      const results = await clock.finish(
        settle(Array.from({ length: 20 }, () => call(() => "ok", { usageOf, price }))),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    }
  });
});

describe("runs that share an endpoint", () => {
  it.each([2, 4])("take turns: %s of them", async (count) => {
    const clock = new FakeClock();
    const traffic = new Traffic(0, derive(0, "traffic"));
    const server = new RateLimitedServer(clock, { kind: "fixed", allowed: 5, latencyMs: 50, says: "seconds" });
    const order: number[] = [];
    const run = async (name: number): Promise<void> => {
      const limiter = createLimiter({ clock, traffic, random: derive(name, "jitter") });
      const one = () => limiter.run({ attempt: () => server.call(), estimate }).then(() => order.push(name));
      await Promise.all(Array.from({ length: 40 }, one));
    };
    await clock.finish(Promise.all(Array.from({ length: count }, (_, name) => run(name))));
    const half = order.slice(0, order.length / 2);
    for (let name = 0; name < count; name++) {
      expect(half.filter((other) => other === name).length).toBeGreaterThan(15);
    }
  });
});

describe("waiting", () => {
  it("ends with the signal, before a request is sent", async () => {
    const { clock, sentAt, call } = stage({ requestsPerMinute: 1 });
    await clock.finish(call(() => "ok"));
    const stop = new AbortController();
    const waiting = call(() => "ok", { signal: stop.signal });
    setImmediate(() => stop.abort());
    await expect(waiting).rejects.toMatchObject({ code: "aborted" });
    await expect(call(() => "ok", { signal: stop.signal })).rejects.toMatchObject({ code: "aborted" });
    expect(sentAt).toHaveLength(1);
  });

  it("in a pause between retries ends with the signal", async () => {
    const { clock, call } = stage();
    const stop = new AbortController();
    const waiting = call(
      () => {
        setImmediate(() => stop.abort());
        return down();
      },
      { signal: stop.signal },
    );
    await expect(clock.finish(waiting)).rejects.toMatchObject({ code: "aborted" });
  });

  it("is told, and only when there is some", async () => {
    const { clock, call } = stage({ requestsPerMinute: 60 });
    const told: boolean[] = [];
    const onWait = (isWaiting: boolean) => void told.push(isWaiting);
    await clock.finish(call(() => "ok", { onWait }));
    expect(told).toEqual([]);
    await clock.finish(call(() => "ok", { onWait }));
    expect(told).toEqual([true, false]);
  });

  it("is first come first served, and retries go first", async () => {
    const { clock, call } = stage({ concurrency: 1 });
    const order: string[] = [];
    const named = (name: string, failures = 0) => {
      let left = failures;
      return call(() => (left-- > 0 ? limited(50) : order.push(name)));
    };
    await clock.finish(Promise.all([named("a"), named("b", 1), named("c"), named("d")]));
    expect(order).toEqual(["a", "b", "c", "d"]);
  });

  it("among retries is first come first served as well", async () => {
    const { clock, call } = stage();
    await clock.finish(call(() => "ok"));
    const order: number[] = [];
    const one = (name: number) => call(() => (clock.now() < 5000 ? limited(10_000) : order.push(name)));
    await clock.finish(Promise.all([0, 1, 2, 3].map(one)));
    expect(order).toEqual([0, 1, 2, 3]);
  });
});
