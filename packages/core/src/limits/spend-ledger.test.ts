import { expect, it } from "vitest";
import { SpendLedger } from "./spend-ledger.js";

const PRICE = { inputPerMillion: 1, outputPerMillion: 10 };

it("keeps calls, requests, tokens and cost apart by role", () => {
  const ledger = new SpendLedger();
  for (let request = 0; request < 3; request++) ledger.request("agent", "m");
  ledger.answer("agent", "m", { inputTokens: 100, outputTokens: 10, cachedInputTokens: 40 }, PRICE);
  ledger.answer("agent", "m", { inputTokens: 200, outputTokens: 20, reasoningTokens: 5 }, PRICE);
  ledger.answer("user", "n", { inputTokens: 1, outputTokens: 1 }, PRICE);
  expect(ledger.roles()).toEqual({
    agent: {
      model: "m",
      calls: 2,
      requests: 3,
      inputTokens: 300,
      outputTokens: 30,
      cachedInputTokens: 40,
      reasoningTokens: 5,
      usd: expect.closeTo(0.0006),
    },
    user: expect.objectContaining({ calls: 1, cachedInputTokens: null, reasoningTokens: null }),
  });
  expect(ledger.totalUsd()).toBeCloseTo(0.000611);
});

it("B13: a count that one server did not say is unknown, and so is the cost", () => {
  const ledger = new SpendLedger();
  ledger.answer("agent", "m", { inputTokens: 100, outputTokens: 10 }, PRICE);
  ledger.answer("agent", "m", { inputTokens: null, outputTokens: 10 }, PRICE);
  expect(ledger.roles().agent).toMatchObject({ inputTokens: null, outputTokens: 20, usd: null });
  expect(ledger.totalUsd()).toBeNull();
});

it("shows a role that was never called with zeros", () => {
  const ledger = new SpendLedger();
  ledger.open("simulator", "m");
  ledger.open("simulator", "other");
  expect(ledger.roles().simulator).toMatchObject({ model: "m", calls: 0, inputTokens: 0, usd: 0 });
  expect(ledger.totalUsd()).toBe(0);
});
