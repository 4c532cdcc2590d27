import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as wai from "../../index.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-compare-"));
});
afterAll(() => rm(folder, { recursive: true }));

const tools = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];
const offline = { tools, systemPrompt: "Help customers with orders.", simulator: false, budget: 16 } as const;
const judge = (row: wai.SimulatedRow) => (row.seeded?.length ? 0 : 1);

describe("what a change comes to", () => {
  test("a real improvement is better, on the same tasks, worlds and faults, and the report prints itself", async () => {
    const result = await wai.compare({
      ...offline,
      before: { agent: wai.seededAgent(tools, { rate: 0.7 }) },
      after: { agent: wai.seededAgent(tools, { rate: 0.1 }) },
      judge,
      target: "pass_at_1",
    });
    expect(result).toMatchObject({
      kind: "delta_report",
      ok: true,
      headline: "PASS",
      outcome: "better",
      target: "pass_at_1",
      notComparable: [],
      evalRuns: { before: 3, after: 3 },
      replicated: true,
      played: { nTasks: 16, repeats: 4, runs: 3, changed: ["agent"], totalUsd: 0, aborted: false },
    });
    expect(result.noiseBand).toBeGreaterThan(0);
    expect(`${result}`).toMatch(/^pass_at_1: moved \(\+0\.\d+.*16 paired tasks\)\nPASS\n/);
    expect(`${result}`).toContain("played: 16 tasks, 4 rollouts each in 3 runs a side; changed: agent");
    expect(inspect(result)).toBe(`${result}`);
    // The rows are there, graded, and in no JSON.
    const { before, after } = result.rows;
    expect([before.length, after.length, before.stage]).toEqual([192, 192, "graded"]);
    expect(`${after.passAt().passAt1}`).toBe(`${result.metrics.get("pass_at_1")?.meanB}`);
    expect(Object.keys(result.toJSON())).not.toContain("rows");
    const facts = ({ rows }: typeof before) =>
      rows.map(({ scenario_id, prompt, faults_planned, rollout_index, lineage }) => [
        scenario_id,
        prompt,
        faults_planned,
        rollout_index,
        lineage.eval_run,
      ]);
    expect(facts(after)).toEqual(facts(before));
    expect(new Set(before.rows.map(({ lineage }) => lineage.eval_run))).toEqual(new Set([0, 1, 2]));
  });

  test("a prompt edit that does nothing shows no difference, and is never called not comparable", async () => {
    const result = await wai.compare({
      ...offline,
      agent: wai.seededAgent(tools, { rate: 0.4 }),
      before: {},
      after: { systemPrompt: "Help customers with orders!" },
      judge,
      target: "pass_at_1",
      runs: 2,
    });
    expect(result).toMatchObject({
      outcome: "no difference shown",
      headline: "NO DIFFERENCE",
      ok: true,
      notComparable: [],
      played: { changed: ["system_prompt"] },
    });
    const codes = result.notes.map(({ code }) => code);
    expect(codes).not.toContain("prompt_differs");
    // A function never sees the prompt, so that there was nothing to find.
    expect(codes).toContain("change_unread");
  });

  test("an agent played twice under two names of its own shows no difference either", async () => {
    const result = await wai.compare({
      ...offline,
      before: { agent: wai.seededAgent(tools, { rate: 0.4, seed: 1 }) },
      after: { agent: wai.seededAgent(tools, { rate: 0.4, seed: 2 }) },
      judge,
      target: "pass_at_1",
    });
    expect(result.outcome).toBe("no difference shown");
    expect(result.targetDelta).not.toBe(0);
  });

  test("a marker that was traded for the target fails the report", async () => {
    const result = await wai.compare({
      ...offline,
      before: { agent: () => "Dear customer, I cannot say." },
      after: { agent: () => "It left on Monday." },
      judge: ({ final_text }) => ({
        reward: final_text.includes("Monday") ? 1 : 0,
        markers: { polite: final_text.includes("Dear") ? 1 : 0 },
      }),
      target: "pass_at_1",
      mustNotRegress: ["polite"],
      repeats: 1,
      runs: 2,
    });
    expect(result).toMatchObject({
      ok: false,
      headline: "FAIL",
      outcome: "worse",
      regressions: ["marker:polite"],
    });
  });

  test("tools are a declared change too; faults of a tool that one side lacks are told", async () => {
    const renamed = tools.map((tool) => ({ ...tool, name: "find_order" }));
    const result = await wai.compare({
      ...offline,
      tools: undefined,
      before: { tools, agent: wai.seededAgent(tools) },
      after: { tools: renamed, agent: wai.seededAgent(renamed) },
      judge,
      repeats: 1,
      runs: 2,
    });
    expect(result.played.changed).toEqual(["tools", "agent"]);
    expect(result.notes).toContainEqual(expect.objectContaining({ code: "faults_of_one_side" }));
    expect(`${result}`).toContain("Tasks plan faults of get_order");
  });

  test("sides that are alike measure the noise, and the report says so", async () => {
    const agent = wai.seededAgent(tools);
    const result = await wai.compare({ ...offline, agent, before: {}, after: {}, judge, repeats: 1, runs: 2 });
    expect(result.played.changed).toEqual([]);
    expect(`${result}`).toMatch(/changed: nothing/);
    expect(result.notes.map(({ code }) => code)).toContain("nothing_changed");
  });
});

test("an agent without chance has re-runs that do not differ, which is measured, and told", async () => {
  const sides = {
    ...offline,
    before: { agent: () => "No." },
    after: { agent: () => "It left on Monday." },
    judge: ({ final_text }: wai.SimulatedRow) => (final_text === "No." ? 0 : 1),
    target: "pass_at_1" as const,
    repeats: 1,
  };
  const result = await wai.compare(sides);
  expect(result).toMatchObject({ outcome: "better", headline: "PASS", runStd: 0, noiseBand: 0 });
  expect(result.notes.map(({ code }) => code)).toContain("runs_alike");
  // From one run alone nothing is known of it.
  expect(await wai.compare({ ...sides, runs: 1 })).toMatchObject({ outcome: "not enough data" });
});

describe("tasks", () => {
  test("rows, a result and a list of prompts are played as they are", async () => {
    const source = await wai.simulate({ ...offline, agent: wai.seededAgent(tools), budget: 8 });
    const sides = { before: {}, after: { systemPrompt: "Be brief." }, agent: wai.seededAgent(tools), tools, judge };
    for (const tasks of [source, source.rows, new Set(source.rows)]) {
      const result = await wai.compare({ ...sides, tasks, repeats: 1, runs: 1 });
      expect(result.rows.after.rows.map(({ prompt }) => prompt)).toEqual(source.rows.map(({ prompt }) => prompt));
    }
  });

  test("temperature reaches the model of its side alone, and what was written once is replayed", async () => {
    const agent = wai.ScriptedBackend(() => "It left on Monday.");
    const result = await wai.compare({
      ...offline,
      agent,
      before: {},
      after: { sampling: { temperature: 0.2 } },
      judge: () => 1,
      budget: 3,
      repeats: 2,
      runs: 1,
      sampling: { maxTokens: 50 },
    });
    const asked = agent.requests.map(({ temperature, maxTokens }) => [temperature, maxTokens]);
    expect(asked).toEqual([...Array(6).fill([undefined, 50]), ...Array(6).fill([0.2, 50])]);
    expect(result.played.changed).toEqual(["temperature"]);
    expect(result.played.after.simulation.folder).toBeNull();
  });
});

describe("a comparison that is interrupted", () => {
  const sides = (dir: string, signal?: AbortSignal, onRow = () => {}) => ({
    ...offline,
    budget: 4,
    repeats: 2,
    runs: 2,
    before: {},
    after: { systemPrompt: "Be brief." },
    agent: async function clerk(message: string) {
      onRow();
      return `About ${message.length} letters.`;
    },
    judge: ({ final_text }: wai.SimulatedRow) => (final_text.length % 2 === 0 ? 1 : 0),
    limits: { concurrency: 1 },
    store: { dir },
    signal,
  });

  test("says so, is not ok, and goes on where it ended, each side in a folder of its own", async () => {
    const dir = join(folder, "resumed");
    const abort = new AbortController();
    let calls = 0;
    const count = () => {
      if (++calls === 20) abort.abort();
    };
    const cut = await wai.compare(sides(dir, abort.signal, count));
    expect(cut).toMatchObject({
      ok: false,
      outcome: "not enough data",
      headline: "NOT EVALUATED (aborted)",
      played: { aborted: true },
    });
    expect(`${cut}`).toMatch(/^NOT EVALUATED \(aborted\)\n[\s\S]*what landed so far:\n {2}/);
    const atCut = calls;
    const whole = await wai.compare(sides(dir, undefined, count));
    // 16 rollouts a side, and none of those that landed is played again.
    expect(calls).toBeLessThanOrEqual(atCut + 16);
    expect(whole.played.aborted).toBe(false);
    const fresh = await wai.compare(sides(join(folder, "fresh")));
    expect(whole.rows.after.rows).toEqual(fresh.rows.after.rows);
    for (const part of ["tasks", "before", "after"])
      expect(await readFile(join(dir, part, "rows.jsonl"), "utf8")).toContain("scenario_id");
  });

  test("progress tells the side and the step", async () => {
    const seen = new Set<string>();
    await wai.compare({
      ...sides(join(folder, "progress")),
      onProgress: ({ side, step, done, total }) => {
        expect(done).toBeLessThanOrEqual(total as number);
        seen.add(`${side} ${step}`);
      },
    });
    expect([...seen]).toEqual(["tasks simulate", "before simulate", "before grade", "after simulate", "after grade"]);
  });
});

test("verdicts are kept side by side, beside the runs too, and the same call asks for none again", async () => {
  const dir = join(folder, "verdicts");
  let asked = 0;
  const counting = {
    name: "counting",
    version: "1",
    judge: ({ final_text }: wai.Row) => {
      asked++;
      return String(final_text).length % 2;
    },
  };
  const compared = (judge: wai.JudgeLike<wai.SimulatedRow>) =>
    wai.compare({
      ...offline,
      budget: 4,
      repeats: 2,
      runs: 2,
      before: {},
      after: { systemPrompt: "Be brief." },
      agent: async (message) => `About ${message.length} letters.`,
      judge,
      store: { dir },
      grading: { store: { dir }, limits: { concurrency: 2 } },
    });
  const first = await compared(counting);
  expect(asked).toBe(32);
  const second = await compared(counting);
  expect(asked).toBe(32);
  expect(second.rows.after.rows).toEqual(first.rows.after.rows);
  for (const part of ["before-verdicts", "after-verdicts"])
    expect(await readFile(join(dir, part, "rows.jsonl"), "utf8")).toContain('"reward"');
  await expect(compared({ ...counting, version: "2" })).rejects.toThrow(/holds a grading with another version/);
});

test("what the models may cost holds for both sides, and what they cost is in the report", async () => {
  const priced = (text: string): wai.Backend => {
    const scripted = wai.ScriptedBackend(() => ({ text, usage: { inputTokens: 1000, outputTokens: 1000 } }), {
      model: "priced",
    });
    return { ...scripted, provider: "compared" };
  };
  wai.setPrices({ priced: { inputPerMillion: 1, outputPerMillion: 1 } });
  const result = await wai.compare({
    ...offline,
    before: { agent: priced("no") },
    after: { agent: priced("yes") },
    judge: ({ final_text }) => (final_text === "yes" ? 1 : 0),
    budget: 4,
    repeats: 1,
    runs: 2,
    limits: { maxUsd: 0.025, concurrency: 1 },
  });
  // The first side may use half: 6 calls of $0.002; the second what that left, and it says so.
  expect(result.played.before.simulation.stoppedBecause).toBe("max_usd");
  expect(result.notes).toContainEqual(expect.objectContaining({ code: "stopped_at_limit", severity: "warning" }));
  const { before, after, totalUsd } = result.played;
  expect(totalUsd).toBeCloseTo((before.usd as number) + (after.usd as number), 12);
  expect(`${result}`).toMatch(/^cost: \$0\.\d\d before \(expected at most \$\d.*in all, the judge aside$/m);
});

describe("errors name the fix, before anything is played", () => {
  const never = () => {
    throw new Error("played");
  };
  const base = { ...offline, agent: never, before: {}, after: {}, judge };
  test.each<[string, object, RegExp]>([
    ["no side", { before: undefined }, /compare: `before` must be an object.*Write compare\(/s],
    ["a side that is a prompt", { after: "Be brief." }, /`after` must be an object/],
    ["an unknown option", { repeat: 3 }, /unknown option `repeat`.*`?repeats/s],
    ["an unknown option of a side", { before: { prompt: "x" } }, /before\.prompt/],
    [
      "a task list beside its size",
      { tasks: [{ prompt: "hi" }], simulator: undefined },
      /`budget`.*`tasks` are given/s,
    ],
    ["no runs", { runs: 0 }, /`runs` must be a whole number of at least 1, got 0/],
    ["a level of the report", { alpha: 5 }, /deltaReport: `alpha`/],
    ["guards that are no list", { mustNotRegress: "polite" }, /`mustNotRegress` must be an array/],
    [
      "a model without a price under a limit",
      { after: { agent: wai.ScriptedBackend([]) }, limits: { maxUsd: 1 } },
      /limits\.maxUsd.*price/s,
    ],
    ["a folder for rows in memory", { store: { keepRows: false } }, /store\.keepRows/],
  ])("%s", async (_, wrong, message) => {
    await expect(wai.compare({ ...base, ...wrong } as never)).rejects.toThrow(message);
  });

  test("a guard that no row carries is told before the second side is played", async () => {
    let played = 0;
    const agent = () => {
      played++;
      return "fine";
    };
    const judged = () => ({ reward: 1, markers: { polite: 1 } });
    await expect(
      wai.compare({ ...base, agent, judge: judged, mustNotRegress: ["polit"], repeats: 1, runs: 1 }),
    ).rejects.toThrow(/polit.*polite/s);
    expect(played).toBe(16);
  });
});

test("rows compare with others and say where they fail", async () => {
  const rows = (reward: (task: number) => number) =>
    wai.Rows.from(
      Array.from({ length: 12 }, (_, task) => ({ scenario_id: `t${task}`, tool: "get_order", reward: reward(task) })),
    );
  const before = rows((task) => task % 2);
  expect(
    before.compare(
      rows(() => 1),
      { target: "pass_at_1" },
    ).targetDelta,
  ).toBe(0.5);
  expect(`${before.failureTable()}`).toContain("fail rate 0.50");
});
