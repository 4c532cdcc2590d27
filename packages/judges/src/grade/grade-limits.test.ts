import { type Backend, type JudgeContext, OptionError, type Row, TransientError } from "@whileai/core";
import { ScriptedBackend, setPrices } from "@whileai/core/backends";
import { describe, expect, it, vi } from "vitest";
import { Judge } from "../judge/judge.js";
import { verify } from "../verify/verify.js";
import { verifierFromModule } from "../workers/verifier-from-module.js";
import { grade } from "./grade.js";
import { unjudged } from "./verdict-views.js";

const PRICED = "judge-with-a-price";
setPrices({ [PRICED]: { inputPerMillion: 1000, outputPerMillion: 1000 } });

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ scenario_id: `t${index}`, final_text: `reply ${index}` }));
const paid = (model = PRICED) =>
  ScriptedBackend(
    (_request, index) => ({ text: `{"score": ${index % 2}}`, usage: { inputTokens: 80, outputTokens: 20 } }),
    { model },
  );
const codes = (report: { notes: readonly { code: string }[] }): string[] => report.notes.map(({ code }) => code);

describe("limits on what a judge may use", () => {
  it.each([
    [{ maxTokens: 500 }, "max_tokens", "maxTokens"],
    [{ maxUsd: 0.5 }, "max_usd", "maxUsd"],
  ] as const)("%j ends the work and leaves the rest unjudged", async (limits, stop, name) => {
    const backend = paid();
    const { rows, report } = await grade(rowsOf(50), Judge({ model: backend }), {
      limits: { ...limits, concurrency: 2 },
    });
    expect(rows).toHaveLength(50);
    expect(report.stoppedBecause).toBe(stop);
    expect(report.graded).toBeGreaterThan(0);
    expect(report.graded).toBeLessThanOrEqual(5);
    expect(report.spend).toMatchObject({ calls: report.graded, inputTokens: report.graded * 80 });
    expect(backend.requests).toHaveLength(report.graded);
    expect(unjudged(rows)).toHaveLength(50 - report.graded);
    expect(rows.at(-1)).toMatchObject({
      reward: null,
      judge_status: "error",
      judge_meta: { error_code: "spend_limit", error: expect.stringContaining("limit of") },
    });
    expect(report.notes).toContainEqual(
      expect.objectContaining({ code: "stopped_at_limit", message: expect.stringContaining(`limits.${name}`) }),
    );
    expect(`${report}`).toContain(`${report.passed} pass, ${report.failed} fail`);
  });

  it("maxSeconds begins no row after that", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const judge = async () => {
        vi.advanceTimersByTime(20);
        return 1;
      };
      const { rows, report } = await grade(rowsOf(20), judge, { limits: { maxSeconds: 0.03, concurrency: 1 } });
      expect(report).toMatchObject({ stoppedBecause: "max_seconds", graded: 2, seconds: 0.04, secondsPerRow: 0.02 });
      expect(rows[1]?.reward).toBe(1);
      expect(rows[2]).toMatchObject({ reward: null, judge_meta: { error_code: "time_limit" } });
      expect(`${report}`).toContain("limits.maxSeconds was reached");
    } finally {
      vi.useRealTimers();
    }
  });

  it("maxUsd needs the price of the model before anything is spent", async () => {
    const backend = paid("nobody-knows");
    const graded = grade(rowsOf(2), Judge({ model: backend }), { limits: { maxUsd: 1 } });
    await expect(graded).rejects.toThrow(OptionError);
    await expect(graded).rejects.toThrow(/price.*"nobody-knows".*setPrices/);
    expect(backend.requests).toHaveLength(0);
    const nested = await grade(rowsOf(2), verify.All([Judge({ model: backend })]), { limits: { maxUsd: 1 } });
    expect(nested.report.graded).toBe(0);
    expect(backend.requests).toHaveLength(0);
  });

  it("hold for a model inside a combination, which is counted too", async () => {
    const model = paid();
    const judge = verify.All([verify.scoreFn(() => 1), Judge({ model })]);
    const { report } = await grade(rowsOf(30), judge, { limits: { maxTokens: 400, concurrency: 1 } });
    expect(report).toMatchObject({ stoppedBecause: "max_tokens", graded: 4, spend: { calls: 4 } });
  });

  it("hold for a judge of one's own that asks through its context", async () => {
    const model = paid();
    const { report } = await grade(
      rowsOf(30),
      async (_row, context) => {
        const backend = context.limited?.(model) as Backend;
        await backend.complete({ messages: [{ role: "user", content: "good?" }] });
        return 1;
      },
      { limits: { maxTokens: 300, concurrency: 1 } },
    );
    expect(report).toMatchObject({ graded: 3, spend: { calls: 3, inputTokens: 240, outputTokens: 60 } });
  });

  it("say so where they could hold nothing", async () => {
    const { report } = await grade(rowsOf(2), () => 1, { limits: { maxTokens: 5 } });
    expect(report.graded).toBe(2);
    expect(report.notes).toContainEqual(
      expect.objectContaining({ code: "judge_not_limited", message: expect.stringContaining("limits.maxTokens") }),
    );
  });

  it("do not count against the time of a row", async () => {
    const { report } = await grade(rowsOf(8), Judge({ model: paid() }), {
      // Five requests go at once; the last one waits longer than a row may take.
      limits: { requestsPerMinute: 300, timeoutMs: 300 },
    });
    expect(report).toMatchObject({ graded: 8, unjudged: { timeout: 0 } });
  });

  it("do not count against the time of rows whose calls share a signal", async () => {
    const model = paid();
    const { signal } = new AbortController();
    const judge = async (_row: Readonly<Row>, context: JudgeContext) => {
      const backend = context.limited?.(model) as Backend;
      await backend.complete({ messages: [{ role: "user", content: "good?" }] }, { signal });
      return 1;
    };
    const { report } = await grade(rowsOf(8), judge, {
      limits: { requestsPerMinute: 300, timeoutMs: 300, concurrency: 8 },
    });
    expect(report).toMatchObject({ graded: 8, unjudged: { timeout: 0 } });
  });

  it("retries says how often a model is asked again", async () => {
    const down = ScriptedBackend(() => new TransientError({ message: "Down.", fix: "" }));
    const { report } = await grade(rowsOf(1), Judge({ model: down }), { limits: { retries: 0 } });
    expect(down.requests).toHaveLength(1);
    expect(report.spend).toMatchObject({ calls: 0, requests: 1, perRow: { tokens: 0 } });
  });

  it.each([{ maxUsd: 0 }, { maxTokens: 1.5 }, { maxSeconds: "5" }, { retries: -1 }, { maxUds: 1 }])(
    "%j is refused",
    async (limits) => {
      await expect(grade(rowsOf(1), () => 1, { limits: limits as object })).rejects.toThrow(/limits\./);
    },
  );
});

describe("what was spent", () => {
  it("is told in all, by model and by row, and printed", async () => {
    const { report } = await grade(rowsOf(4), Judge({ model: paid() }));
    expect(report.spend).toMatchObject({
      calls: 4,
      requests: 4,
      inputTokens: 320,
      outputTokens: 80,
      perRow: { tokens: 100 },
      models: { [PRICED]: { calls: 4 } },
    });
    expect(report.spend?.usd).toBeCloseTo(0.4);
    expect(report.spend?.perRow.usd).toBeCloseTo(0.1);
    expect(report.secondsPerRow).toBeGreaterThanOrEqual(0);
    expect(`${report}`).toMatch(
      /spent: 4 calls, 320 tokens in, 80 out, \$0\.40 in \d+\.\d s; a row 100 tokens, \$0\.10, \d/,
    );
  });

  it("is unknown where a server does not say, not zero", async () => {
    const silent = ScriptedBackend(() => '{"score": 1}');
    const { report } = await grade(rowsOf(2), Judge({ model: silent }));
    expect(report.spend).toMatchObject({ calls: 2, inputTokens: null, usd: null, perRow: { tokens: null, usd: null } });
    expect(`${report}`).toContain("unknown tokens in, unknown out, cost unknown");
  });

  it("is nothing where no model was asked", async () => {
    const { report } = await grade(rowsOf(2), () => 1);
    expect(report.spend).toBeNull();
    expect(codes(report)).toEqual(["one_value"]);
  });
});

it("a combination does not lose time while a part waits for a free thread", async () => {
  const module = verifierFromModule(new URL("../workers/__fixtures__/judges.mjs", import.meta.url), { threads: 1 });
  const rows = ["loop", "loop", "loop", "yes"].map((final_text) => ({ final_text }));
  const { rows: graded } = await grade(rows, verify.All([module]), { limits: { timeoutMs: 250, concurrency: 4 } });
  module.close();
  expect(graded.map((row) => row.judge_status)).toEqual(["timeout", "timeout", "timeout", "ok"]);
});
