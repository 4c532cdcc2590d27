import { AuthError, BackendError, RateLimitError, TransientError } from "@whileai/core";
import { type Completion, type CompletionRequest, ScriptedBackend, setPrices } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import { simulate } from "../simulate.js";

const PRICED = "priced-model";
setPrices({ [PRICED]: { inputPerMillion: 1000, outputPerMillion: 1000 } });

const BASE = { systemPrompt: "Help people with orders.", simulator: false, store: { dir: false } } as const;
/** A model each of whose answers uses 100 tokens, or $0.1. */
const paid = (model = PRICED): ReturnType<typeof ScriptedBackend> =>
  ScriptedBackend(() => ({ text: "Done.", usage: { inputTokens: 60, outputTokens: 40 } }), { model });

describe("an endpoint that will never do", () => {
  const http = { message: "no", fix: "" };
  it.each([
    [new AuthError({ ...http, status: 401 }), 1],
    [new BackendError({ ...http, status: 404 }), 1],
    [new TransientError({ ...http, status: 500 }), 2],
  ])("ends the run with that one error: %s, after %s requests", async (error, requests) => {
    const agent = ScriptedBackend(() => error);
    await expect(simulate({ ...BASE, agent, budget: 64, limits: { retries: 1 } })).rejects.toBe(error);
    expect(agent.requests).toHaveLength(requests);
  });

  it("without retries costs a single request", async () => {
    const agent = ScriptedBackend(() => new TransientError({ ...http, status: 503 }));
    await expect(simulate({ ...BASE, agent, budget: 64, limits: { retries: 0 } })).rejects.toMatchObject({
      status: 503,
    });
    expect(agent.requests).toHaveLength(1);
  });

  it("later on ends the run as well, after a few calls", async () => {
    const agent = ScriptedBackend((_, index) => (index < 10 ? "Done." : new BackendError({ ...http, status: 404 })));
    const limits = { concurrency: 4 };
    await expect(simulate({ ...BASE, agent, budget: 64, limits })).rejects.toMatchObject({ status: 404 });
    expect(agent.requests.length).toBeLessThan(20);
  });
});

describe("limits on spending", () => {
  it.each([1, 32])("maxTokens ends a run with the rows so far, at concurrency %s", async (concurrency) => {
    const agent = paid();
    const { rows, report } = await simulate({ ...BASE, agent, budget: 64, limits: { maxTokens: 1000, concurrency } });
    expect(report.stoppedBecause).toBe("max_tokens");
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(agent.requests).toHaveLength(rows.length);
    expect(report.agentErrors.lost).toBe(0);
    expect(report.notes.map(({ code }) => code)).toContain("stopped_at_limit");
    expect(`${report}`).toContain("ended early by limits.maxTokens");
  });

  it("maxUsd ends a run by what its models cost", async () => {
    const { rows, report } = await simulate({ ...BASE, agent: paid(), budget: 64, limits: { maxUsd: 0.8 } });
    expect(report.stoppedBecause).toBe("max_usd");
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(report.spend.totalUsd).toBeLessThanOrEqual(0.8 + 1e-9);
  });

  it.each(["maxUsd", "maxTokens"])(
    "%s holds when rollouts use forty times what was expected, all at once",
    async (limit) => {
      const usage = { inputTokens: 50, outputTokens: 8000 };
      const agent = ScriptedBackend(() => ({ text: "Done.", usage }), { model: PRICED });
      const limits = { [limit]: limit === "maxUsd" ? 20 : 20_000, concurrency: 64 };
      const { rows, report } = await simulate({ ...BASE, agent, budget: 64, limits });
      // A limit of two rollouts and a half.
      expect(rows).toHaveLength(2);
      expect(report.stoppedBecause).toMatch(/^max_/);
    },
  );

  it.each([{ maxUsd: 1e6 }, { maxTokens: 1e9 }])("far away slow nothing down: %j", async (limits) => {
    let inFlight = 0;
    let most = 0;
    const agent = paid();
    const complete = async (request: CompletionRequest): Promise<Completion> => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inFlight--;
      return agent.complete(request);
    };
    const run = { ...BASE, budget: 64, limits: { ...limits, concurrency: 16 } };
    await simulate({ ...run, agent: { ...agent, complete } });
    expect(most).toBeGreaterThan(4);
  });

  it("plays one rollout in any case, because nobody knows what one costs", async () => {
    const { rows } = await simulate({ ...BASE, agent: paid(), budget: 64, limits: { maxTokens: 1 } });
    expect(rows).toHaveLength(1);
  });

  it("are no limit where they are not met, and say what was expected", async () => {
    const { rows, report } = await simulate({ ...BASE, agent: paid(), budget: 8, limits: { maxTokens: 900 } });
    expect(rows).toHaveLength(8);
    expect(report.stoppedBecause).toBe("budget");
    const { report: other } = await simulate({
      ...BASE,
      agent: ScriptedBackend(() => ({ text: "Done.", usage: { inputTokens: 1, outputTokens: 1 } })),
      budget: 8,
      limits: { maxTokens: 500 },
    });
    expect(other.notes.map(({ code }) => code)).toContain("estimate_above_limit");
  });

  it("end all runs of a call", async () => {
    const { report } = await simulate({ ...BASE, agent: paid(), budget: 4, runs: 5, limits: { maxTokens: 1200 } });
    expect(report.stoppedBecause).toBe("max_tokens");
    expect(report.rows).toBeLessThanOrEqual(12);
  });

  it("maxUsd with a model that has no price is refused before anything is spent", () => {
    const agent = paid("nobody-knows");
    expect(() => simulate({ ...BASE, agent, limits: { maxUsd: 1 } })).toThrow(/price.*"nobody-knows".*setPrices/);
    expect(() => simulate({ ...BASE, agent: paid(), simulator: agent, limits: { maxUsd: 1 } })).toThrow(
      expect.objectContaining({ option: "limits.maxUsd" }),
    );
    expect(agent.requests).toHaveLength(0);
  });

  it("say where they cannot see what is spent", async () => {
    const { report } = await simulate({ ...BASE, agent: () => "Done.", budget: 2, limits: { maxUsd: 1 } });
    expect(report.notes).toContainEqual(expect.objectContaining({ code: "agent_not_limited" }));
    expect(report.spend).toEqual({ agent: null, simulator: null, user: null, totalUsd: 0 });
    expect(report.estimate).toBeNull();
  });

  it.each([{ maxUsd: 0 }, { maxTokens: 1.5 }, { requestsPerMinute: 0 }, { tokensPerMinute: "5" }, { maxUds: 1 }])(
    "%j is refused",
    (limits) => {
      expect(() => simulate({ ...BASE, agent: paid(), limits: limits as object })).toThrow(/limits\./);
    },
  );
});

describe("what was spent", () => {
  it("is told by role, requests beside calls, and printed", async () => {
    const agent = paid();
    const simulator = ScriptedBackend(() => ({ text: "{}", usage: { inputTokens: 10, outputTokens: 5 } }), {
      model: PRICED,
    });
    const { report } = await simulate({ ...BASE, agent, simulator, budget: 16 });
    expect(report.spend.agent).toMatchObject({ calls: 16, requests: 16, inputTokens: 960, outputTokens: 640 });
    expect(report.spend.simulator).toMatchObject({ calls: 2, inputTokens: 20 });
    expect(report.spend.user).toBeNull();
    expect(report.spend.totalUsd).toBeCloseTo(1.63);
    expect(`${report}`).toContain(
      "spent: agent 16 calls, 960 tokens in, 640 out; simulator 2 calls, 20 tokens in, 10 out; $1.63 in all",
    );
    expect(report.estimate).toMatchObject({ rollouts: 16, calls: 18, usd: expect.any(Number) });
    expect(`${report}`).toMatch(/expected before the start: at most about 18 calls, \d+k tokens, \$\d/);
  });

  it("B13: is unknown where a server does not say, not zero", async () => {
    const { report } = await simulate({ ...BASE, agent: ScriptedBackend(() => "Done."), budget: 2 });
    expect(report.spend).toMatchObject({ agent: { inputTokens: null, outputTokens: null, usd: null }, totalUsd: null });
    expect(`${report}`).toContain("unknown tokens in");
  });
});

describe("limits on rates", () => {
  it("do not count against the time of a rollout", async () => {
    const { rows, report } = await simulate({
      ...BASE,
      agent: paid(),
      budget: 12,
      limits: { requestsPerMinute: 300, timeoutMs: 500 },
    });
    // Five go at once; the last one waits longer than a rollout may take.
    expect(rows).toHaveLength(12);
    expect(report.agentErrors.failures).toBe(0);
  });

  it("are learned: refused calls wait, and no row is lost", async () => {
    const agent = ScriptedBackend((_, index) =>
      index % 3 === 2 ? "Done." : new RateLimitError({ status: 429, message: "slow", fix: "", retryAfterMs: 5 }),
    );
    const { rows, report } = await simulate({ ...BASE, agent, budget: 16 });
    expect(rows).toHaveLength(16);
    expect(agent.requests.length).toBeLessThanOrEqual(48);
    expect(report.spend.agent).toMatchObject({ calls: 16, requests: agent.requests.length });
  });
});
