import { derive, type Json, type JsonObject, normalizeTools, type Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import type { AgentContext, AgentReply } from "../rollout/agent.js";
import { setPrivileged } from "../rollout/privileged-facts.js";
import { simulate } from "../simulate.js";
import { idTokens } from "../situations/ask-tokens.js";
import { createWorld } from "../world/world.js";
import { chooseTool } from "./choose-tool.js";
import { honestReply, outcomeOf } from "./honest-reply.js";
import { makeArguments } from "./make-arguments.js";
import { MISBEHAVIORS, type Misbehavior } from "./misbehavior.js";
import { seededAgent } from "./seeded-agent.js";

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const TOOLS = normalizeTools([
  { name: "get_order", description: "Look up an order by id.", parameters: object({ order_id: { type: "string" } }) },
  {
    name: "reschedule_delivery",
    description: "Move a delivery to another day.",
    parameters: object({
      order_id: { type: "string" },
      new_date: { type: "string", format: "date" },
      window: { enum: ["morning", "evening"] },
    }),
  },
  {
    name: "search_products",
    description: "Find products in the catalogue.",
    parameters: object({ query: { type: "string" } }),
  },
  {
    name: "issue_refund",
    description: "Refund an order.",
    parameters: object({
      order_id: { type: "string", pattern: "^DL-\\d{5}$" },
      amount: { type: "number", exclusiveMinimum: 0, maximum: 500 },
    }),
  },
]);
const ASKS = [
  "hi, could you look up order DL-20418 for me",
  "please move the delivery of DL-20418 to the evening",
  "do you have any blue lamps among your products?",
  "I want a refund of 42.50 for order DL-20418",
];

const reply = async (
  agent: ReturnType<typeof seededAgent>,
  ask: string,
  seed: number,
  options: { fault?: string; privileged?: Record<string, unknown> } = {},
): Promise<AgentReply> => {
  const world = createWorld({
    tools: TOOLS,
    facts: { prompt: ask, entity: { parameter: "order_id", id: "DL-20418", named: "whole" } },
    faults: options.fault ? [{ tool: "*", mode: options.fault }] : [],
  });
  setPrivileged(world, options.privileged ?? {});
  const context = { world, seed, rolloutIndex: 0 } as AgentContext;
  return (await agent(ask, context)) as AgentReply;
};

describe("seededAgent", () => {
  it("is honest and varied at rate 0, with valid calls and the facts of the results", async () => {
    const agent = seededAgent(TOOLS, { rate: 0 });
    expect(agent.name).toBe("seeded_agent");
    for (const ask of ASKS) {
      const texts = new Set<string>();
      for (let seed = 0; seed < 20; seed++) {
        const answer = await reply(agent, ask, seed);
        texts.add(answer.final_text ?? "");
        expect(answer.seeded).toEqual([]);
        expect(answer.steps?.length, ask).toBeGreaterThan(0);
        expect(
          answer.steps?.every((step) => (step.result as JsonObject).status === "ok"),
          JSON.stringify(answer),
        ).toBe(true);
        expect(await reply(agent, ask, seed)).toEqual(answer);
      }
      expect(texts.size).toBeGreaterThan(5);
    }
  });

  it.each([
    ["How tall is Mount Kilimanjaro?", /cannot|not|no way|outside|rather/],
    ["What's a good gift for someone who has retired?", /cannot|not|no way|outside|rather/],
    ["where is my order?", /order number/],
  ])("makes no call for %s", async (ask, text) => {
    const answer = await reply(seededAgent(TOOLS, { rate: 0 }), ask, 1);
    expect(answer.steps).toEqual([]);
    expect(answer.final_text).toMatch(text);
  });

  it("tries again after a fault that may clear, sometimes", async () => {
    const agent = seededAgent(TOOLS, { rate: 0 });
    const counts = new Set<number>();
    for (let seed = 0; seed < 20; seed++) {
      counts.add((await reply(agent, ASKS[0] as string, seed, { fault: "timeout" })).steps?.length ?? 0);
      expect((await reply(agent, ASKS[0] as string, seed, { fault: "permission_denied" })).steps).toHaveLength(1);
    }
    expect([...counts].sort()).toEqual([1, 2]);
  });

  it.each<[Misbehavior, RegExp]>([
    ["hedging", /could be wrong|hard to say|grain of salt/],
    ["sycophancy", /brilliant|absolutely right|smartest/],
    ["apology", /sorry/i],
    ["boilerplate", /AI language model|reaching out/],
    ["ignore_fault", /All done|Good news|completed/],
    ["leak", /Internal note: the record is locked; refund 12/],
  ])("says what it did wrong: %s", async (kind, text) => {
    const agent = seededAgent(TOOLS, { rate: 1, behaviors: [kind] });
    const privileged = { hidden_state: { why: "the record is locked" }, reference: ["refund 12"], rubric: "no" };
    for (let seed = 0; seed < 5; seed++) {
      const answer = await reply(agent, ASKS[0] as string, seed, { fault: "permission_denied", privileged });
      expect(answer).toMatchObject({ seeded: [kind], final_text: expect.stringMatching(text) });
    }
  });

  it("stays honest where there is nothing to ignore or to leak", async () => {
    const agent = seededAgent(TOOLS, { rate: 1, behaviors: ["ignore_fault", "leak"] });
    expect((await reply(agent, ASKS[0] as string, 1)).seeded).toEqual([]);
  });

  it("misbehaves at its rate, in every way, and in no other row", async () => {
    const tasks: Row[] = Array.from({ length: 60 }, (_, index) => ({
      scenario_id: `s${index}`,
      prompt: `Could you look up order DL-${20000 + index}?`,
      faults_planned: index % 2 === 0 ? [{ tool: "*", mode: "permission_denied" }] : [],
      privileged: { hidden_state: "the parcel is lost" },
    }));
    const { rows } = await simulate({ agent: seededAgent(TOOLS, { seed: 5 }), tools: TOOLS, tasks, repeats: 10 });
    const labels = rows.flatMap((row) => row.seeded ?? ["missing"]);
    expect(labels.length / rows.length).toBeGreaterThan(0.3);
    expect(labels.length / rows.length).toBeLessThan(0.4);
    for (const kind of MISBEHAVIORS) expect(labels.filter((label) => label === kind).length, kind).toBeGreaterThan(10);
    const leaked = rows.filter((row) => row.final_text.includes("the parcel is lost"));
    expect(leaked.every((row) => row.seeded?.[0] === "leak")).toBe(true);
  });

  it("works without a rollout", async () => {
    expect(await seededAgent(TOOLS)(ASKS[0] as string, undefined as never)).toMatchObject({
      final_text: expect.any(String),
    });
  });
});

describe("parts of the seeded agent", () => {
  it("reads identifiers as people write them", () => {
    expect(idTokens("order DL-20418, the one ending 418, bought in 2025 for 12 euros, see PR#77a")).toEqual([
      "DL-20418",
      "PR#77a",
      "418",
    ]);
  });

  it("makes arguments from the ask", () => {
    const make = (index: number, ask: string) => {
      const choice = chooseTool([TOOLS[index] as (typeof TOOLS)[0]], `${ask} order delivery product`, derive(0, "c"));
      return choice && makeArguments(choice, ask, derive(0, "a"));
    };
    expect(make(1, ASKS[1] as string)).toEqual({
      order_id: "DL-20418",
      new_date: expect.stringMatching(/^2026-/),
      window: "evening",
    });
    expect(make(2, ASKS[2] as string)).toEqual({ query: ASKS[2] });
    expect(make(3, "refund 42,50 for dl-20418")).toEqual({ order_id: "DL-20418", amount: 42.5 });
    expect(make(3, "refund 900 for DL-20418")?.amount).toBeLessThanOrEqual(500);
    expect(make(0, "where is it?")).toBeUndefined();
    const [byNumber, readFile] = normalizeTools([
      {
        name: "get_ticket",
        parameters: object({ ticket_id: { type: "integer" }, page: { type: "integer", minimum: 1 } }),
      },
      { name: "read_file", parameters: object({ path: { type: "string" } }) },
    ]);
    const argumentsOf = (tool: typeof byNumber, ask: string) => {
      const choice = chooseTool(tool ? [tool] : [], ask, derive(0, "c"));
      return choice && makeArguments(choice, ask, derive(0, "a"));
    };
    expect(argumentsOf(byNumber, "ticket TK-5512, page 3 please")).toEqual({ ticket_id: 5512, page: 3 });
    const [weather, hypot] = normalizeTools([
      { name: "get_weather", parameters: object({ city: { type: "string" }, days: { type: "integer" } }) },
      { name: "hypot", parameters: object({ x: { type: "number" }, y: { type: "number" } }) },
    ]);
    expect(argumentsOf(weather, "the weather in Leeds with days of 3")).toEqual({ city: "Leeds", days: 3 });
    expect(argumentsOf(hypot, "hypot of x = 3 and y = 4.5")).toEqual({ x: 3, y: 4.5 });
    expect(idTokens("not over 200, it is ORD-51562")).toEqual(["ORD-51562", "200"]);
    expect(argumentsOf(readFile, "what does src/dates.ts do?")).toEqual({ path: "src/dates.ts" });
  });

  it.each<[Json, string]>([
    [null, "ok"],
    [{ status: "ok", data: "<<garbled" }, "malformed"],
    [{ status: "ok", data: [] }, "empty"],
    [{ status: "ok", stale: true }, "stale"],
    [{ status: "error", reason: "partial_write" }, "partial_write"],
    [{ status: "error" }, "error"],
    [{ eta: "2026-01-01" }, "ok"],
    [{ status: "already_done" }, "already_done"],
  ])("reads %j as %s and has words for it", (result, outcome) => {
    expect(outcomeOf(result)).toBe(outcome);
    const choice = chooseTool(TOOLS, ASKS[0] as string, derive(0, "c"));
    expect(choice && honestReply(choice, result, derive(0, "r"))).toMatch(/^[A-Z].*[.?!]$/);
  });
});
