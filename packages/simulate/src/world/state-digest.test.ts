import { type JsonObject, normalizeTools } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stateDigest } from "./state-digest.js";
import { createWorld } from "./world.js";

const text = { type: "string" };
const object = (properties: Record<string, unknown>) => ({ type: "object", properties });
const TOOLS = normalizeTools([
  { name: "get_order", parameters: object({ order_id: text }) },
  { name: "search_orders", parameters: object({ query: text }) },
  { name: "update_order", parameters: object({ order_id: text, amount: { type: "number" }, note: text }) },
  { name: "create_order", parameters: object({ item: text }) },
  { name: "delete_order", parameters: object({ order_id: text }) },
]);
const order = { order_id: "DL-20418" };
type Call = [tool: string, args: JsonObject];
async function after(...calls: Call[]) {
  const facts = { entity: { parameter: "order_id", id: "DL-20418", named: "whole" } } as const;
  const world = createWorld({ tools: TOOLS, seed: 4, facts });
  for (const [tool, args] of calls) await world.call(tool, args);
  return world.state();
}

describe("stateDigest", () => {
  it.each<[string, string, string, boolean]>([
    ["numbers of one value", '{"amount":25}', '{"amount":25.0}', true],
    ["exponents", '{"amount":25}', '{"amount":2.5e1}', true],
    ["zeros", '{"amount":0}', '{"amount":-0}', true],
    ["key order", '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}', true],
    ["a number and its text", '{"amount":25}', '{"amount":"25"}', false],
    ["list order", '{"a":[1,2]}', '{"a":[2,1]}', false],
    ["null and absent", '{"a":null}', "{}", false],
    ["keys that look like numbers", '{"10":1,"9":2}', '{"9":2,"10":1}', true],
    ["a key called __proto__", '{"__proto__":1}', "{}", false],
    ["keys and values that run together", '{"a":"b,c"}', '{"a":"b","c":""}', false],
  ])("%s", (_, left, right, same) => {
    expect(stateDigest(JSON.parse(left)) === stateDigest(JSON.parse(right))).toBe(same);
  });

  it("is 64 hex digits, whatever the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (state) => {
        const turned = Object.fromEntries(Object.entries(state).reverse());
        const digest = stateDigest(state as JsonObject);
        expect(digest).toMatch(/^[0-9a-f]{64}$/);
        expect(stateDigest(turned as JsonObject)).toBe(digest);
      }),
    );
  });
});

describe("the state of a world", () => {
  const refund: Call = ["update_order", { ...order, amount: 25 }];
  it("is empty before anything has changed, and reads change nothing", async () => {
    expect(await after()).toEqual({});
    expect(await after(["get_order", order], ["search_orders", {}], ["search_orders", { query: "x" }])).toEqual({});
    expect(stateDigest(await after(refund, ["get_order", order]))).toBe(stateDigest(await after(refund)));
    expect(stateDigest(await after(["search_orders", {}], refund))).toBe(stateDigest(await after(refund)));
  });

  it("tells outcomes apart, and nothing else", async () => {
    expect(await after(refund)).toMatchObject({ order: { "DL-20418": { id: "DL-20418", amount: 25 } } });
    expect(await after(refund)).not.toEqual(await after(["update_order", { ...order, amount: 24 }]));
    expect(await after(refund, refund)).toEqual(await after(refund));
    expect(await after(["update_order", { amount: 25.0, ...order }])).toEqual(await after(refund));
    expect(await after(["delete_order", order])).toEqual({ order: { "DL-20418": null } });
  });

  it("does not depend on the order of what was created, and forgets what was deleted again", async () => {
    const [lamp, chair] = [
      ["create_order", { item: "lamp" }],
      ["create_order", { item: "chair" }],
    ] as [Call, Call];
    expect(stateDigest(await after(lamp, chair))).toBe(stateDigest(await after(chair, lamp)));
    expect(stateDigest(await after(lamp, lamp))).not.toBe(stateDigest(await after(lamp)));
    const id = Object.keys((await after(lamp)).order ?? {})[0] as string;
    expect(await after(lamp, ["delete_order", { order_id: id }])).toEqual({});
  });

  it("takes a record that was changed back for unchanged", async () => {
    const world = createWorld({ tools: TOOLS, seed: 4 });
    const { data } = (await world.call("get_order", { order_id: "AB-1" })) as { data: JsonObject };
    await world.call("update_order", { order_id: "AB-1", note: "new" });
    expect(Object.keys(world.state())).toEqual(["order"]);
    await world.call("update_order", { order_id: "AB-1", note: data.note });
    expect(world.state()).toEqual({});
  });

  it("cannot be used to change the world", async () => {
    const world = createWorld({ tools: TOOLS, seed: 4 });
    await world.call("update_order", { order_id: "AB-1", note: "new" });
    const state = world.state() as { order: { [id: string]: JsonObject } };
    (state.order["AB-1"] as JsonObject).note = "changed";
    expect(world.state()).toMatchObject({ order: { "AB-1": { note: "new" } } });
  });
});
