import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AdaptiveConcurrency } from "./adaptive-concurrency.js";

describe("AdaptiveConcurrency", () => {
  it("has no limit until a call is refused, and then half of what was in flight", () => {
    const concurrency = new AdaptiveConcurrency();
    for (let call = 0; call < 100; call++) concurrency.answered(call);
    expect(concurrency.limit).toBe(Number.POSITIVE_INFINITY);
    concurrency.refused(100, 115, 16, 1);
    expect(concurrency.limit).toBe(8);
  });

  it("halves once for all calls that were in flight together", () => {
    const concurrency = new AdaptiveConcurrency();
    concurrency.refused(3, 20, 18, 1);
    for (const call of [4, 9, 20]) concurrency.refused(call, 20, 10, 1);
    expect(concurrency.limit).toBe(9);
    concurrency.refused(21, 25, 9, 1);
    expect(concurrency.limit).toBe(4);
  });

  it("grows by one for each round of answers at the limit", () => {
    const concurrency = new AdaptiveConcurrency();
    concurrency.refused(0, 7, 8, 1);
    const rounds: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { limit } = concurrency;
      for (let answer = 0; answer < limit; answer++) concurrency.answered(limit - 1);
      rounds.push(concurrency.limit);
    }
    expect(rounds).toEqual([5, 6, 7]);
    // A limit that nobody reaches says nothing.
    for (let answer = 0; answer < 100; answer++) concurrency.answered(1);
    expect(concurrency.limit).toBe(7);
  });

  it("leaves what a learned pace needs", () => {
    const concurrency = new AdaptiveConcurrency();
    concurrency.refused(0, 9, 10, 7);
    expect(concurrency.limit).toBe(7);
  });

  it("is never below 1, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(40)), { maxLength: 200 }), (events) => {
        const concurrency = new AdaptiveConcurrency();
        for (const [index, [isRefused, inFlight]] of events.entries()) {
          if (isRefused) concurrency.refused(index, index, inFlight, 1);
          else concurrency.answered(inFlight);
          if (!(concurrency.limit >= 1)) return false;
        }
        return true;
      }),
    );
  });
});
