import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import * as wai from "../index.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-rows-"));
});
afterAll(() => rm(folder, { recursive: true }));

const getOrder = wai.tool({
  name: "get_order",
  description: "Look up an order by id.",
  input: z.object({ order_id: z.string() }),
});
const options = {
  agent: wai.seededAgent([getOrder]),
  tools: [getOrder],
  systemPrompt: "Help customers with orders.",
  simulator: false,
  mode: "rl",
  repeats: 4,
  repeatPolicy: "fixed",
  budget: 32,
} as const;

test("the loop is one chain, and each step prints its own report", async () => {
  const data = await wai.simulate(options);
  expect(data.stage).toBe("simulated");
  expect(`${data}`).toMatch(/^simulation: 32 rows/);
  const scored = await data.grade((row) => (row.seeded?.length ? 0 : 1));
  expect(scored.stage).toBe("graded");
  expect(scored.failures().length + scored.rows.filter((row) => row.reward === 1).length).toBe(32);
  expect(inspect(scored)).toContain("32");
  const selected = scored.select({ mode: "rl" });
  expect(`${selected}`).toMatch(/^rl selection: kept \d+ of 32 rows/);
  expect([...selected]).toHaveLength(selected.length);
  const exported = await selected.export(join(folder, "train.jsonl"));
  expect(exported.files.map((file) => file.format)).toEqual(["trl-grpo", "rollouts"]);
});

test("a run can be iterated, awaited and used again", async () => {
  const run = wai.simulate({ ...options, budget: 8 }).start();
  const landed: string[] = [];
  for await (const row of run) landed.push(row.rollout_id);
  const data = await run;
  expect(landed.sort()).toEqual(data.rows.map((row) => row.rollout_id).sort());
  let replayed = 0;
  for await (const _row of run) replayed++;
  expect(replayed).toBe(8);
  expect((await run).rows).toBe(data.rows);
});

test("leaving the scope keeps what landed", async () => {
  const landed: string[] = [];
  {
    await using run = wai.simulate({
      ...options,
      agent: async (message: string) => {
        await new Promise((done) => setTimeout(done, 5));
        return `About that: ${message}`;
      },
      limits: { concurrency: 1 },
    });
    for await (const row of run) {
      landed.push(row.rollout_id);
      if (landed.length === 3) break;
    }
    const data = await run;
    expect(data.length).toBeGreaterThanOrEqual(3);
    expect(data.length).toBeLessThan(32);
  }
  expect(landed).toHaveLength(3);
});

test("an aborted run says so and has its rows", async () => {
  const stop = new AbortController();
  const data = await wai.simulate({
    ...options,
    limits: { concurrency: 1 },
    signal: stop.signal,
    onProgress: ({ landed }) => {
      if (landed === 5) stop.abort();
    },
  });
  expect(data.length).toBeGreaterThanOrEqual(5);
  expect(data.report?.toJSON()).toMatchObject({ stoppedBecause: "aborted" });
});

test("saved rows come back with their tools and system prompt", async () => {
  const data = await wai.simulate({ ...options, budget: 8 });
  const path = join(folder, "saved", "rows.jsonl");
  await data.save(path);
  const back = await wai.Rows.from(path);
  expect(back.rows).toEqual(JSON.parse(JSON.stringify(data.rows)));
  expect(back.stage).toBe("simulated");
  expect(back.context.systemPrompt).toBe("Help customers with orders.");
  expect(back.context.tools?.map(({ name }) => name)).toEqual(["get_order"]);
  expect(`${back}`).toBe("8 simulated rows of 2 tasks");
});

test("rows enter from memory, graded or not, and are never changed", async () => {
  const rows = [
    { scenario_id: "a", reward: 1 },
    { scenario_id: "a", reward: 0 },
  ];
  const entered = wai.Rows.from(rows);
  expect(entered.stage).toBe("graded");
  expect(entered.passAt().passAt1).toBe(0.5);
  await entered.grade(() => 1);
  expect(rows).toEqual([
    { scenario_id: "a", reward: 1 },
    { scenario_id: "a", reward: 0 },
  ]);
  expect(wai.Rows.from([{ scenario_id: "a" }]).stage).toBe("simulated");
  expect(`${wai.Rows.from([{ scenario_id: "a", reward: 1 }])}`).toBe("1 graded row of 1 task");
  expect(`${wai.Rows.from([{ prompt: "a" }, { prompt: "b" }, { prompt: "b" }])}`).toBe("3 simulated rows of 2 tasks");
  expect(`${wai.Rows.from([null as never])}`).toBe("1 simulated row of 0 tasks");
  expect(() => wai.Rows.from(5 as never)).toThrow("Rows.from() takes rows");
});

test("a selection for imitation becomes one sample a turn", async () => {
  const scored = await (await wai.simulate({ ...options, mode: "sft" })).grade((row) => (row.seeded?.length ? 0 : 1));
  const path = join(folder, "sft.jsonl");
  const { files } = await scored.select({ mode: "sft" }).export(path);
  expect(files).toHaveLength(1);
  const samples = (await readFile(path, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const sample of samples)
    expect(sample.completion.map((message: wai.Message) => message.role)).toEqual(["assistant"]);
});

test("an export that is refused leaves no file behind", async () => {
  const rows = wai.Rows.from([
    {
      scenario_id: "a",
      prompt: "p",
      steps: [],
      final_text: "The secret is hidden-reference-0001.",
      reward: 1,
      privileged: { reference: "hidden-reference-0001" },
    },
  ]);
  const path = join(folder, "leaking.jsonl");
  await expect(rows.export(path)).rejects.toMatchObject({ name: "GateError", code: "privileged_leak" });
  await expect(readFile(path)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a tool's own body never runs unless it is dispatched, whatever the agent is", async () => {
  const trace = join(folder, "the-body-ran");
  const dangerous = wai.tool({
    name: "delete_account",
    description: "Delete an account by id.",
    input: z.object({ account_id: z.string() }),
    execute: async () => {
      await writeFile(trace, "ran");
      throw new Error("the body ran");
    },
  });
  const call = { toolCalls: [{ id: "c1", name: "delete_account", arguments: { account_id: "AC-1001" } }] };
  const backend = () =>
    wai.ScriptedBackend((request) => (request.messages.at(-1)?.role === "tool" ? { text: "Done." } : call));
  const agents = {
    callable: async (_message: string, { world }: wai.AgentContext) => {
      await world.call("delete_account", { account_id: "AC-1001" });
      return "Done.";
    },
    backend: backend(),
    seeded: wai.seededAgent([dangerous]),
  };
  const raw = { ...dangerous.toJSON(), execute: dangerous.execute };
  for (const agent of Object.values(agents))
    for (const tools of [[dangerous], [raw]]) {
      const data = await wai.simulate({
        agent,
        tools: tools as never,
        systemPrompt: "Help.",
        simulator: false,
        budget: 4,
        faults: { share: 0 },
      });
      expect(data.length).toBe(4);
      await expect(readFile(trace)).rejects.toMatchObject({ code: "ENOENT" });
    }
  const execute = wai.Tool.dispatch([dangerous]);
  const data = await wai.simulate({
    agent: backend(),
    tools: [dangerous],
    systemPrompt: "Help.",
    simulator: false,
    budget: 2,
    execute,
    faults: { share: 0 },
  });
  expect(await readFile(trace, "utf8")).toBe("ran");
  expect(JSON.stringify(data.rows.map((row) => row.steps))).toContain("the body ran");
});

test("without anything configured every role is hosted, and asking for one says how to go on", async () => {
  expect(`${wai.settings}`).toBe(
    "Settings(agent=default (While hosted), judge=default (While hosted), simulator=default (While hosted), api_key=unset)",
  );
  const home = process.env.WHILEAI_HOME;
  process.env.WHILEAI_HOME = join(folder, "no-home");
  try {
    await expect(
      (async () => await wai.simulate({ tools: [getOrder], systemPrompt: "Help.", simulator: false, budget: 2 }))(),
    ).rejects.toMatchObject({ name: "AuthError", message: expect.stringContaining("whileai login") });
  } finally {
    if (home === undefined) delete process.env.WHILEAI_HOME;
    else process.env.WHILEAI_HOME = home;
  }
});

test.each(["train.jsonl", "train.ndjson", "train.JSONL", "train.json", "train.jsonl.gz"])(
  "an export for RL to %s is two files",
  async (name) => {
    const rows = [1, 0, 1, 0].map((reward, rollout_index) => ({
      scenario_id: "a",
      rollout_index,
      prompt: "Where is my order?",
      final_text: `It is on its way, reply ${rollout_index}.`,
      reward,
    }));
    const report = await wai.Rows.from(rows)
      .select({ mode: "rl" })
      .export(join(folder, `two-${name}`));
    const [prompts, rollouts] = report.files;
    expect(rollouts?.path).not.toBe(prompts?.path);
    const written = await Promise.all(report.files.map((file) => wai.Rows.from(file.path)));
    expect(written.map((all) => all.length)).toEqual([prompts?.records, rollouts?.records]);
    expect(written[0]?.rows[0]).toHaveProperty("prompt");
    expect(written[0]?.rows[0]).not.toHaveProperty("reward");
  },
);

test("trust and blame are steps of graded rows, and keep their stage and context", async () => {
  const scored = await (await wai.simulate(options)).grade((row) => (row.seeded?.length ? 0 : 1));
  const labels = Object.fromEntries(scored.rows.map((row) => [row.rollout_id, row.reward]));
  const labelled = wai.Rows.from(wai.attachLabels(scored.rows, labels, { annotator: "ann" }).rows);
  const trust = await labelled.trust();
  expect(trust).toMatchObject({ kind: "judge_trust", status: "PASS", nLabeled: 32 });
  expect(await scored.trust()).toMatchObject({ status: "NOT MEASURED" });
  const failed = scored.failures().length;
  const blamed = scored.blame({ exclude: ["agent", "world"] });
  const stage: "graded" = blamed.stage;
  expect([stage, blamed.length, blamed.context]).toEqual(["graded", 32, scored.context]);
  expect(`${blamed}`).toContain(`blame: ${failed} of 32 rows failed`);
  expect(blamed.failures()).toHaveLength(0);
  expect(blamed.unjudged()).toHaveLength(failed);
  expect(scored.failures()).toHaveLength(failed);
});
