import { notJson, type Row, Tool, tool } from "@whileai/core";
import { describe, expect, it } from "vitest";
import type { AgentContext, AgentFunction } from "./rollout/agent.js";
import { simulate } from "./simulate.js";

const parameters = { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] };
const TOOLS = [{ name: "get_order", description: "Look up an order by id.", parameters }];
const TASKS: Row[] = ["a", "b"].map((id) => ({ scenario_id: id, prompt: `Where is order DL-2040${id}?` }));

const loop: Record<string, unknown> = { order_id: "DL-1" };
loop.again = loop;
const nested = (levels: number): unknown => {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
};
const trap = new Proxy(
  {},
  {
    get: () => {
      throw new Error("trapped");
    },
    ownKeys: () => {
      throw new Error("trapped");
    },
  },
);

/** The first rollout is the hostile one; the others must not notice. */
async function play(hostile: (message: string, context: AgentContext) => unknown) {
  const agent = ((message, context) =>
    context.scenarioId === "a" ? hostile(message, context) : "fine") as AgentFunction;
  const data = await simulate({ agent, tools: TOOLS, simulator: false, tasks: TASKS, limits: { retries: 0 } });
  expect(notJson(data.rows)).toBeUndefined();
  expect(data.rows.at(-1)).toMatchObject({ scenario_id: "b", final_text: "fine" });
  return { row: data.rows.find((row) => row.scenario_id === "a"), report: data.report };
}

describe("what an agent returns", () => {
  it.each<[string, unknown, unknown]>([
    [
      "a map and a set",
      { arguments: new Map([["order_id", "1"]]), result: new Set(["x"]) },
      { arguments: { order_id: "1" }, result: ["x"] },
    ],
    ["bigints", { arguments: { order_id: 1n }, result: 2n }, { arguments: { order_id: "1" }, result: "2" }],
    ["loops", { arguments: loop, result: null }, { arguments: { order_id: "DL-1", again: "[circular]" } }],
    ["functions and NaN", { arguments: { f: () => 1, n: Number.NaN } }, { arguments: { n: "NaN" }, result: null }],
    ["`__proto__` keys", { arguments: JSON.parse('{"__proto__":{"a":1}}') }, { call_id: "call_0" }],
    ["deep nesting", { arguments: {}, result: nested(20_000) }, { call_id: "call_0" }],
    ["null for what is not known", { arguments: {}, logprob: null, turn: null, text: null }, { turn: 0 }],
  ])("keeps the rollout: %s", async (_, step, expected) => {
    const { row } = await play(() => ({ steps: [{ tool: "get_order", ...(step as object) }], final_text: "done" }));
    expect(row?.steps[0]).toMatchObject(expected as object);
  });

  it.each<[string, unknown, RegExp]>([
    ["text", { text: 5 }, /`text` of step 0 is not a string/],
    ["n_tokens", { n_tokens: "5" }, /`n_tokens` of step 0 is not a whole number/],
    ["token_logprobs", { token_logprobs: "abc" }, /`token_logprobs` of step 0 is not a list of numbers/],
    ["logprob", { logprob: Number.NaN }, /`logprob` of step 0 is not a number/],
    ["truncated", { truncated: "yes" }, /`truncated` of step 0 is not true or false/],
    ["user", { user: 7 }, /`user` of step 0 is not a string/],
    ["a step that traps", trap, /step 0 cannot be read \(Error: trapped\)/],
  ])("names the field of a step that cannot be used: %s", async (_, step, message) => {
    const given = step === trap ? trap : { tool: "get_order", ...(step as object) };
    const { row, report } = await play(() => ({ steps: [given], final_text: "done" }));
    expect(row).toBeUndefined();
    expect(report.agentErrors.first).toMatch(message);
  });

  it.each<[string, () => unknown]>([
    [
      "a trap",
      () => {
        throw trap;
      },
    ],
    [
      "nothing",
      () => {
        throw undefined;
      },
    ],
    ["a rejection with null", () => Promise.reject(null)],
    ["a trap as its reply", () => trap],
    ["holes for steps", () => ({ steps: new Array(3), final_text: "x" })],
  ])("loses one rollout and no more: %s", async (_, hostile) => {
    const { row, report } = await play(hostile);
    expect(row).toBeUndefined();
    expect(report.agentErrors).toMatchObject({ lost: 1, first: expect.stringMatching(/\w/) });
  });

  it("keeps usage only where it is a count", async () => {
    const { row } = await play(() => ({
      final_text: "x",
      usage: { input_tokens: Infinity, output_tokens: 1.5 },
      seeded: [{}, "leak"],
    }));
    expect(row).toMatchObject({ usage: { input_tokens: null, output_tokens: null }, seeded: ["leak"] });
  });
});

describe("what an agent asks the world", () => {
  it.each<[string, unknown, unknown]>([
    ["a function as argument", { order_id: () => 1 }, { status: "rejected", reason: "invalid_arguments" }],
    ["a function beside", { order_id: "DL-1", extra: () => 1 }, { status: expect.any(String) }],
    ["a bigint", { order_id: 7n }, { status: expect.any(String) }],
    ["a loop", loop, { status: expect.any(String) }],
    ["a map", new Map([["order_id", "DL-1"]]), { status: expect.any(String) }],
    ["a trap", trap, { status: "rejected" }],
    ["a text", "DL-1", { status: "rejected" }],
    ["a deep value", { order_id: "DL-1", more: nested(20_000) }, { status: expect.any(String) }],
  ])("is answered and recorded as plain JSON: %s", async (_, args, expected) => {
    const { row } = await play(async (__, { world }) => {
      await world.call("get_order", args);
      return "asked";
    });
    expect(row).toMatchObject({ final_text: "asked", steps: [{ tool: "get_order", result: expected }] });
  });

  it("may be about a tool that is no name", async () => {
    const { row } = await play(async (_, { world }) => {
      for (const name of [5, null, {}, Symbol("x")]) await world.call(name as string, {});
      return "asked";
    });
    expect(row?.steps.map((step) => (step.result as { reason?: string }).reason)).toEqual(
      Array(4).fill("unknown_tool"),
    );
    expect(row?.steps.every((step) => typeof step.tool === "string")).toBe(true);
  });

  it("is recorded as it was asked and answered, whatever the agent does to its objects", async () => {
    const { row } = await play(async (_, { world }) => {
      const args = { order_id: "DL-77" };
      const result = (await world.call("get_order", args)) as Record<string, unknown>;
      args.order_id = "changed";
      result.status = "changed";
      return "asked";
    });
    expect(JSON.stringify(row)).not.toContain("changed");
  });
});

it.each<[string, unknown, unknown]>([
  [
    "a map",
    new Map<string, unknown>([
      ["status", "ok"],
      ["lines", new Map([[1, "a"]])],
    ]),
    { status: "ok", lines: { 1: "a" } },
  ],
  ["a date", new Date(0), { status: "ok", result: "1970-01-01T00:00:00.000Z" }],
  ["nothing", undefined, { status: "ok", result: null }],
  ["a loop", loop, { order_id: "DL-1", again: "[circular]" }],
  ["a bigint", { cents: 5n }, { cents: "5" }],
  ["a trap", trap, { status: "error", error: "Error: trapped" }],
])("a real body that answers %s is told to agent and row alike", async (_, answered, expected) => {
  const real = tool({ name: "get_order", description: "Look up.", parameters, execute: () => answered });
  const told: unknown[] = [];
  const agent: AgentFunction = async (_message, { world }) => {
    told.push(await world.call("get_order", { order_id: "DL-1" }));
    return "asked";
  };
  const { rows } = await simulate({
    agent,
    tools: [real],
    simulator: false,
    tasks: TASKS,
    execute: Tool.dispatch([real]),
  });
  expect(told).toEqual([expected, expected]);
  expect(rows[0]?.steps).toMatchObject([{ result: expected }]);
});
