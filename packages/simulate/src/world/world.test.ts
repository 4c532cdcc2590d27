import { type JsonObject, normalizeTools } from "@whileai/core";
import { describe, expect, it } from "vitest";
import type { FaultPlan } from "./fault-plan.js";
import { createWorld, type WorldOptions } from "./world.js";
import { WORLD_STATES } from "./world-facts.js";

const id = { type: "string" };
const TOOLS = normalizeTools([
  { name: "get_order", description: "Look up an order.", parameters: schema({ order_id: id }) },
  { name: "cancel_order", description: "Cancel an order.", parameters: schema({ order_id: id }) },
  { name: "delete_order", description: "Delete an order.", parameters: schema({ order_id: id }) },
  {
    name: "reschedule_order",
    description: "Move a delivery.",
    parameters: schema({
      order_id: id,
      new_date: { type: "string", format: "date" },
      window: { enum: ["morning", "evening"] },
    }),
  },
  { name: "create_order", description: "Place an order.", parameters: schema({ item: id }) },
  { name: "search_orders", description: "Find orders.", parameters: schema({ limit: { type: "integer" } }, []) },
  { name: "calculate", description: "Work out.", parameters: schema({ expression: id }) },
  { name: "notify", description: "Tell someone.", parameters: schema({ text: id }) },
]);

function schema(properties: Record<string, unknown>, required = Object.keys(properties)) {
  return { type: "object", properties, required, additionalProperties: false };
}

const entity = { parameter: "order_id", id: "DL-20418", named: "whole" } as const;
const world = (options: Partial<WorldOptions> = {}) =>
  createWorld({ tools: TOOLS, seed: 7, facts: { entity, prompt: "Where is DL-20418?" }, ...options });
const stateWorld = (state: string) => world({ facts: { entity, state, prompt: "Where is DL-20418?" } });
const order = { order_id: "DL-20418" };

describe("createWorld", () => {
  it.each<[string, string, unknown, object]>([
    ["unknown tool", "nope", {}, { status: "error", reason: "unknown_tool", tool: "nope" }],
    [
      "missing argument",
      "get_order",
      {},
      { status: "rejected", issues: [{ path: "order_id", message: "is required" }] },
    ],
    ["no arguments at all", "get_order", null, { status: "rejected", reason: "invalid_arguments" }],
    [
      "arguments that are text",
      "get_order",
      "DL-1",
      { status: "rejected", issues: [{ path: "", message: "must be object" }] },
    ],
    ["wrong type", "get_order", { order_id: 5 }, { status: "rejected", issues: [{ path: "order_id" }] }],
    [
      "unknown argument",
      "get_order",
      { ...order, x: 1 },
      { issues: [{ path: "x", message: "is not a known argument" }] },
    ],
    [
      "outside the enum",
      "reschedule_order",
      { ...order, new_date: "2026-04-01", window: "noon" },
      { issues: [{ path: "window", message: 'must be one of "morning", "evening"' }] },
    ],
    [
      "bad format",
      "reschedule_order",
      { ...order, new_date: "soon", window: "morning" },
      { issues: [{ path: "new_date" }] },
    ],
    ["placeholder", "get_order", { order_id: "<order id>" }, { status: "rejected", reason: "placeholder_argument" }],
    ["schema words", "get_order", { order_id: "order id" }, { reason: "placeholder_argument", fields: ["order_id"] }],
    ["arithmetic", "calculate", { expression: "2 * (3 + 4) ** 2" }, { data: { result: 98 } }],
    [
      "no arithmetic",
      "calculate",
      { expression: "two plus 2" },
      { status: "ok", data: { result: expect.any(Number) } },
    ],
    ["no record", "notify", { text: "hello there" }, { status: "ok", done: "notify" }],
  ])("answers %s", async (_, tool, args, expected) => {
    expect(await world().call(tool, args)).toMatchObject(expected);
  });

  it("gives the same answers for the same seed and calls", async () => {
    const play = async (seed: number) => {
      const one = world({ seed });
      return [
        await one.call("get_order", order),
        await one.call("search_orders", {}),
        await one.call("create_order", { item: "lamp" }),
      ];
    };
    expect(await play(3)).toEqual(await play(3));
    expect(await play(3)).not.toEqual(await play(4));
  });

  it("shows writes in later reads and never echoes a claim", async () => {
    const one = world();
    const before = (await one.call("get_order", order)) as { data: JsonObject };
    expect(before.data).toMatchObject({ id: "DL-20418", date: expect.any(String), window: expect.any(String) });
    await one.call("reschedule_order", { ...order, new_date: "2031-01-01", window: "evening" });
    const after = (await one.call("get_order", order)) as { data: JsonObject };
    expect(after.data).toEqual({ ...before.data, date: "2031-01-01", window: "evening", version: 2 });
    expect(JSON.stringify(await one.call("search_orders", { limit: 1 }))).toContain("DL-20418");
  });

  it("creates, cancels once and deletes for good", async () => {
    const one = world();
    const created = (await one.call("create_order", { item: "lamp" })) as { id: string; status: string };
    expect(created).toMatchObject({ status: "open", item: "lamp" });
    expect(await one.call("get_order", { order_id: created.id })).toMatchObject({ data: { item: "lamp" } });
    expect(await one.call("cancel_order", order)).toMatchObject({ status: "ok", data: { status: "cancelled" } });
    expect(await one.call("cancel_order", order)).toMatchObject({ status: "already_done", reason: "already_acted_on" });
    expect(await one.call("delete_order", order)).toMatchObject({ status: "deleted", removed: "DL-20418" });
    expect(await one.call("get_order", order)).toEqual({ status: "not_found", missing: ["DL-20418"] });
  });

  it("keeps a half done record finished once a write has finished it", async () => {
    const half = stateWorld(WORLD_STATES.partial);
    await half.call("reschedule_order", { ...order, new_date: "2026-04-01", window: "morning" });
    expect(await half.call("get_order", order)).toMatchObject({ data: { half_done: false, open_steps: [] } });
  });

  it("knows a record by the part of its identifier that the text gives", async () => {
    const partial = { ...entity, named: "partial" } as const;
    const some = world({ facts: { entity: partial, prompt: "the one ending 418" } });
    expect(await some.call("get_order", { order_id: "418" })).toMatchObject({ status: "ok", data: { id: "418" } });
    const gone = world({ facts: { entity: partial, state: WORLD_STATES.missing, prompt: "the one ending 418" } });
    expect(await gone.call("get_order", { order_id: "418" })).toMatchObject({ status: "not_found" });
  });

  it("bounds searches", async () => {
    const found = (await world().call("search_orders", {})) as { data: unknown[]; total: number };
    expect(found.data.length).toBeGreaterThan(0);
    expect(found.data.length).toBeLessThanOrEqual(6);
    expect(await world().call("search_orders", { limit: 0 })).toMatchObject({ data: [], total: 0 });
  });

  it("keeps to an output schema", async () => {
    const output = schema({ order_id: id, eta: { type: "string", format: "date" }, status: { enum: ["lost"] } });
    const tools = normalizeTools([{ name: "get_order", parameters: schema({ order_id: id }), output }]);
    const answer = await createWorld({ tools, facts: { entity } }).call("get_order", order);
    expect(answer).toEqual({ order_id: "DL-20418", eta: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), status: "lost" });
  });
});

describe("faults of the world", () => {
  it.each<[string, object]>([
    ["timeout", { status: "timeout", error: expect.any(String) }],
    ["malformed", { status: "ok", data: "<<garbled resp0nse" }],
    ["stale", { status: "ok", stale: true, as_of: "3 days ago", data: { id: "DL-20418" } }],
    ["permission_denied", { status: "permission_denied" }],
    ["rate_limited", { status: "rate_limited", code: 429, retry_after: 20 }],
    ["server_error", { status: "server_error", code: 500 }],
    ["partial_write", { status: "error", reason: "partial_write", saved: ["order_id"], not_saved: [] }],
    ["empty_result", { status: "ok", data: [] }],
    ["duplicate", { data: [{ id: "DL-20418" }, { id: "DL-20418" }] }],
    ["mine", { status: "custom", tool: "get_order" }],
  ])("%s", async (mode, expected) => {
    const modes = { mine: ({ tool }: { tool: string }) => ({ status: "custom", tool }) };
    const one = world({ faults: [{ tool: "get_order", mode, firstN: 1 }], modes });
    expect(await one.call("get_order", order, { callId: "c1" })).toMatchObject(expected);
    expect(one.faultsFired).toEqual([{ step: 0, tool: "get_order", mode }]);
    expect(one.events[0]).toMatchObject({ callId: "c1", fault: mode });
    expect(await one.call("get_order", order)).toMatchObject({ status: "ok", data: { id: "DL-20418" } });
  });

  it.each<[string, Omit<FaultPlan, "mode">, number[]]>([
    ["ordinals", { tool: "get_order", at: [1, 3] }, [1, 3]],
    ["the first calls", { tool: "get_order", firstN: 2 }, [0, 1]],
    ["every call until it recovers", { tool: "get_order", recoverAfter: 3 }, [0, 1, 2]],
    ["every call", { tool: "*" }, [0, 1, 2, 3, 4]],
    ["certain draws", { tool: "*", probability: 1, recoverAfter: 1 }, [0]],
    ["no draw", { tool: "*", probability: 0 }, []],
    ["another tool", { tool: "cancel_order" }, []],
  ])("hits %s", async (_, fault, hit) => {
    const one = world({ faults: [{ mode: "timeout", ...fault }] });
    for (let call = 0; call < 5; call++) await one.call("get_order", order);
    expect(one.faultsFired.map(({ step }) => step)).toEqual(hit);
  });

  it("does not fire for tools that do not exist, and counts `*` over all tools", async () => {
    const one = world({ faults: [{ tool: "*", mode: "timeout", at: [1] }] });
    await one.call("nope", {});
    await one.call("get_order", order);
    expect(await one.call("cancel_order", order)).toMatchObject({ status: "timeout" });
  });
});

it("refuses a schema that cannot be compiled, by name", async () => {
  const tools = normalizeTools([{ name: "f", parameters: { type: "object", properties: { a: { minimum: "x" } } } }]);
  await expect(createWorld({ tools }).call("f", {})).rejects.toThrow(
    /Tool "f": `parameters` is not a usable JSON Schema/,
  );
});

it("answers parallel calls alike whether the tools' checks are made yet or not", async () => {
  const fields = { note: { type: "string" }, id: { type: "string" } };
  const make = () =>
    normalizeTools([
      {
        name: "update_order",
        parameters: { type: "object", properties: fields },
        output: { type: "object", properties: fields },
      },
      { name: "get_order", parameters: { type: "object", properties: { id: { type: "string" } } } },
    ]);
  const tools = make();
  const play = () => {
    const world = createWorld({ tools });
    return Promise.all([
      world.call("update_order", { id: "first", note: "late" }),
      world.call("get_order", { id: "first" }),
    ]);
  };
  const cold = await play();
  expect(cold[1]).toMatchObject({ data: { note: "late" } });
  expect(await play()).toEqual(cold);
});
