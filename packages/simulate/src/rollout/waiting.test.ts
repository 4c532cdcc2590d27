import { setTimeout as wait } from "node:timers/promises";
import type { Backend, Row } from "@whileai/core";
import { expect, it, vi } from "vitest";
import type { Progress } from "../progress.js";
import { simulate } from "../simulate.js";

const TASKS: Row[] = Array.from({ length: 4 }, (_, index) => ({ scenario_id: `t${index}`, prompt: `Ask ${index}` }));
const BASE = { tools: [], simulator: false, tasks: TASKS } as const;
const forever = () => new Promise<never>(() => {});

it("leaves no timer behind when it is aborted while an agent never answers", async () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  const cleared = vi.spyOn(globalThis, "clearTimeout");
  try {
    const abort = new AbortController();
    let playing = 0;
    let allPlay: () => void = () => {};
    const whenAllPlay = new Promise<void>((resolve) => {
      allPlay = resolve;
    });
    const agent = async (_message: string, { scenarioId }: { scenarioId: string }) => {
      if (++playing === TASKS.length) allPlay();
      if (scenarioId !== "t0") await forever();
      await whenAllPlay;
      return "fine";
    };
    const run = simulate({ ...BASE, agent, signal: abort.signal });
    for await (const row of run) {
      expect(row.scenario_id).toBe("t0");
      abort.abort();
    }
    expect((await run).report).toMatchObject({ rows: 1, stoppedBecause: "aborted" });
    const ended = new Set(cleared.mock.calls.map(([timer]) => timer));
    const started = set.mock.results.filter((_, at) => set.mock.calls[at]?.[1] === 300_000);
    expect(started).toHaveLength(4);
    expect(started.every(({ value }) => ended.has(value))).toBe(true);
  } finally {
    set.mockRestore();
    cleared.mockRestore();
  }
});

it("waits for a grader no longer than for a rollout, and not at all once it is aborted", async () => {
  const options = { ...BASE, agent: () => "fine", mode: "rl", repeats: 4, grader: forever } as const;
  const limited = await simulate({ ...options, limits: { timeoutMs: 15 } });
  expect(limited.rows).toHaveLength(8);
  expect(limited.report.notes.map((note) => note.code)).toEqual(["grader_failed"]);
  const abort = new AbortController();
  const run = simulate({ ...options, signal: abort.signal }).start();
  await wait(10);
  abort.abort();
  const { report } = await run;
  expect(report.stoppedBecause).toBe("aborted");
  expect(report.rows).toBeGreaterThan(0);
  expect(report.notes.map((note) => note.code)).toEqual([]);
});

it("does not wait for a situation writer once it is aborted", async () => {
  const simulator: Backend = { provider: "none", model: "slow", spec: null, family: null, complete: forever };
  const abort = new AbortController();
  const run = simulate({ agent: () => "fine", tools: [], simulator, budget: 8, signal: abort.signal }).start();
  await wait(10);
  abort.abort();
  expect((await run).report).toMatchObject({ rows: 0, stoppedBecause: "aborted" });
});

it("counts towards what can still come", async () => {
  const told: Progress[] = [];
  const options = { ...BASE, agent: () => "fine", mode: "rl", repeats: 8, grader: () => 1, runs: 2 } as const;
  const limits = { concurrency: 1 };
  const { rows } = await simulate({ ...options, limits, onProgress: (progress) => told.push(progress) });
  expect(rows).toHaveLength(16);
  expect(told[0]?.cap).toBe(64);
  expect(told.every(({ landed, cap }, at) => cap >= landed && cap <= (told[at - 1]?.cap ?? 64))).toBe(true);
  expect(told.at(-1)?.cap).toBeLessThan(24);
});
