import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TokenBucket } from "./token-bucket.js";

describe("TokenBucket", () => {
  it.each([
    { taken: [2], at: 0, ask: 1, delay: 1000 },
    { taken: [1], at: 0, ask: 1, delay: 0 },
    { taken: [2], at: 500, ask: 1, delay: 500 },
    { taken: [2], at: 5000, ask: 2, delay: 0 },
    // More than the bucket holds: it need only be full.
    { taken: [], at: 0, ask: 50, delay: 0 },
    { taken: [50], at: 0, ask: 1, delay: 49_000 },
  ])("after $taken at $at ms, $ask may be taken in $delay ms", ({ taken, at, ask, delay }) => {
    const bucket = new TokenBucket(60, 2, 0);
    for (const amount of taken) bucket.take(amount, 0);
    expect(bucket.delayMs(ask, at)).toBeCloseTo(delay);
  });

  it("settles what an estimate took too much or too little", () => {
    const bucket = new TokenBucket(60, 10, 0);
    bucket.take(10, 0);
    bucket.settle(4, 0);
    expect(bucket.delayMs(4, 0)).toBe(0);
    bucket.settle(-4, 0);
    expect(bucket.delayMs(1, 0)).toBeCloseTo(1000);
    bucket.settle(1e9, 0);
    bucket.take(10, 0);
    expect(bucket.delayMs(1, 0)).toBeCloseTo(1000);
  });

  it("never gives more than one burst and the allowance of the time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.record({ wait: fc.integer({ min: 0, max: 5000 }), amount: fc.integer({ min: 1, max: 50 }) }), {
          maxLength: 60,
        }),
        (perMinute, capacity, steps) => {
          const bucket = new TokenBucket(perMinute, capacity, 0);
          let now = 0;
          let taken = 0;
          let largest = 0;
          for (const { wait, amount } of steps) {
            now += wait;
            if (bucket.delayMs(amount, now) > 0) continue;
            bucket.take(amount, now);
            taken += amount;
            largest = Math.max(largest, amount);
          }
          // A taker larger than the bucket is let through on credit.
          return taken <= capacity + (now * perMinute) / 60_000 + largest + 1e-6;
        },
      ),
    );
  });

  it("says how long to wait: after that, not before, the amount may be taken", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 20 }), (perMinute, amount) => {
        const bucket = new TokenBucket(perMinute, 20, 0);
        bucket.take(25, 0);
        const delay = bucket.delayMs(amount, 0);
        expect(bucket.delayMs(amount, delay * 0.9)).toBeGreaterThan(0);
        expect(bucket.delayMs(amount, delay)).toBeLessThan(1e-6);
      }),
    );
  });
});
