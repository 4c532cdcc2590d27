import { getEventListeners } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuthError, type Row, type Step, Tool, TransientError, tool } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it, vi } from "vitest";
import type { AgentContext, AgentFunction } from "./rollout/agent.js";
import { seededAgent } from "./seeded-agent/seeded-agent.js";
import { simulate } from "./simulate.js";

const parameters = { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] };
const marker = join(tmpdir(), "whileai-simulate-a-body-ran");
const dangerous = tool({
  name: "get_order",
  description: "Look up an order by id.",
  parameters,
  execute: () => {
    writeFileSync(marker, "a body ran");
    throw new Error("a body ran");
  },
});
const TOOLS = [dangerous];
const BASE = {
  tools: TOOLS,
  systemPrompt: "Help customers with orders.",
  simulator: false,
  agent: seededAgent(TOOLS),
} as const;

const task = (index: number, more: Partial<Row> = {}): Row => ({
  scenario_id: `sc-${index}`,
  prompt: `Where is my order DL-${20400 + index}?`,
  faults_planned: index % 2 === 0 ? [{ tool: "*", mode: "timeout", first_n: 1 }] : [],
  ...more,
});
const TASKS = Array.from({ length: 12 }, (_, index) => task(index));

/** An agent that answers after a while that has nothing to do with the plan. */
function delayed(agent: AgentFunction): AgentFunction {
  let calls = 0;
  const slow: AgentFunction = async (message, context) => {
    for (let wait = (calls++ * 7) % 5; wait > 0; wait--) await new Promise((resolve) => setImmediate(resolve));
    return agent(message, context);
  };
  Object.defineProperty(slow, "name", { value: "seeded_agent" });
  return slow;
}

describe("simulate", () => {
  it("cuts no character of the system prompt in two: readers of the file refuse half of one", async () => {
    const systemPrompt = `${"x".repeat(119)}😀 Help customers with orders.`;
    const { rows } = await simulate({ ...BASE, systemPrompt, budget: 1 });
    expect(rows[0]?.lineage?.system_prompt_head).toBe("x".repeat(119));
  });

  it("gives the quickstart's shape", async () => {
    const data = await simulate({ ...BASE, mode: "rl", repeats: 4, repeatPolicy: "fixed", budget: 64 });
    expect(data.rows).toHaveLength(64);
    expect(new Set(data.rows.map((row) => row.scenario_id)).size).toBe(16);
    expect(data.rows.map((row) => row.rollout_index).slice(0, 8)).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    expect(new Set(data.rows.map((row) => row.rollout_id)).size).toBe(64);
    expect(`${data}`).toMatch(/^simulation: 64 rows from 16 prompts \(mode rl, seed 0\), ended by the budget\n/);
    expect(JSON.parse(JSON.stringify(data.rows))).toEqual(data.rows);
    expect(data.rows[0]).toMatchObject({
      schema_version: "1",
      model_version: "seeded_agent",
      policy_version: expect.stringMatching(/^seeded_agent@[0-9a-f]{16}$/),
      sampling_plan: { policy: "fixed", k: 4 },
      behavior_signature: expect.stringMatching(/^[0-9a-f]{12}$/),
      lineage: { system_prompt_chars: 27 },
    });
  });

  it.each(["fixed", "probe", "hazard"] as const)("gives the same rows at any concurrency: %s", async (repeatPolicy) => {
    const texts: string[] = [];
    for (const concurrency of [1, 8, 32]) {
      const agent = delayed(BASE.agent as AgentFunction);
      const options = {
        ...BASE,
        agent,
        mode: "rl",
        repeats: 4,
        repeatPolicy,
        budget: 40,
        limits: { concurrency },
      } as const;
      texts.push(JSON.stringify((await simulate({ ...options, tasks: TASKS })).rows));
      const fresh = await simulate(options);
      texts.push(JSON.stringify(fresh.rows));
    }
    expect(new Set(texts).size).toBe(2);
  });

  it("replays a result exactly, and every run anew", async () => {
    const first = await simulate({ ...BASE, tasks: TASKS, repeats: 2 });
    const again = await simulate({ ...BASE, tasks: first });
    expect(again.rows.map((row) => row.steps)).toEqual(first.rows.map((row) => row.steps));
    expect(again.report).toMatchObject({ rows: 24, stoppedBecause: "tasks_done", repeats: { policy: "fixed", k: 2 } });
    const runs = await simulate({ ...BASE, repeats: 4, mode: "sft", runs: 3, budget: 100 });
    expect(runs.rows).toHaveLength(300);
    expect(runs.report.rowsPerRun).toEqual([100, 100, 100]);
    const prompts = (run: number) => runs.rows.filter((row) => row.lineage.eval_run === run).map((row) => row.prompt);
    expect(prompts(1)).toEqual(prompts(0));
    expect(runs.rows[250]?.lineage).toMatchObject({ eval_run: 2, replayed_from_run: 0 });
    const replies = (run: number) =>
      runs.rows.filter((row) => row.lineage.eval_run === run).map((row) => row.final_text);
    expect(replies(1)).not.toEqual(replies(0));
  });

  it("fills only prompts whose probes disagree by the grader", async () => {
    const agent: AgentFunction = (message, { rolloutIndex }) => `${message} ${rolloutIndex}`;
    const grader = ({ scenario_id, rollout_index }: Row) => ({
      reward: scenario_id === "sc-3" && rollout_index === 1 ? 0 : 1,
    });
    const data = await simulate({ ...BASE, agent, tasks: TASKS, mode: "rl", repeats: 4, grader });
    expect(data.report).toMatchObject({
      rows: 26,
      repeats: { probe: 2, split: 1, rolloutsSaved: 22, label: "reward" },
    });
    expect(data.rows.filter((row) => row.scenario_id === "sc-3")).toHaveLength(4);
    const failing = () => {
      throw new Error("no");
    };
    const blind = await simulate({ ...BASE, agent, tasks: TASKS, mode: "rl", repeats: 4, grader: failing });
    expect(blind.report.notes.map((note) => note.code)).toEqual(["grader_failed"]);
    const behavior = await simulate({ ...BASE, agent, tasks: TASKS, mode: "rl", repeats: 4 });
    expect(behavior.report).toMatchObject({
      rows: 24,
      repeats: { label: "behavior" },
      notes: [{ code: "split_by_behavior" }],
    });
  });

  it("meets planned faults that clear on a second try", async () => {
    const agent = async (message: string, { world }: AgentContext) => {
      const id = message.match(/DL-\d+/)?.[0] ?? "";
      const first = (await world.call("get_order", { order_id: id })) as { status: string };
      const second = (await world.call("get_order", { order_id: id })) as { status: string };
      return `${first.status} then ${second.status}`;
    };
    const data = await simulate({ ...BASE, agent, tasks: TASKS });
    expect(data.rows.map((row) => row.final_text)).toEqual(
      TASKS.map((_, index) => (index % 2 === 0 ? "timeout then ok" : "ok then ok")),
    );
    expect(data.rows[0]).toMatchObject({
      faults_fired: [{ step: 0, tool: "get_order", mode: "timeout" }],
      faults: { "*": { mode: "timeout", rate: 1 } },
      tools_used: ["get_order"],
      steps: [{ call_id: "call_0", turn: 0 }, { call_id: "call_1" }],
    });
    expect(data.report.faults).toMatchObject({ planned: 6, met: 6, byMode: { timeout: 6 } });
    const planned = await simulate({
      ...BASE,
      agent,
      budget: 2,
      faults: { plan: [{ tool: "*", mode: "mine" }], modes: { mine: () => ({ status: "mine" }) } },
    });
    expect(planned.rows[0]?.final_text).toBe("mine then mine");
  });
});

it("carries what a model sampled from steps to rows and report", async () => {
  const agent = ScriptedBackend(
    () => ({
      text: "All fine.",
      usage: { inputTokens: 7, outputTokens: 2 },
      logprobs: [
        { token: "All", logprob: -0.5, tokenId: 1 },
        { token: " fine.", logprob: -0.25, tokenId: 2 },
      ],
    }),
    { model: "scripted-1" },
  );
  const data = await simulate({ ...BASE, agent, tasks: TASKS, sampling: { temperature: 0.7, logprobs: "tokens" } });
  expect(data.rows[0]).toMatchObject({
    model_version: "scripted-1",
    sampling: { model: "scripted-1", temperature: 0.7 },
    logprob: -0.75,
    n_tokens: 2,
    token_logprobs: [-0.5, -0.25],
    token_ids: [1, 2],
    usage: { input_tokens: 7, output_tokens: 2 },
    messages: [{ role: "user" }, { role: "assistant", content: "All fine." }],
  });
  expect(data.report.usage).toEqual({ inputTokens: 84, outputTokens: 24 });
  expect(`${data.report}`).toContain("tokens: 84 in, 24 out");
  expect(new Set(agent.requests.map((request) => request.seed)).size).toBe(12);
});

describe("a tool's own body", () => {
  const asking = async (message: string, { world }: AgentContext) => {
    const result = await world.call("get_order", { order_id: message.match(/DL-\d+/)?.[0] ?? "DL-1" });
    return JSON.stringify(result);
  };
  const model = () =>
    ScriptedBackend(({ messages }) =>
      messages.at(-1)?.role === "tool"
        ? "Done."
        : { toolCalls: [{ name: "get_order", arguments: { order_id: "DL-20401" } }] },
    );

  it.each<[string, () => object]>([
    ["a callable agent", () => ({ agent: asking })],
    ["a backend agent", () => ({ agent: model() })],
    ["the seeded agent", () => ({ agent: BASE.agent })],
    ["a raw schema", () => ({ agent: asking, tools: [{ ...dangerous.toJSON(), execute: dangerous.execute }] })],
  ])("never runs by accident: %s", async (_, options) => {
    const data = await simulate({ ...BASE, tasks: TASKS, ...options() } as never);
    expect(data.rows.length).toBe(12);
    expect(JSON.stringify(data.rows)).not.toContain("a body ran");
    expect(existsSync(marker)).toBe(false);
  });

  it("answers when it is asked to, for every kind of agent, faults first", async () => {
    const real = tool({ name: "get_order", description: "Look up.", parameters, execute: () => ({ real: true }) });
    const options = { ...BASE, tools: [real], tasks: TASKS.slice(0, 2), execute: Tool.dispatch([real]) };
    const callable = await simulate({ ...options, agent: asking });
    expect(callable.rows.map((row) => JSON.parse(row.final_text))).toMatchObject([
      { status: "timeout" },
      { real: true },
    ]);
    const backend = await simulate({ ...options, agent: model() });
    expect(backend.rows.map((row) => (row.steps[0] as Step).result)).toMatchObject([
      { status: "timeout" },
      { real: true },
    ]);
  });
});

describe("ending early", () => {
  it("leaves one listener on a signal that many runs share, and none once they have ended", async () => {
    const { signal } = new AbortController();
    const runs = Array.from({ length: 12 }, () => simulate({ ...BASE, agent: () => "fine", tasks: TASKS, signal }));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await Promise.all(runs);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("keeps what landed when the signal aborts", async () => {
    const abort = new AbortController();
    let calls = 0;
    const agent: AgentFunction = (_message, { signal }) => {
      if (calls++ < 5) return "fine";
      abort.abort();
      // This agent would never answer.
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    const data = await simulate({ ...BASE, agent, tasks: TASKS, signal: abort.signal, limits: { concurrency: 2 } });
    expect(data.rows.length).toBeGreaterThanOrEqual(4);
    expect(data.rows.length).toBeLessThanOrEqual(6);
    expect(data.report).toMatchObject({ stoppedBecause: "aborted", agentErrors: { failures: 0 } });
    const never = await simulate({ ...BASE, agent: () => "fine", tasks: TASKS, signal: AbortSignal.abort() });
    expect(never.rows).toEqual([]);
  });

  it("cancels when the loop over its rows is left, and replays what landed", async () => {
    let calls = 0;
    const agent: AgentFunction = async () => {
      calls++;
      await new Promise((resolve) => setImmediate(resolve));
      return "fine";
    };
    const run = simulate({ ...BASE, agent, budget: 500, limits: { concurrency: 4 } });
    for await (const row of run) {
      expect(row.final_text).toBe("fine");
      break;
    }
    expect(calls).toBeLessThan(20);
    const data = await run;
    expect(data.report.stoppedBecause).toBe("aborted");
    const replayed: string[] = [];
    for await (const row of run) replayed.push(row.rollout_id);
    expect(replayed.sort()).toEqual(data.rows.map((row) => row.rollout_id).sort());
  });

  it("starts on first use, once, and is cancelled by await using", async () => {
    let calls = 0;
    const agent: AgentFunction = () => {
      calls++;
      return "fine";
    };
    {
      await using unused = simulate({ ...BASE, agent, tasks: TASKS });
      expect(typeof unused.start).toBe("function");
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(0);
    {
      await using run = simulate({ ...BASE, agent, tasks: TASKS }).start();
      expect((await run).rows).toHaveLength(12);
      expect(await run).toBe(await run);
    }
    expect(calls).toBe(12);
  });
});

describe("an agent that fails", () => {
  it("is tried again, and a lost rollout takes no other with it", async () => {
    const seen = new Map<string, number>();
    const agent: AgentFunction = (_message, { scenarioId }) => {
      const tries = (seen.get(scenarioId) ?? 0) + 1;
      seen.set(scenarioId, tries);
      if (scenarioId === "sc-1" && tries < 3) throw new RangeError("not yet");
      if (scenarioId === "sc-2") throw new RangeError("never");
      return "fine";
    };
    const data = await simulate({ ...BASE, agent, tasks: TASKS });
    expect(data.rows).toHaveLength(11);
    expect(data.report.agentErrors).toMatchObject({ failures: 5, retried: 4, lost: 1 });
    expect(data.report.agentErrors.first).toMatch(/^RangeError: /);
    expect(`${data.report}`).toContain(
      "warning: The agent failed, and 1 rollout was lost. First error: RangeError: not yet.",
    );
  });

  it("ends the run with its first error when nothing lands, with few rollouts and with many", async () => {
    let calls = 0;
    const agent: AgentFunction = () => {
      calls++;
      throw new RangeError("divided by zero");
    };
    const few = simulate({ ...BASE, agent, budget: 2 });
    await expect(few).rejects.toMatchObject({
      code: "agent_failed",
      message: expect.stringContaining("divided by zero"),
    });
    calls = 0;
    await expect(simulate({ ...BASE, agent, budget: 1000 })).rejects.toThrow("divided by zero");
    expect(calls).toBeLessThan(60);
    await expect(
      (async () => {
        for await (const _ of simulate({ ...BASE, agent, budget: 2 })) calls++;
      })(),
    ).rejects.toThrow("divided by zero");
  });

  it("adds no abort listener a rollout, which Node 20 reports as a leak", async () => {
    const added = vi.spyOn(EventTarget.prototype, "addEventListener");
    const removed = vi.spyOn(EventTarget.prototype, "removeEventListener");
    const steps = (spy: typeof added | typeof removed, by: number) =>
      spy.mock.contexts.map((target, at) => ({ target, by, order: spy.mock.invocationCallOrder[at] as number }));
    const live = new Map<unknown, number>();
    let most = 0;
    try {
      await simulate({ ...BASE, agent: delayed(() => "fine"), budget: 64, signal: new AbortController().signal });
      for (const { target, by } of [...steps(added, 1), ...steps(removed, -1)].sort((a, b) => a.order - b.order)) {
        live.set(target, (live.get(target) ?? 0) + by);
        most = Math.max(most, live.get(target) as number);
      }
    } finally {
      added.mockRestore();
      removed.mockRestore();
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(10);
  });

  it("stops at once when a key is refused", async () => {
    const backend = ScriptedBackend(() => new AuthError({ message: "The key was refused.", fix: "Check it." }));
    await expect(simulate({ ...BASE, agent: backend, budget: 400 })).rejects.toBeInstanceOf(AuthError);
    expect(backend.requests.length).toBeLessThanOrEqual(32);
  });

  it("is cut off at its time limit, and a passing failure of a server is tried again", async () => {
    const hanging: AgentFunction = (_message, { rolloutIndex }) =>
      rolloutIndex === 0 ? "fine" : new Promise(() => {});
    const data = await simulate({
      ...BASE,
      agent: hanging,
      tasks: TASKS.slice(0, 1),
      repeats: 2,
      limits: { timeoutMs: 15, retries: 0 },
    });
    expect(data.report.agentErrors).toMatchObject({ lost: 1, first: expect.stringContaining("longer than 15 ms") });
    const slow: AgentFunction = () => new Promise((resolve) => setTimeout(resolve, 20, "fine"));
    const patient = { timeoutMs: Number.MAX_SAFE_INTEGER, retries: 0 };
    const waited = await simulate({ ...BASE, agent: slow, tasks: TASKS.slice(0, 1), limits: patient });
    expect(waited.rows).toHaveLength(1);
    let calls = 0;
    const flaky = ScriptedBackend(() => (calls++ === 0 ? new TransientError({ message: "reset", fix: "" }) : "Ok."));
    expect((await simulate({ ...BASE, agent: flaky, tasks: TASKS.slice(0, 1) })).rows).toHaveLength(1);
  });

  it.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /of type undefined/],
    ["null", null, /it is null/],
    ["a chat message", { role: "assistant", content: "hi" }, /keys role, content instead of steps and final_text/],
    ["steps that are no list", { steps: {}, final_text: "hi" }, /steps is not an array/],
    ["a step that is text", { steps: ["hi"], final_text: "hi" }, /step 0 is not an object/],
    ["an empty step", { steps: [{}], final_text: "hi" }, /neither tool, text nor user/],
    ["a tool that is a number", { steps: [{ tool: 1 }], final_text: "hi" }, /not a string/],
    ["a reply that is a number", { final_text: 1 }, /final_text is not a string/],
    ["an empty text", "", /final text is empty/],
  ])("says what is wrong with %s", async (_, reply, message) => {
    await expect(simulate({ ...BASE, agent: (() => reply) as never, budget: 1 })).rejects.toThrow(message);
  });

  it("takes replies of every good form", async () => {
    const replies: unknown[] = [
      "text",
      {
        final_text: "a",
        finish_reason: "length",
        ended_by: "user_left",
        opener: "Hello",
        reasoning: "r",
        usage: { input_tokens: 2 },
      },
      {
        steps: [{ tool: "get_order", arguments: "{bad", result: null }, { text: "So." }, { user: "And?" }],
        final_text: "b",
      },
      { steps: [{ tool: "get_order", arguments: { order_id: "A" }, result: { status: "ok" } }] },
    ];
    const agent = ((_message: string, { rolloutIndex }: AgentContext) => replies[rolloutIndex]) as AgentFunction;
    const { rows } = await simulate({ ...BASE, agent, tasks: TASKS.slice(0, 1), repeats: 4 });
    expect(rows).toMatchObject([
      { final_text: "text", steps: [], finish_reason: "stop" },
      {
        finish_reason: "length",
        ended_by: "user_left",
        opener: "Hello",
        opening: "agent",
        usage: { input_tokens: 2, output_tokens: null },
      },
      { steps: [{ arguments: {}, arguments_raw: "{bad", call_id: "call_0" }, { text: "So." }, { user: "And?" }] },
      { final_text: "", finish_reason: "tool" },
    ]);
  });
});

it("words situations with a model, card by card, and falls back to the grammar", async () => {
  const writer = ScriptedBackend(
    () =>
      '```json\n{"messages": [{"card": 1, "message": "where did my parcel go, it was due friday"}, {"card": 2, "message": "hi"}]}\n```',
    { model: "writer-1" },
  );
  const data = await simulate({
    ...BASE,
    simulator: writer,
    agent: () => "fine",
    budget: 8,
    limits: { concurrency: 3 },
  });
  expect(data.rows.filter((row) => row.writer_model === "writer-1").length).toBeLessThanOrEqual(1);
  expect(data.report.notes.map((note) => note.code)).toEqual(["writer_fallback", "labels_dropped"]);
  expect(writer.requests).toHaveLength(1);
  const broken = ScriptedBackend(() => new Error("down"));
  const offline = await simulate({ ...BASE, simulator: broken, agent: () => "fine", budget: 8 });
  expect(offline.report.notes[0]?.message).toContain("1 call failed, the first with: down");
  const refused = ScriptedBackend(() => new AuthError({ message: "The key was refused.", fix: "" }));
  await expect(simulate({ ...BASE, simulator: refused, agent: () => "fine", budget: 8 })).rejects.toThrow("refused");
});

it("plans faults for seeds by share, and counts what of the grid they cover", async () => {
  const seeds = Array.from({ length: 8 }, (_, index) => `Where is order DL-2041${index}?`);
  const data = await simulate({
    ...BASE,
    agent: seededAgent(TOOLS),
    seeds,
    budget: 8,
    repeats: 1,
    faults: { share: 0.5 },
  });
  expect(data.rows.every((row) => row.arm === "pinned")).toBe(true);
  expect(data.report.faults).toMatchObject({ planned: 4, share: 0.5 });
  expect(data.report.coverage?.covered).toBeGreaterThan(0);
});
