import { type JsonObject, normalizeTools } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWorld } from "./world.js";

const TOOLS = normalizeTools([
  {
    name: "search_orders",
    parameters: {
      type: "object",
      properties: {
        status: { type: "string", enum: ["open", "shipped"] },
        customer: { type: "string" },
        query: { type: "string" },
        min_amount: { type: "number" },
        max_amount: { type: "number" },
        since: { type: "string" },
        limit: {},
        offset: {},
        page: {},
        sort_by: { type: "string" },
      },
    },
  },
  { name: "get_order", parameters: { type: "object", properties: { order_id: { type: "string" } } } },
  {
    name: "create_order",
    parameters: { type: "object", properties: { item: { type: "string" }, amount: { type: "number" } } },
  },
]);
const open = (seed = 0) => createWorld({ tools: TOOLS, seed });
type Found = { data: JsonObject[]; total: number };
const search = async (world: ReturnType<typeof open>, args: object) =>
  (await world.call("search_orders", args)) as unknown as Found;

describe("limits", () => {
  it.each<[unknown, number]>([
    [0, 0],
    ["0", 0],
    [1, 1],
    ["2", 2],
    [2.9, 2],
    [1e308, 50],
    [Number.MAX_SAFE_INTEGER, 50],
    ["1e400", 50],
    [-1, 6],
    [-1e308, 6],
    ["NaN", 6],
    ["", 6],
    ["two", 6],
    ["Infinity", 50],
    [true, 6],
    [null, 6],
    [[3], 6],
    [{}, 6],
    [Number.NaN, 6],
  ])("%j gives at most %i", async (limit, most) => {
    const world = open();
    for (let index = 0; index < 60; index++) await world.call("create_order", { item: `item ${index}` });
    const { data, total } = await search(world, { limit });
    expect(data).toHaveLength(most);
    expect(total).toBe(most);
  });

  it("gives one to six where nothing is known", async () => {
    const sizes = new Set<number>();
    for (let seed = 0; seed < 40; seed++) sizes.add((await search(open(seed), {})).data.length);
    expect([...sizes].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("pages through one list", async () => {
    const world = open();
    for (let index = 0; index < 10; index++) await world.call("create_order", { item: `item ${index}` });
    const all = (await search(world, { limit: 50 })).data;
    const byPage = [1, 2, 3].map((page) => search(world, { page, limit: 4 }));
    expect((await Promise.all(byPage)).flatMap(({ data }) => data)).toEqual(all.slice(0, 12));
    expect((await search(world, { offset: 3, limit: 2 })).data).toEqual(all.slice(3, 5));
    expect((await search(world, { page: 1e308 })).data).toEqual([]);
    expect((await search(world, { sort_by: "amount", limit: 50 })).data).toHaveLength(all.length);
  });
});

it("finds what lies within bounds", async () => {
  const world = open();
  const [low, high] = await Promise.all(
    [10, 90].map(async (amount) => (await world.call("create_order", { item: "lamp", amount })) as { id: string }),
  );
  const within = (await search(world, { min_amount: 50 })).data;
  expect(within.map(({ id }) => id)).toContain(high?.id);
  expect(within.map(({ id }) => id)).not.toContain(low?.id);
  expect(within.every(({ amount }) => (amount as number) >= 50)).toBe(true);
  const below = (await search(world, { max_amount: 50 })).data;
  expect(below.map(({ id }) => id)).toContain(low?.id);
  expect(below.every(({ amount }) => (amount as number) <= 50)).toBe(true);
  const dated = (await search(world, { since: "2026-03-01" })).data;
  expect(dated).not.toEqual([]);
  expect(dated.every(({ date }) => (date as string) >= "2026-03-01")).toBe(true);
});

it("does not find everything that an agent can name", async () => {
  const counts: number[] = [];
  for (let seed = 0; seed < 60; seed++) {
    counts.push((await search(open(seed), { customer: "Zorblax the Unheard Of" })).data.length);
  }
  const empty = counts.filter((count) => count === 0).length;
  expect(empty).toBeGreaterThan(5);
  expect(empty).toBeLessThan(35);
});

it("answers any arguments with a bounded list, the same twice", async () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());
  const names = fc.constantFrom(
    "status",
    "customer",
    "query",
    "limit",
    "offset",
    "page",
    "min_amount",
    "since",
    "__proto__",
    "id",
  );
  const calls = fc.array(fc.dictionary(names, value, { maxKeys: 4 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(calls, async (all) => {
      const [one, other] = [open(1), open(1)];
      for (const args of all) {
        const answer = await one.call("search_orders", args);
        expect(await other.call("search_orders", args)).toEqual(answer);
        const { status, data } = answer as unknown as { status: string; data: unknown[] };
        if (status === "rejected") continue;
        expect(data.length).toBeLessThanOrEqual(50);
      }
      expect(one.state()).toEqual({});
    }),
    { numRuns: 60 },
  );
});
