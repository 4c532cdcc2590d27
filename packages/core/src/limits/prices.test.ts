import { describe, expect, it } from "vitest";
import { costOf, priceOf, setPrices } from "./prices.js";

describe("priceOf", () => {
  it.each([
    ["openai", "gpt-4.1-mini", 0.4],
    ["openai", "gpt-4.1-mini-2025-04-14", 0.4],
    ["anthropic", "claude-haiku-4-5", 1],
    ["anthropic", "claude-haiku-4-5-20251001", 1],
    ["anthropic", "claude-3-5-haiku-latest", 0.8],
    ["openai", "gpt-4.1-huge", null],
    ["openai", "my-gpt-4.1-mini", null],
    ["openai", "__proto__", null],
    ["vllm", "gpt-4.1-mini", null],
    ["ollama", "llama3", null],
  ])("%s %s costs %s per million tokens read", (provider, model, input) => {
    expect(priceOf({ provider, model })?.inputPerMillion ?? null).toBe(input);
  });

  it("prefers the caller's own price, on any server", () => {
    setPrices({
      "own-model": { inputPerMillion: 0, outputPerMillion: 0 },
      "gpt-4o": { inputPerMillion: 1, outputPerMillion: 2 },
    });
    expect(priceOf({ provider: "vllm", model: "own-model" })).toEqual({ inputPerMillion: 0, outputPerMillion: 0 });
    expect(priceOf({ provider: "openai", model: "gpt-4o" })).toMatchObject({ outputPerMillion: 2 });
  });

  it.each([
    [{ m: { inputPerMillion: 1 } }, "m.outputPerMillion"],
    [{ m: { inputPerMillion: -1, outputPerMillion: 1 } }, "m.inputPerMillion"],
    [{ m: { input: 1, outputPerMillion: 1 } }, "m.inputPerMillion"],
    [{ m: 3 }, "m"],
    [[], "prices"],
    [{ good: { inputPerMillion: 1, outputPerMillion: 1 }, m: null }, "m"],
  ])("refuses %j and keeps nothing of it", (prices, option) => {
    expect(() => setPrices(prices as never)).toThrow(expect.objectContaining({ option }));
    for (const model of ["m", "good"]) expect(priceOf({ provider: "x", model })).toBeNull();
  });
});

describe("costOf", () => {
  const price = { inputPerMillion: 2, outputPerMillion: 8, cachedInputPerMillion: 0.5 };
  it.each([
    [{ inputTokens: 1_000_000, outputTokens: 0 }, 2],
    [{ inputTokens: 0, outputTokens: 1_000_000 }, 8],
    [{ inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 400_000 }, 1.4],
    [{ inputTokens: 10, outputTokens: 0, cachedInputTokens: 1e9 }, 0.000005],
    [{ inputTokens: 0, outputTokens: 0 }, 0],
    [{ inputTokens: null, outputTokens: 5 }, null],
    [{ inputTokens: 5, outputTokens: null }, null],
  ])("%j costs %s", (usage, usd) => {
    const cost = costOf(usage, price);
    if (usd === null) expect(cost).toBeNull();
    else expect(cost).toBeCloseTo(usd, 12);
  });

  it("B13: is unknown without a price, not zero", () => {
    expect(costOf({ inputTokens: 5, outputTokens: 5 }, null)).toBeNull();
  });

  it("charges cached input in full where there is no price for it", () => {
    const plain = { inputPerMillion: 2, outputPerMillion: 8 };
    expect(costOf({ inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 1_000_000 }, plain)).toBe(2);
  });
});
