import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SpendBudget, spendLimitError } from "./spend-budget.js";

describe("SpendBudget", () => {
  it("counts what is reserved and what is paid, and frees a reservation once", () => {
    const budget = new SpendBudget({ maxUsd: 1, maxTokens: 1000 });
    const release = budget.reserve({ tokens: 400, usd: 0.4 });
    expect(budget.stopFor({ tokens: 500, usd: 0.7 })).toBe("max_usd");
    expect(budget.stopFor({ tokens: 700, usd: 0.1 })).toBe("max_tokens");
    expect(budget.stopFor({ tokens: 600, usd: 0.6 })).toBeUndefined();
    budget.pay({ tokens: 100, usd: 0.5 });
    expect(budget.reserve({ tokens: 1, usd: 0.2 })).toBeUndefined();
    release?.();
    release?.();
    const releaseRest = budget.reserve({ tokens: 900, usd: 0.5 });
    expect(budget.stopFor({ tokens: 1, usd: 0 })).toBe("max_tokens");
    releaseRest?.();
    expect(budget.stopFor({ tokens: 900, usd: 0.5 })).toBeUndefined();
    expect(budget.spent).toEqual({ tokens: 100, usd: 0.5 });
  });

  it("has no limit by default, and counts tokens where there is no price", () => {
    const budget = new SpendBudget({});
    budget.pay({ tokens: 1e12, usd: null });
    expect(budget.reserve({ tokens: 1e12, usd: null })).toBeTypeOf("function");
    expect(budget.spent).toEqual({ tokens: 1e12, usd: 0 });
  });

  it.each([{ maxUsd: 0 }, { maxUsd: Number.NaN }, { maxTokens: 0.5 }, { maxUds: 1 }])("refuses %j", (limits) => {
    expect(() => new SpendBudget(limits as object)).toThrow(/SpendBudget/);
  });

  it.each([
    [0.1, 0.002, 50],
    [0.3, 0.002, 150],
    [1, 0.1, 10],
    [0.7, 0.007, 100],
    [2, 0.0003, 6666],
  ])("lets $%d pay for all the calls of $%d that it is worth: %i", (maxUsd, usd, calls) => {
    const budget = new SpendBudget({ maxUsd });
    let paid = 0;
    for (; budget.stopFor({ tokens: 1, usd }) === undefined; paid++) budget.pay({ tokens: 1, usd });
    expect(paid).toBe(calls);
  });

  it("says what is spent and what to raise", () => {
    const budget = new SpendBudget({ maxUsd: 2, maxTokens: 500 });
    budget.pay({ tokens: 400, usd: 1.98765 });
    expect(spendLimitError("max_usd", budget)).toMatchObject({
      code: "spend_limit",
      message:
        "The limit of $2 does not allow another call: $1.9877 are spent. Raise limits.maxUsd; finished work is kept.",
    });
    expect(spendLimitError("max_tokens", budget).message).toMatch(/500 tokens .* 400 tokens are spent/);
  });

  it("is never overdrawn by work that pays what it reserved", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.boolean()), { maxLength: 60 }),
        (maxTokens, steps) => {
          const budget = new SpendBudget({ maxTokens });
          const open: { tokens: number; release: () => void }[] = [];
          for (const [tokens, ends] of steps) {
            const release = budget.reserve({ tokens, usd: null });
            if (release) open.push({ tokens, release });
            const done = ends ? open.shift() : undefined;
            if (done === undefined) continue;
            budget.pay({ tokens: done.tokens, usd: null });
            done.release();
          }
          const outstanding = open.reduce((sum, { tokens }) => sum + tokens, 0);
          return budget.spent.tokens + outstanding <= maxTokens;
        },
      ),
    );
  });
});
