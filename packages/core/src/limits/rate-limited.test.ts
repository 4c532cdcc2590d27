import { describe, expect, it } from "vitest";
import { derive } from "../random/random-stream.js";
import { FakeClock } from "./__fixtures__/fake-clock.js";
import { RateLimitedServer, type ServerOptions } from "./__fixtures__/rate-limited-server.js";
import { createLimiter } from "./create-limiter.js";

const ALLOWED = 5;
const estimate = { inputTokens: 10, outputTokens: 10 };

async function play(needed: number, options: Omit<ServerOptions, "allowed">, seed = 0) {
  const clock = new FakeClock();
  const server = new RateLimitedServer(clock, { allowed: ALLOWED, ...options });
  const limiter = createLimiter({ clock, random: derive(seed, "jitter"), concurrency: 32 });
  const answers = await clock.finish(
    Promise.all(Array.from({ length: needed }, () => limiter.run({ attempt: () => server.call(), estimate }))),
  );
  return { answers, sent: server.requests, wallMs: clock.now(), idealMs: (needed / ALLOWED) * 1000 };
}

describe("a server that takes 5 requests a second and refuses the rest", () => {
  const cases = (["fixed", "sliding", "bucket"] as const).flatMap((kind) =>
    (["seconds", "milliseconds"] as const).flatMap((says) =>
      [2, 20].flatMap((latencyMs) => [16, 32, 64].map((needed) => ({ kind, says, latencyMs, needed }))),
    ),
  );
  // Twenty moments of its window at which the first call may come.
  it.each(cases)("$kind, wait in $says, latency $latencyMs: $needed calls", async ({ needed, ...server }) => {
    for (let moment = 0; moment < 20; moment++) {
      const { answers, sent, wallMs, idealMs } = await play(needed, { ...server, phaseMs: moment * 50 }, moment);
      expect(answers).toHaveLength(needed);
      expect(sent / needed).toBeLessThanOrEqual(1.2);
      expect(wallMs / idealMs).toBeLessThanOrEqual(1.3);
    }
  });

  it("is not pushed when it answers slowly or does not say how long to wait", async () => {
    for (const latencyMs of [100, 1000])
      for (const says of ["seconds", "nothing"] as const) {
        const { answers, sent } = await play(64, { kind: "fixed", says, latencyMs });
        expect(answers).toHaveLength(64);
        expect(sent / 64).toBeLessThanOrEqual(1.2);
      }
  });

  it.each(
    (["fixed", "sliding", "bucket"] as const).flatMap((kind) =>
      [10_000, 60_000].map((windowMs) => ({ kind, windowMs })),
    ),
  )("loses no call when it counts by $windowMs ms ($kind) and does not say how long to wait", async (server) => {
    for (let moment = 0; moment < 5; moment++) {
      const phaseMs = moment * 137;
      const { answers } = await play(20, { ...server, says: "nothing", latencyMs: 300, phaseMs }, moment);
      expect(answers).toHaveLength(20);
    }
  });

  it("is used to at least four fifths over a long time", async () => {
    const { sent, wallMs, idealMs } = await play(1000, { kind: "fixed", says: "seconds", latencyMs: 20 });
    expect(sent).toBeLessThan(1060);
    expect(wallMs / idealMs).toBeLessThan(1.25);
  });

  it("is found out again when it allows more", async () => {
    const clock = new FakeClock();
    const slow = new RateLimitedServer(clock, { kind: "fixed", allowed: 5, latencyMs: 10, says: "seconds" });
    const quick = new RateLimitedServer(clock, { kind: "fixed", allowed: 50, latencyMs: 10, says: "seconds" });
    const limiter = createLimiter({ clock, random: derive(0, "jitter") });
    const calls = (count: number, server: RateLimitedServer) =>
      clock.finish(
        Promise.all(Array.from({ length: count }, () => limiter.run({ attempt: () => server.call(), estimate }))),
      );
    await calls(40, slow);
    const before = clock.now();
    await calls(1000, quick);
    expect(1000 / ((clock.now() - before) / 1000)).toBeGreaterThan(15);
  });
});
