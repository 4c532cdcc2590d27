import { derive, normalizeTools, OptionError } from "@whileai/core";
import { ScriptedBackend } from "@whileai/core/backends";
import { describe, expect, it } from "vitest";
import type { AgentContext } from "../rollout/agent.js";
import { seededAgent } from "../seeded-agent/seeded-agent.js";
import { simulate } from "../simulate.js";
import { valueCheck } from "../world/argument-check.js";
import { sampleSchema } from "../world/sample-schema.js";
import { profileOf } from "../world/tool-profile.js";
import { distractorBank } from "./distractor-bank.js";
import { pickDistractors } from "./pick-distractors.js";
import { toolView } from "./tool-view.js";

const text = { type: "string" };
const order = { type: "object", properties: { order_id: text }, required: ["order_id"] };
const TOOLS = [
  { name: "get_order", description: "Look up an order. Call before cancel_order.", parameters: order },
  { name: "cancel_order", description: "Cancel an order.", parameters: order },
];
const GIVEN = normalizeTools(TOOLS);
const tasks = [{ scenario_id: "a", prompt: "Where is DL-20418?" }];

describe("the bank", () => {
  it("holds at least 24 tools of as many things, with whole schemas", async () => {
    const bank = distractorBank();
    expect(bank.length).toBeGreaterThanOrEqual(24);
    expect(new Set(bank.map((tool) => tool.name)).size).toBe(bank.length);
    expect(new Set(bank.map((tool) => `${profileOf(tool).action} ${profileOf(tool).kind}`)).size).toBe(bank.length);
    for (const tool of bank) {
      expect(tool.description).toMatch(/^[A-Z].+\.$/);
      expect(tool.parameters).toMatchObject({
        type: "object",
        additionalProperties: false,
        required: [
          expect.any(String),
          ...Array((tool.parameters.required as string[]).length - 1).fill(expect.any(String)),
        ],
      });
      const check = await valueCheck(tool.parameters, tool.name, "parameters");
      expect(check(sampleSchema(tool.parameters, derive(0, tool.name)))).toEqual([]);
    }
  });

  it("gives the same tools for a seed, none of which is close to a given one", () => {
    expect(pickDistractors(GIVEN, 6, 1)).toEqual(pickDistractors(GIVEN, 6, 1));
    expect(pickDistractors(GIVEN, 6, 1)).not.toEqual(pickDistractors(GIVEN, 6, 2));
    const close = normalizeTools([
      { name: "get_recipe", parameters: order },
      { name: "GET_TIDE_TIMES" },
      { name: "monitor_beehive" },
      { name: "find", parameters: { type: "object", properties: { sensor_id: text } } },
    ]);
    const names = pickDistractors(close, 99, 0).map((tool) => tool.name);
    expect(names).not.toContain("convert_recipe");
    expect(names).not.toContain("get_tide_times");
    expect(names).not.toContain("monitor_beehive");
    expect(pickDistractors(GIVEN, 99, 0).length).toBeGreaterThanOrEqual(24);
  });
});

describe("the view", () => {
  it("leaves tools as they are without scrambling", () => {
    const view = toolView(GIVEN, { count: 3, scramble: false }, 0);
    expect(view.shown).toBe(view.tools);
    expect(view.shown).toHaveLength(5);
    expect(view.aliases.size).toBe(0);
    expect(view.shownText("use get_order")).toBe("use get_order");
  });

  it("scrambles names everywhere, and only names", () => {
    const given = normalizeTools([
      ...TOOLS,
      { name: "search", description: "A search, see get_order and get_orders." },
    ]);
    const view = toolView(given, { count: 2, scramble: true }, 0);
    const shown = JSON.stringify(view.shown);
    expect(shown).not.toMatch(/get_order\b|cancel_order/);
    expect(view.shown.every((tool) => /^tool_[0-9a-f]{4}$/.test(tool.name))).toBe(true);
    expect(new Set(view.shown.map((tool) => tool.name)).size).toBe(5);
    const search = view.shown.find((tool) => tool.name === view.shownName("search"));
    expect(search?.description).toBe(`A search, see ${view.shownName("get_order")} and get_orders.`);
    for (const tool of view.tools) expect(view.aliases.get(view.shownName(tool.name))).toBe(tool.name);
  });
});

describe("simulate with distractors", () => {
  const options = { tools: TOOLS, simulator: false, repeats: 1 } as const;

  it("shows them to a model, answers them like any tool and says so on the row", async () => {
    const agent = ScriptedBackend(({ messages, tools = [] }) => {
      if (messages.at(-1)?.role === "tool") return { text: "Here you are." };
      const other = tools.find(({ name }) => !name.includes("order"));
      return {
        toolCalls: [
          { id: "c1", name: other?.name ?? "", arguments: sampleSchema(other?.parameters, derive(0, "x")) as never },
          { id: "c2", name: "get_order", arguments: { order_id: "DL-20418" } },
        ],
      };
    });
    const { rows, report, tools } = await simulate({ ...options, agent, tasks, distractors: 5 });
    const [row] = rows;
    expect(agent.requests[0]?.tools).toHaveLength(7);
    expect(tools.map(({ name }) => name)).toEqual(["get_order", "cancel_order"]);
    const called = row?.steps[0];
    expect(called?.result).not.toMatchObject({ reason: "unknown_tool" });
    expect(called?.result).not.toMatchObject({ status: "rejected" });
    expect(row?.tools_used).toEqual([called?.tool, "get_order"]);
    const lineage = row?.lineage.distractors as { names: string[] };
    expect(lineage).toEqual({ count: 5, names: expect.any(Array), scrambled: false });
    expect(lineage.names).toContain(called?.tool);
    expect(report.distractors).toEqual({ count: 5, names: lineage.names, scrambled: false, rowsThatCalled: 1 });
    expect(`${report}`).toContain("distractors: 5 unrelated tools; called in 1 row");
  });

  it("scrambles names for a model, and maps them back on the rows", async () => {
    const agent = ScriptedBackend(({ messages, tools = [] }) => {
      const last = messages.at(-1);
      if (last?.role === "tool") return { text: `Done with ${last.name}.` };
      const tool = tools.find(({ description }) => description.startsWith("Look up an order"));
      return {
        text: "One moment.",
        toolCalls: [{ id: "c1", name: tool?.name ?? "", arguments: { order_id: "DL-20418" } }],
      };
    });
    const { rows, report } = await simulate({
      ...options,
      agent,
      tasks: [{ ...tasks[0], faults_planned: [{ tool: "get_order", mode: "timeout" }] }],
      systemPrompt: "Always use get_order first.",
      distractors: { count: 3, scramble: true },
    });
    const sent = JSON.stringify(agent.requests);
    expect(sent).not.toMatch(/get_order|cancel_order/);
    expect(sent).toMatch(/Always use tool_[0-9a-f]{4} first/);
    const [row] = rows;
    expect(row?.steps[0]).toMatchObject({ tool: "get_order", result: { status: "timeout" } });
    expect(row?.faults_fired).toEqual([{ step: 0, tool: "get_order", mode: "timeout" }]);
    expect(row?.tools_used).toEqual(["get_order"]);
    expect(row?.messages[1]?.tool_calls?.[0]?.name).toBe("get_order");
    const { scrambled } = (row?.lineage.distractors ?? {}) as { scrambled: Record<string, string> };
    expect(Object.keys(scrambled)).toHaveLength(5);
    expect(row?.final_text).toBe(`Done with ${scrambled.get_order}.`);
    expect(`${report}`).toContain("3 unrelated tools, all names scrambled; called in 0 rows");
  });

  it("tells a function its tools, and takes calls and steps by either name", async () => {
    let seen: AgentContext["tools"] = [];
    const agent = async (_: string, { world, tools }: AgentContext) => {
      seen = tools;
      const own = tools.find(({ description }) => description.startsWith("Look up"))?.name as string;
      const first = await world.call(own, { order_id: "DL-20418" });
      const second = await world.call("get_order", { order_id: "DL-20418" });
      expect(second).toEqual(first);
      return { steps: [{ tool: own, arguments: { order_id: "DL-20418" }, result: first }], final_text: "There." };
    };
    const { rows } = await simulate({ ...options, agent, tasks, distractors: { count: 0, scramble: true } });
    expect(seen).toHaveLength(2);
    expect(rows[0]?.steps[0]?.tool).toBe("get_order");
    expect(rows[0]?.lineage.distractors).toMatchObject({
      count: 0,
      names: [],
      scrambled: { get_order: seen.find(({ description }) => description.startsWith("Look"))?.name },
    });
    const plain = await simulate({ ...options, tasks, agent: (_, { tools }) => `${tools.map(({ name }) => name)}` });
    expect(plain.rows[0]?.final_text).toBe("get_order,cancel_order");
    expect(plain.rows[0]?.lineage).not.toHaveProperty("distractors");
    expect(plain.report.distractors).toBeNull();
  });

  it("never asks a real body for one", async () => {
    const agent = async (_: string, { world, tools }: AgentContext) => {
      for (const tool of tools) await world.call(tool.name, sampleSchema(tool.parameters, derive(1, tool.name)));
      return "done";
    };
    const ran: string[] = [];
    const execute = (tool: string) => ran.push(tool);
    const { rows } = await simulate({ ...options, agent, tasks, execute, distractors: 24 });
    expect(ran.sort()).toEqual(["cancel_order", "get_order"]);
    expect(rows[0]?.steps).toHaveLength(26);
    expect(rows[0]?.steps.every(({ result }) => (result as { reason?: string }).reason !== "unknown_tool")).toBe(true);
  });

  it("plans situations on the given tools alone, and gives the seeded agent the same rows", async () => {
    const run = (distractors: number) => simulate({ ...options, agent: seededAgent(TOOLS), budget: 40, distractors });
    const [without, crowded] = [await run(0), await run(12)];
    expect(crowded.rows.map(({ prompt }) => prompt)).toEqual(without.rows.map(({ prompt }) => prompt));
    expect(crowded.rows.map(({ steps, final_text }) => [steps, final_text])).toEqual(
      without.rows.map(({ steps, final_text }) => [steps, final_text]),
    );
    expect(crowded.rows).toEqual((await run(12)).rows);
  });

  it("says when there are not enough", async () => {
    const close = distractorBank().slice(0, 12);
    const { report } = await simulate({ ...options, agent: () => "fine", tools: close, tasks, distractors: 24 });
    expect(report.notes).toContainEqual(expect.objectContaining({ code: "distractors_short" }));
    expect(report.distractors?.count).toBeLessThan(24);
  });

  it.each<[unknown, string, RegExp]>([
    [-1, "distractors", /0 to 24/],
    [25, "distractors", /0 to 24/],
    ["5", "distractors", /0 to 24, or an object/],
    [{ scramble: true }, "distractors.count", /0 to 24/],
    [{ count: 2, scrambel: true }, "distractors.scrambel", /Did you mean `distractors.scramble`/],
    [{ count: 2, scramble: 1 }, "distractors.scramble", /true or false/],
  ])("refuses %j", (distractors, option, message) => {
    let thrown: unknown;
    try {
      simulate({ ...options, agent: () => "fine", distractors } as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(OptionError);
    expect(thrown).toMatchObject({ option, message: expect.stringMatching(message) });
  });
});

it("tells an agent with scrambled tools none of their names, wherever it looks", async () => {
  const looks: string[] = [];
  const agent = async (message: string, context: AgentContext) => {
    for (const { name } of context.tools) {
      for (const args of [{ order_id: "DL-20418" }, {}, { order_id: "<order_id>" }]) {
        looks.push(JSON.stringify(await context.world.call(name, args)));
      }
    }
    looks.push(JSON.stringify(await context.world.call("no_such_tool")));
    const { world, tools: shown, messages } = context;
    looks.push(message, JSON.stringify([shown, messages, world.tools, world.events, world.faultsFired, world.state()]));
    return "Done with it.";
  };
  const plan = [0, 4, 8].map((at) => ({ tool: "*", mode: "server_error", at }));
  const options = { agent, tools: TOOLS, simulator: false, distractors: { count: 2, scramble: true } } as const;
  const { rows } = await simulate({ ...options, tasks, faults: { plan }, systemPrompt: "Use get_order." });
  const { names = [] } = (rows[0]?.lineage.distractors ?? {}) as { names?: string[] };
  const own = [...TOOLS.map(({ name }) => name), ...names];
  expect(own).toHaveLength(4);
  for (const look of looks) for (const name of own) expect(look).not.toContain(name);
  expect(rows[0]?.steps.map(({ tool }) => tool)).toEqual(expect.arrayContaining(own));
  const fired = rows[0]?.faults_fired as { step: number; tool: string }[];
  expect(fired).toHaveLength(3);
  for (const { step, tool } of fired) expect(rows[0]?.steps[step]?.tool).toBe(tool);
});

it("answers no model that calls a tool by the name which it was not shown", async () => {
  const agent = ScriptedBackend(({ messages, tools: [shown] = [] }) => {
    if (messages.at(-1)?.role === "tool") return { text: "Done with it." };
    const toolCalls = ["get_order", `${shown?.name}`].map((name, index) => {
      return { id: `call_${index}`, name, arguments: { order_id: "first" } };
    });
    return { toolCalls, finishReason: "tool_calls" };
  });
  const options = { agent, tools: TOOLS.slice(0, 1), simulator: false, tasks } as const;
  const faults = { plan: [{ tool: "*", mode: "server_error", at: 1 }] };
  const { rows } = await simulate({ ...options, faults, distractors: { count: 0, scramble: true } });
  expect(rows[0]?.steps.slice(0, 2)).toMatchObject([
    { tool: "get_order", result: { status: "error", reason: "unknown_tool", tool: "get_order" } },
    { tool: "get_order", result: { status: "ok" } },
  ]);
  expect(rows[0]?.faults_fired).toEqual([]);
});
