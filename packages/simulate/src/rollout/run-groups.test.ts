import { type Backend, RateLimitError, type Row, TransientError, withRetry } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { simulate } from "../simulate.js";
import type { AgentFunction } from "./agent.js";

const TOOLS = [
  { name: "get_order", description: "Look up an order by id.", parameters: { type: "object", properties: {} } },
];
const BASE = { tools: TOOLS, simulator: false } as const;

describe("an agent that fails often", () => {
  const failing = (share: number): AgentFunction => {
    return async (message, { seed }) => {
      // Failures come first, so that with many in flight no row has landed when the sixteenth fails.
      if ((seed % 1000) / 1000 < share) throw new RangeError("no answer");
      for (let wait = 0; wait < 1 + (seed % 5); wait++) await new Promise((resolve) => setImmediate(resolve));
      return `${message} ${seed}`;
    };
  };
  const outcome = async (options: object): Promise<string> => {
    try {
      const { rows } = await simulate({ ...BASE, ...options });
      return JSON.stringify(rows);
    } catch (error) {
      return String((error as { code?: string }).code);
    }
  };

  it.each([
    ["fixed", 0.5],
    ["probe", 0.5],
    ["hazard", 0.7],
    ["fixed", 0.99],
    ["fixed", 1],
  ] as const)("ends alike at any concurrency: %s, %f", async (repeatPolicy, share) => {
    const outcomes = [];
    for (const concurrency of [1, 8, 32]) {
      const agent = failing(share);
      outcomes.push(
        await outcome({ agent, mode: "rl", repeats: 4, repeatPolicy, budget: 80, limits: { concurrency } }),
      );
    }
    expect(new Set(outcomes).size).toBe(1);
    expect(outcomes[0] === "agent_failed").toBe(share > 0.9);
  });

  it("is not played on while nothing lands, even when its first rollout takes long to fail", async () => {
    let calls = 0;
    const agent: AgentFunction = async (_message, { signal }) => {
      if (calls++ > 0) throw new RangeError("down");
      return new Promise<never>((__, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    const limits = { concurrency: 8, retries: 0, timeoutMs: 50 };
    await expect(simulate({ ...BASE, agent, budget: 1000, limits })).rejects.toMatchObject({ code: "agent_failed" });
    expect(calls).toBe(16);
  });

  it("is not called dead for the prompts that come first", async () => {
    const tasks: Row[] = Array.from({ length: 6 }, (_, index) => ({
      scenario_id: `t${index}`,
      prompt: `Ask ${index}`,
    }));
    const agent: AgentFunction = (message, { scenarioId }) => {
      if (scenarioId < "t3") throw new RangeError("this one never works");
      return message;
    };
    for (const concurrency of [1, 32]) {
      const { rows } = await simulate({ ...BASE, agent, tasks, repeats: 8, limits: { concurrency } });
      expect(rows).toHaveLength(24);
    }
  });
});

describe("retries", () => {
  it.each([
    ["rate limits", new RateLimitError({ message: "slow", fix: "" })],
    ["errors of the server", new TransientError({ message: "down", fix: "" })],
    ["a wait that is too long", new RateLimitError({ message: "later", fix: "", retryAfterMs: 3_600_000 })],
  ])("of a backend and of rollouts do not multiply: %s", async (_, error) => {
    const scripted = ScriptedBackend(() => error);
    const agent: Backend = {
      provider: scripted.provider,
      model: scripted.model,
      spec: scripted.spec,
      family: scripted.family,
      complete: (request, options) =>
        withRetry(() => scripted.complete(request, options), { retries: 2, sleep: async () => {} }),
    };
    const run = simulate({ ...BASE, agent, budget: 4, limits: { retries: 5 } });
    // The first call shows that the endpoint is gone: nobody else asks it.
    await expect(run).rejects.toBe(error);
    expect(scripted.requests).toHaveLength(error.retryAfterMs === undefined ? 3 : 1);
  });

  it("of a run are what a backend has that does not retry itself", async () => {
    const backend = ScriptedBackend(() => new TransientError({ message: "reset", fix: "" }));
    await expect(simulate({ ...BASE, agent: backend, budget: 2, limits: { retries: 3 } })).rejects.toThrow("reset");
    expect(backend.requests).toHaveLength(4);
    const patient = ScriptedBackend(() => new RateLimitError({ message: "slow", fix: "" }));
    await expect(simulate({ ...BASE, agent: patient, budget: 2, limits: { retries: 0 } })).rejects.toThrow("slow");
    expect(patient.requests).toHaveLength(1);
  });
});
