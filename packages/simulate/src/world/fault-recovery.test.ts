import { type Json, type JsonObject, normalizeTools } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { FAULT_MODES } from "./fault-answer.js";
import { createWorld } from "./world.js";

const text = { type: "string" };
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const TOOLS = normalizeTools([
  { name: "get_order", description: "Look up an order.", parameters: object({ order_id: text }) },
  { name: "search_orders", description: "Find orders.", parameters: object({ item: text }, []) },
  {
    name: "update_order",
    description: "Change an order.",
    parameters: object({ order_id: text, item: text, note: text }),
  },
  {
    name: "cancel_order",
    description: "Cancel an order.",
    parameters: object({ order_id: text, reason: text }, ["order_id"]),
  },
  { name: "create_order", description: "Place an order.", parameters: object({ item: text, note: text }) },
  { name: "delete_order", description: "Delete an order.", parameters: object({ order_id: text }) },
]);
const order = { order_id: "DL-20418" };
const CALLS: Record<string, JsonObject> = {
  get_order: order,
  search_orders: {},
  update_order: { ...order, item: "lamp", note: "blue" },
  cancel_order: order,
  create_order: { item: "lamp", note: "blue" },
  delete_order: order,
};
const facts = { entity: { parameter: "order_id", id: "DL-20418", named: "whole" }, prompt: "DL-20418" } as const;
const open = (tool: string, mode?: string, recoverAfter?: number) =>
  createWorld({ tools: TOOLS, seed: 5, facts, faults: mode === undefined ? [] : [{ tool, mode, recoverAfter }] });
const failed = (result: Json) =>
  ["timeout", "error", "server_error", "rate_limited", "permission_denied"].includes(
    String((result as JsonObject).status),
  );

const REACHES_THE_TOOL = ["stale", "partial_write", "duplicate"];

describe.each(FAULT_MODES.map((mode) => [mode]))("%s", (mode) => {
  it.each(Object.entries(CALLS))("lets a second try of %s through", async (tool, args) => {
    for (const named of [tool, "*"]) {
      const clean = open(tool);
      const truth = await clean.call(tool, args);
      const world = open(named, mode, 1);
      const first = await world.call(tool, args);
      expect(first).not.toEqual(truth);
      expect(world.faultsFired).toEqual([{ step: 0, tool, mode }]);
      const second = await world.call(tool, args);
      expect(world.faultsFired).toHaveLength(1);
      const isWrite = !["get_order", "search_orders"].includes(tool);
      if (!isWrite || !REACHES_THE_TOOL.includes(mode)) expect(second).toEqual(truth);
      else if (mode === "partial_write") {
        // What was half done is done, and nothing is done twice.
        expect(world.state()).toEqual(clean.state());
        expect(failed(second)).toBe(false);
      } else if (tool === "cancel_order") expect(second).toMatchObject({ status: "already_done" });
      else if (tool === "delete_order") expect(second).toMatchObject({ status: "not_found" });
      else expect(failed(second)).toBe(false);
    }
  });
});

it.each(FAULT_MODES.filter((mode) => !REACHES_THE_TOOL.includes(mode)))("%s changes nothing", async (mode) => {
  const world = open("*", mode);
  for (const [tool, args] of Object.entries(CALLS)) await world.call(tool, args);
  expect(world.state()).toEqual({});
  expect(world.faultsFired).toHaveLength(Object.keys(CALLS).length);
});

describe("a partial write", () => {
  it("leaves an update half done, and later reads show it", async () => {
    const world = open("update_order", "partial_write", 1);
    const before = (await world.call("get_order", order)) as { data: JsonObject };
    expect(await world.call("update_order", CALLS.update_order)).toMatchObject({
      status: "error",
      reason: "partial_write",
      saved: ["order_id", "item"],
      not_saved: ["note"],
    });
    expect(await world.call("get_order", order)).toMatchObject({
      data: { item: "lamp", note: before.data.note, half_done: true, open_steps: ["note"], status: "in progress" },
    });
    await world.call("update_order", CALLS.update_order);
    const after = (await world.call("get_order", order)) as { data: JsonObject };
    expect(after.data).toMatchObject({ item: "lamp", note: "blue", status: before.data.status });
    expect(after.data).not.toHaveProperty("half_done");
  });

  it("leaves a cancellation open, and a deleted record there", async () => {
    for (const [tool, step] of [
      ["cancel_order", "cancel"],
      ["delete_order", "delete"],
    ] as const) {
      const world = open(tool, "partial_write", 1);
      expect(await world.call(tool, order)).toMatchObject({ saved: ["order_id"], not_saved: [step] });
      expect(await world.call("get_order", order)).toMatchObject({ data: { half_done: true, open_steps: [step] } });
    }
  });

  it("creates half a record, which the same call finishes and another does not", async () => {
    const world = open("create_order", "partial_write", 1);
    const { id } = (await world.call("create_order", CALLS.create_order)) as { id: string };
    expect(await world.call("get_order", { order_id: id })).toMatchObject({
      data: { item: "lamp", half_done: true, open_steps: ["note"] },
    });
    expect(await world.call("create_order", { item: "chair", note: "red" })).not.toMatchObject({ id });
    expect(await world.call("create_order", CALLS.create_order)).toMatchObject({ id, note: "blue", status: "open" });
    expect(Object.keys(world.state().order ?? {})).toHaveLength(2);
  });

  it("saves nothing of what a real body does", async () => {
    const bodies: string[] = [];
    const world = createWorld({
      tools: TOOLS,
      execute: (tool) => bodies.push(tool),
      faults: [{ tool: "*", mode: "partial_write", recoverAfter: 1 }],
    });
    expect(await world.call("cancel_order", order)).toMatchObject({ saved: [], not_saved: ["order_id"] });
    expect(bodies).toEqual([]);
  });
});

describe("a duplicate", () => {
  it("creates two records and reads one twice", async () => {
    const world = open("*", "duplicate");
    const created = (await world.call("create_order", CALLS.create_order)) as { id: string; data: JsonObject[] };
    expect(created.data.map((record) => record.item)).toEqual(["lamp", "lamp"]);
    expect(new Set(created.data.map((record) => record.id)).size).toBe(2);
    expect(Object.keys(world.state().order ?? {})).toHaveLength(2);
    const read = (await world.call("get_order", order)) as { data: Json[] };
    expect(read.data).toHaveLength(2);
    expect(read.data[0]).toEqual(read.data[1]);
  });

  it("of a call that fails fails once", async () => {
    const world = open("*", "duplicate");
    expect(await world.call("get_order", {})).toMatchObject({ status: "rejected", reason: "invalid_arguments" });
  });

  it("runs a real body twice", async () => {
    let runs = 0;
    const world = createWorld({ tools: TOOLS, execute: () => ++runs, faults: [{ tool: "*", mode: "duplicate" }] });
    await world.call("cancel_order", order);
    expect(runs).toBe(2);
  });
});

describe("a stale answer", () => {
  it("shows records as they were before the rollout", async () => {
    const world = createWorld({
      tools: TOOLS,
      facts,
      faults: [
        { tool: "get_order", mode: "stale", at: 1 },
        { tool: "search_orders", mode: "stale", at: 0 },
      ],
    });
    const before = (await world.call("get_order", order)) as { data: JsonObject };
    await world.call("update_order", CALLS.update_order);
    const { id } = (await world.call("create_order", CALLS.create_order)) as { id: string };
    expect(await world.call("get_order", order)).toEqual({ ...before, stale: true, as_of: "3 days ago" });
    const found = JSON.stringify(await world.call("search_orders", {}));
    expect(found).not.toContain(id);
    expect(found).not.toContain('"lamp"');
    expect(await world.call("get_order", order)).toMatchObject({ data: { item: "lamp" } });
    expect(JSON.stringify(await world.call("search_orders", {}))).toContain(id);
  });

  it("of a write shows the record before it, and the write holds", async () => {
    const world = open("cancel_order", "stale", 1);
    const before = (await world.call("get_order", order)) as { data: JsonObject };
    expect(await world.call("cancel_order", order)).toMatchObject({
      stale: true,
      data: { status: before.data.status },
    });
    expect(await world.call("get_order", order)).toMatchObject({ data: { status: "cancelled" } });
  });
});
