import { ScriptedBackend, setPrices } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { resolveOptions } from "../options/resolve-options.js";
import { estimateRun, estimateText } from "./run-estimate.js";

setPrices({ cheap: { inputPerMillion: 1, outputPerMillion: 2 } });
const model = ScriptedBackend([], { model: "cheap" });
const TOOLS = [{ name: "f", description: "d".repeat(400), parameters: { type: "object" } }];
const run = <T>(work: () => T): T => work();
const roles = { agent: model, simulator: false, user: undefined, run } as const;
const of = (options: object, more: object = {}) =>
  estimateRun({
    roles,
    tools: [],
    resolved: resolveOptions({ agent: model, ...options }),
    rollouts: 100,
    prompts: 25,
    ...more,
  });

describe("estimateRun", () => {
  it("is nothing where no model plays", () => {
    expect(of({}, { roles: { ...roles, agent: () => "a" } })).toBeNull();
  });

  it("counts a call for each turn, three with tools, and never more than turns.max", () => {
    expect(of({})?.calls).toBe(100);
    expect(of({}, { tools: TOOLS })?.calls).toBe(300);
    expect(of({ turns: { max: 2 } }, { tools: TOOLS })?.calls).toBe(200);
  });

  it("grows with prompt, tools and the length of answers", () => {
    const plain = of({});
    expect(of({ systemPrompt: "x".repeat(4000) })?.inputTokens).toBe((plain?.inputTokens ?? 0) + 100_000);
    expect(of({ sampling: { maxTokens: 10 } })?.outputTokens).toBe(1000);
    expect(of({}, { tools: TOOLS })?.inputTokens).toBeGreaterThan((plain?.inputTokens ?? 0) * 3);
    expect(plain?.usd).toBeCloseTo(((plain?.inputTokens ?? 0) + 2 * (plain?.outputTokens ?? 0)) / 1e6);
  });

  it("adds the writer and the person, and knows no cost where one has no price", () => {
    const other = ScriptedBackend([], { model: "unpriced" });
    expect(of({}, { roles: { ...roles, simulator: other } })).toMatchObject({ calls: 104, usd: null });
    expect(of({ turns: { mean: 3 } }, { roles: { ...roles, user: model } })?.calls).toBe(500);
  });
});

it.each([
  [{ calls: 1200, inputTokens: 1_500_000, outputTokens: 400_000, usd: 0.8 }, "about 1,200 calls, 1.9M tokens, $0.80"],
  [{ calls: 10, inputTokens: 1500, outputTokens: 0, usd: 0.00123 }, "about 10 calls, 2k tokens, $0.0012"],
  [{ calls: 1_234_567, inputTokens: 5, outputTokens: 5, usd: 0 }, "about 1,234,567 calls, 10 tokens, $0.00"],
  [{ calls: 1, inputTokens: 5, outputTokens: 5, usd: null }, "about 1 calls, 10 tokens, cost unknown"],
])("%j reads %s", (estimate, text) => {
  expect(estimateText({ rollouts: 1, ...estimate })).toBe(text);
});
