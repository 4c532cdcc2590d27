import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { derive, type Row } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SimulateOptions } from "../options/simulate-options.js";
import type { AgentFunction } from "../rollout/agent.js";
import { simulate } from "../simulate.js";
import { rowPlan } from "./row-plan.js";
import { StopRule } from "./stop-rule.js";
import { TaskGate } from "./task-gate.js";

const tasks = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ scenario_id: `t${index}`, prompt: `Do job ${index}.` }));

/** Passes each task at a rate of its own, whose mean over tasks is `rate`. */
const agentOf =
  (rate: number, spread: number, seed: number): AgentFunction =>
  (_, { scenarioId, seed: rollout }) => {
    const own = rate + spread * (derive(seed, "rate", scenarioId).uniform() * 2 - 1);
    return derive(rollout, "outcome").uniform() < own ? "pass" : "fail";
  };
const grader = (row: { final_text?: string }): number => (row.final_text === "pass" ? 1 : 0);

const run = (more: Partial<SimulateOptions>) =>
  simulate({ tools: [], systemPrompt: "Do it.", simulator: false, grader, onProgress: () => {}, ...more });

describe("until", () => {
  it("ends the run at the same row whatever the concurrency, and plays nothing after it", async () => {
    const played: string[] = [];
    for (const concurrency of [1, 7, 64]) {
      let calls = 0;
      const play = agentOf(0.9, 0.05, 1);
      const agent: AgentFunction = async (message, context) => {
        calls++;
        for (let wait = context.seed % 4; wait > 0; wait--) await Promise.resolve();
        return play(message, context);
      };
      const { rows, report } = await run({
        agent,
        tasks: tasks(400),
        repeats: 2,
        until: { decidedAgainst: 0.6 },
        limits: { concurrency },
      });
      expect(report.stoppedBecause).toBe("until");
      expect(rows).toHaveLength(calls);
      expect(report.until).toMatchObject({ isEnough: true, level: 0.95, tasks: rows.length / 2, tasksStopped: 0 });
      expect(report.until?.rolloutsSaved).toBe(800 - rows.length);
      expect(report.until?.interval?.low).toBeGreaterThan(0.6);
      expect(`${report}`).toMatch(
        /until: pass@1 from 0\.\d\d to \S+ \(95.*, \d+ tasks\); 0 tasks stopped early, \d+ rollouts saved/,
      );
      played.push(JSON.stringify(rows));
    }
    expect(new Set(played).size).toBe(1);
  });

  it("stops a task whose own interval is enough, and tells it in the rows", async () => {
    const outcomes: string[] = [];
    for (const concurrency of [1, 16]) {
      const { rows, report } = await run({
        agent: agentOf(0.5, 0.5, 3),
        tasks: tasks(12),
        repeats: 120,
        until: { decidedAgainst: 0.5 },
        limits: { concurrency },
      });
      const counts = new Map<string, number>();
      for (const { scenario_id } of rows) counts.set(scenario_id, (counts.get(scenario_id) ?? 0) + 1);
      const sizes = [...counts.values()];
      expect(Math.min(...sizes)).toBeLessThan(60);
      expect(Math.max(...sizes)).toBe(120);
      const stopped = sizes.filter((size) => size < 120);
      expect(report.until).toMatchObject({
        tasksStopped: stopped.length,
        rolloutsSaved: stopped.reduce((sum, size) => sum + 120 - size, 0),
      });
      const probe = new StopRule({ decidedAgainst: 0.5 }).firstDecision(120) as number;
      expect(rows[0]?.sampling_plan).toEqual({ policy: "probe", probe, k: 120 });
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(probe);
      expect(report.notes.map(({ code }) => code)).toContain("stopped_groups");
      expect(report.repeats.policy).toBe("fixed");
      outcomes.push(JSON.stringify(rows));
    }
    expect(new Set(outcomes).size).toBe(1);
  });

  it("leaves groups whole where k rollouts can decide nothing", async () => {
    const { rows, report } = await run({
      agent: agentOf(0.9, 0, 1),
      tasks: tasks(30),
      repeats: 4,
      until: { halfWidth: 0.05 },
    });
    expect(rows).toHaveLength(120);
    expect(rows[0]?.sampling_plan).toEqual({ policy: "fixed", k: 4 });
    expect(report.until).toMatchObject({ isEnough: false, tasks: 30, ungraded: 0, rolloutsSaved: 0 });
    expect(report.stoppedBecause).toBe("tasks_done");
  });

  it.each(["probe", "hazard"] as const)("goes with the policy %s", async (repeatPolicy) => {
    const { rows, report } = await run({
      agent: agentOf(0.5, 0.5, 3),
      tasks: tasks(12),
      repeats: 120,
      repeatPolicy,
      until: { decidedAgainst: 0.5 },
    });
    expect(rows[0]?.sampling_plan).toEqual({ policy: repeatPolicy, probe: 2, k: 120 });
    expect(report.until?.tasksStopped).toBeGreaterThan(0);
  });

  it("plays the tasks of the first run again in the others", async () => {
    const { report } = await run({
      agent: agentOf(0.9, 0, 1),
      tasks: tasks(300),
      repeats: 1,
      runs: 3,
      until: { decidedAgainst: 0.5 },
    });
    const [first = 0, ...others] = report.rowsPerRun;
    expect(first).toBeLessThan(100);
    expect(others).toEqual([first, first]);
    expect(report.until?.rolloutsSaved).toBe(3 * (300 - first));
  });

  it("goes on from a folder to the same rows", async () => {
    const dir = await mkdtemp(join(tmpdir(), "whileai-until-"));
    const options = { tasks: tasks(200), repeats: 2, until: { decidedAgainst: 0.6 }, store: { dir } };
    const alone = await run({ ...options, agent: agentOf(0.9, 0, 1), store: {} });
    let calls = 0;
    const ending = new AbortController();
    const play = agentOf(0.9, 0, 1);
    const agent: AgentFunction = (message, context) => {
      if (++calls === 23) ending.abort();
      return play(message, context);
    };
    await run({ ...options, agent, signal: ending.signal, limits: { concurrency: 4 } });
    const resumed = await run({ ...options, agent });
    expect(resumed.report.resumed).toBeGreaterThan(10);
    expect(resumed.rows).toEqual(alone.rows);
    await rm(dir, { recursive: true });
  });

  it("counts tasks that could not be graded, and says nothing when none could", async () => {
    const { report } = await run({
      agent: () => "pass",
      tasks: tasks(20),
      grader: () => {
        throw new RangeError("no");
      },
      until: { halfWidth: 0.1 },
    });
    expect(report.until).toMatchObject({ interval: null, tasks: 0, ungraded: 20, isEnough: false });
    expect(`${report}`).toContain("until: pass@1 unknown");
  });

  it("grades rollouts that were cut short: leaving them out would flatter", async () => {
    const { report } = await run({
      agent: (message) => ({ final_text: message, finish_reason: "length" }),
      tasks: tasks(20),
      grader: () => 0,
      until: { halfWidth: 0.01 },
    });
    expect(report.until?.interval?.high).toBeLessThan(0.5);
    expect(report.until).toMatchObject({ tasks: 20, ungraded: 0 });
  });

  it("reads the token cap in the words of any provider", async () => {
    const { rows } = await run({
      agent: (message) => ({ final_text: message, finish_reason: "MAX_TOKENS" }),
      tasks: tasks(2),
      grader: () => 0,
      until: { halfWidth: 0.01 },
    });
    expect(rows.map((row) => row.finish_reason)).toEqual(["length", "length"]);
  });

  it("gives intervals that hold the true rate at least as often as they say", async () => {
    const level = 0.8;
    let held = 0;
    let stopped = 0;
    const runs = 200;
    for (let seed = 0; seed < runs; seed++) {
      const rate = derive(seed, "truth").pick([0.15, 0.5, 0.7, 0.95]);
      const { report } = await run({
        agent: agentOf(rate, 0.05, seed),
        tasks: tasks(60),
        repeats: 2,
        until: { decidedAgainst: 0.5, halfWidth: 0.15, level },
        seed,
      });
      const { low, high } = report.until?.interval ?? { low: 1, high: 0 };
      if (low <= rate && rate <= high) held++;
      if (report.until?.isEnough) stopped++;
    }
    expect(held / runs).toBeGreaterThanOrEqual(level);
    expect(stopped).toBeGreaterThan(runs / 4);
  });
});

describe("StopRule", () => {
  it("knows the fewest rollouts that can decide", () => {
    const rule = new StopRule({ decidedAgainst: 0.5 });
    const first = rule.firstDecision(200) as number;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: first - 1 }), (values) => {
        expect(rule.isEnough(values)).toBe(false);
      }),
    );
    expect(rule.firstDecision(first - 1)).toBeUndefined();
    expect(rule.interval([])).toBeNull();
    expect(rule.isEnough([])).toBe(false);
  });

  it("makes a plan that rows may tell", () => {
    const rule = new StopRule({ decidedAgainst: 0.5 });
    expect(rowPlan({ policy: "fixed", k: 4 }, rule)).toEqual({ policy: "fixed", k: 4 });
    expect(rowPlan({ policy: "fixed", k: 200 }, undefined)).toEqual({ policy: "fixed", k: 200 });
    expect(rowPlan({ policy: "probe", probe: 2, k: 200 }, rule)).toEqual({ policy: "probe", probe: 2, k: 200 });
  });
});

describe("TaskGate", () => {
  it("opens the same tasks in whatever order they end", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, null), { minLength: 60, maxLength: 60 }),
        fc.infiniteStream(fc.nat()),
        (values, draws) => {
          const opened = (shuffled: boolean): number => {
            const gate = new TaskGate(new StopRule({ decidedAgainst: 0.5 }));
            const open: number[] = [];
            let next = 0;
            for (;;) {
              while (next < values.length && gate.mayOpen(next)) open.push(next++);
              if (open.length === 0) return next;
              const at = shuffled ? (draws.next().value as number) % open.length : 0;
              const [task = 0] = open.splice(at, 1);
              gate.record(task, values[task] as number | null);
            }
          };
          expect(opened(true)).toBe(opened(false));
        },
      ),
    );
  });
});
