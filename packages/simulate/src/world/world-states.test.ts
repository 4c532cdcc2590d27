import { type Json, type JsonObject, normalizeTools } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { createWorld } from "./world.js";
import { WORLD_STATES } from "./world-facts.js";

const text = { type: "string" };
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const TOOLS = normalizeTools([
  { name: "get_order", parameters: object({ order_id: text }) },
  { name: "search_orders", parameters: object({ status: text, customer: text, query: text, limit: {} }, []) },
  { name: "update_order", parameters: object({ order_id: text, address: text }) },
  { name: "cancel_order", parameters: object({ order_id: text }) },
  { name: "issue_refund", parameters: object({ order_id: text, amount: { type: "number" } }) },
  { name: "delete_order", parameters: object({ order_id: text }) },
  { name: "create_order", parameters: object({ item: text, customer: text }) },
  { name: "book_pickup", parameters: object({ order_id: text, day: text }) },
]);
const order = { order_id: "DL-20418" };
const entity = { parameter: "order_id", id: "DL-20418", named: "whole" } as const;
const open = (state: string | null, seed = 7) =>
  createWorld({ tools: TOOLS, seed, facts: { entity, state, prompt: "What about DL-20418?" } });

const CALLS = {
  read: ["get_order", order],
  search: ["search_orders", {}],
  update: ["update_order", { ...order, address: "4 Kiln Road" }],
  close: ["cancel_order", order],
  delete: ["delete_order", order],
  create: ["create_order", { item: "lamp", customer: "Ann" }],
  "create for it": ["book_pickup", { ...order, day: "Monday" }],
} as const;

const notFound = { status: "not_found", missing: ["DL-20418"] };
const alreadyDone = { status: "already_done", reason: "already_acted_on", data: { status: "closed" } };
const ambiguous = { status: "rejected", reason: "ambiguous", matches: 2 };
const created = { item: "lamp", status: "open" };
const it1 = { id: "DL-20418" };

type Expected = Record<keyof typeof CALLS, object>;
const TABLE: Record<string, Expected> = {
  [WORLD_STATES.exists]: {
    read: { status: "ok", data: it1 },
    search: { data: expect.arrayContaining([expect.objectContaining(it1)]) },
    update: { status: "ok", data: { ...it1, address: "4 Kiln Road", version: 2 } },
    close: { status: "ok", data: { ...it1, status: "cancelled" } },
    delete: { status: "deleted", removed: "DL-20418" },
    create: created,
    "create for it": { order_id: "DL-20418", status: "open" },
  },
  [WORLD_STATES.missing]: {
    read: notFound,
    search: { data: expect.not.arrayContaining([expect.objectContaining(it1)]) },
    update: notFound,
    close: notFound,
    delete: notFound,
    create: created,
    "create for it": notFound,
  },
  [WORLD_STATES.alreadyActedOn]: {
    read: { data: { ...it1, status: "closed", closed_on: expect.any(String) } },
    search: { data: expect.arrayContaining([expect.objectContaining({ ...it1, status: "closed" })]) },
    update: alreadyDone,
    close: alreadyDone,
    delete: alreadyDone,
    create: created,
    "create for it": alreadyDone,
  },
  [WORLD_STATES.duplicate]: {
    read: { matches: 2, data: [it1, { ...it1, entry: 2 }] },
    search: {
      data: expect.arrayContaining([expect.objectContaining(it1), expect.objectContaining({ ...it1, entry: 2 })]),
    },
    update: ambiguous,
    close: ambiguous,
    delete: ambiguous,
    create: created,
    "create for it": ambiguous,
  },
  [WORLD_STATES.partial]: {
    read: { data: { ...it1, half_done: true, open_steps: ["confirmation"], status: "in progress" } },
    search: { data: expect.arrayContaining([expect.objectContaining({ ...it1, half_done: true })]) },
    update: {
      data: { half_done: false, open_steps: [], done_steps: ["received", "confirmation"], status: "completed" },
    },
    close: { data: { half_done: false, open_steps: [], status: "cancelled" } },
    delete: { status: "deleted" },
    create: created,
    "create for it": { order_id: "DL-20418" },
  },
};

describe.each(Object.entries(TABLE))("%s", (state, expected) => {
  it.each(Object.entries(CALLS))("%s", async (name, [tool, args]) => {
    for (const seed of [7, 8, 9]) {
      const world = open(state, seed);
      expect(await world.call(tool, args)).toMatchObject(expected[name as keyof Expected]);
    }
  });
});

it("shows a duplicate as two records that differ", async () => {
  const { data } = (await open(WORLD_STATES.duplicate).call("get_order", order)) as { data: JsonObject[] };
  const [first, second] = data.map(({ entry: _, ...fields }) => JSON.stringify(fields));
  expect(first).not.toBe(second);
});

it("settles an unknown state by the seed, and the same for every tool", async () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 60; seed++) {
    const world = open(WORLD_STATES.unknown, seed);
    const read = (await world.call("get_order", order)) as { status: string; data?: JsonObject };
    const state =
      read.status === "not_found"
        ? "missing"
        : read.data?.half_done
          ? "half"
          : read.data?.closed_on
            ? "closed"
            : "there";
    seen.add(state);
    const update = (await world.call("update_order", CALLS.update[1])) as JsonObject;
    expect(update.status).toBe({ missing: "not_found", closed: "already_done", half: "ok", there: "ok" }[state]);
  }
  expect([...seen].sort()).toEqual(["closed", "half", "missing", "there"]);
});

describe("writes", () => {
  it("of a refund show in later reads and searches", async () => {
    const world = open(null);
    await world.call("issue_refund", { ...order, amount: 20 });
    const read = (await world.call("get_order", order)) as { data: JsonObject };
    expect(read.data).toMatchObject({ amount: 20, status: "refunded", version: 2 });
    for (const args of [{}, { status: "refunded" }, { query: "DL-20418" }]) {
      const found = (await world.call("search_orders", args)) as { data: Json[] };
      expect(found.data).toContainEqual(read.data);
    }
    const others = (await world.call("search_orders", { status: "open" })) as { data: JsonObject[] };
    expect(others.data.map(({ id }) => id)).not.toContain("DL-20418");
    expect(await world.call("issue_refund", { ...order, amount: 20 })).toMatchObject({ status: "already_done" });
  });

  it("make found what was created, under its fields and no others", async () => {
    const world = open(null);
    const { id } = (await world.call("create_order", { item: "lamp", customer: "Ann" })) as { id: string };
    const ids = async (args: object) =>
      ((await world.call("search_orders", args)) as { data: JsonObject[] }).data.map((record) => record.id);
    expect(await ids({})).toContain(id);
    expect(await ids({ customer: "ann" })).toContain(id);
    expect(await ids({ query: "the lamp" })).toContain(id);
    expect(await ids({ customer: "Bo" })).not.toContain(id);
    expect(await ids({ query: "chairs" })).not.toContain(id);
    await world.call("delete_order", { order_id: id });
    expect(await ids({})).not.toContain(id);
    expect(await world.call("get_order", { order_id: id })).toEqual({ status: "not_found", missing: [id] });
  });

  it("set what `changes` holds, and never the identifier", async () => {
    const [update] = normalizeTools([
      { name: "update_order", parameters: object({ order_id: text, changes: { type: "object" } }) },
    ]);
    const tools = [...TOOLS.filter(({ name }) => name !== "update_order"), ...(update ? [update] : [])];
    const world = createWorld({ tools, facts: { entity } });
    const changes = JSON.parse('{"id":"X-1","tags":["a"],"address":{"city":"Turin"},"__proto__":{"a":1}}');
    await world.call("update_order", { ...order, changes });
    const { data } = (await world.call("get_order", order)) as { data: JsonObject };
    expect(data).toMatchObject({ id: "DL-20418", tags: ["a"], address: { city: "Turin" } });
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  it("take an identifier that the caller gives, once", async () => {
    const tools = normalizeTools([
      { name: "write_file", parameters: object({ path: text, content: text }) },
      { name: "create_file", parameters: object({ path: text, content: text }) },
      { name: "read_file", parameters: object({ path: text }) },
    ]);
    const world = createWorld({ tools });
    await world.call("write_file", { path: "src/a.py", content: "one" });
    await world.call("write_file", { path: "src/a.py", content: "two" });
    expect(await world.call("read_file", { path: "src/a.py" })).toMatchObject({
      data: { id: "src/a.py", content: "two" },
    });
    expect(await world.call("create_file", { path: "src/a.py", content: "three" })).toMatchObject({
      status: "rejected",
      reason: "already_exists",
    });
  });
});

describe("tools of one kind agree", () => {
  it("on what a search found", async () => {
    for (let seed = 0; seed < 20; seed++) {
      const world = open(null, seed);
      for (const args of [{}, { status: "shipped" }, { customer: "Ines" }]) {
        const { data } = (await world.call("search_orders", args)) as { data: JsonObject[] };
        for (const record of data) {
          if ("status" in args && record.id !== "DL-20418") expect(record.status).toBe("shipped");
          expect(await world.call("get_order", { order_id: record.id })).toEqual({ status: "ok", data: record });
        }
        expect(await world.call("search_orders", args)).toMatchObject({ data });
      }
    }
  });

  it("on the kind, whatever their parameters", async () => {
    const tools = normalizeTools([
      { name: "get_order", parameters: object({ order_id: text }) },
      { name: "list_orders", parameters: object({ customer_id: text }) },
      { name: "get_customer", parameters: object({ customer_id: text }) },
      { name: "create_order", parameters: object({ customer_id: text, item: text }) },
    ]);
    const world = createWorld({ tools, facts: { prompt: "I am CU-1" } });
    const { id } = (await world.call("create_order", { customer_id: "CU-1", item: "lamp" })) as { id: string };
    expect(await world.call("get_order", { order_id: id })).toMatchObject({
      data: { customer_id: "CU-1", item: "lamp" },
    });
    const { data } = (await world.call("list_orders", { customer_id: "CU-1" })) as { data: JsonObject[] };
    expect(data[0]).toMatchObject({ id, customer_id: "CU-1" });
    expect(data.every((record) => record.customer_id === "CU-1")).toBe(true);
    const gone = createWorld({ tools, facts: { state: WORLD_STATES.missing, prompt: "I am CU-1" } });
    expect(await gone.call("list_orders", { customer_id: "CU-1" })).toEqual({ status: "not_found", missing: ["CU-1"] });
  });

  it("on a record that goes by part of its identifier", async () => {
    const facts = { entity: { ...entity, named: "partial" as const }, prompt: "the one ending 418" };
    const world = createWorld({ tools: TOOLS, facts });
    await world.call("cancel_order", { order_id: "418" });
    expect(await world.call("get_order", { order_id: "0418" })).toMatchObject({
      data: { id: "0418", status: "cancelled" },
    });
    expect(Object.keys(world.state().order ?? {})).toEqual(["DL-20418"]);
  });
});
