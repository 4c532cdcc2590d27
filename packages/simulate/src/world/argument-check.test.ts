import { normalizeTools } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { prepareChecks, readyCheck, valueCheck } from "./argument-check.js";
import { createWorld } from "./world.js";

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";

type Case = [name: string, schema: Record<string, unknown>, good: unknown, bad: unknown, path: string];
const CASES: Case[] = [
  [
    "draft 7 definitions",
    {
      $schema: DRAFT_7,
      type: "object",
      properties: { line: { $ref: "#/definitions/line" } },
      definitions: { line: { type: "object", properties: { sku: {} }, required: ["sku"] } },
    },
    { line: { sku: 1 } },
    { line: {} },
    "line.sku",
  ],
  [
    "draft 7 tuples",
    { $schema: DRAFT_7, type: "object", properties: { at: { items: [{ type: "number" }, { type: "string" }] } } },
    { at: [1, "b"] },
    { at: ["b", "b"] },
    "at.0",
  ],
  [
    "draft 7 tuples that end",
    { properties: { at: { items: [{ type: "number" }], additionalItems: false } } },
    { at: [1] },
    { at: [1, 2] },
    "at",
  ],
  ["draft 7 dependencies", { dependencies: { card: ["expiry"] } }, { card: 1, expiry: 2 }, { card: 1 }, "expiry"],
  [
    "2020-12 tuples",
    { properties: { at: { prefixItems: [{ type: "number" }], items: false } } },
    { at: [1] },
    { at: ["a"] },
    "at.0",
  ],
  [
    "2020-12 definitions",
    { $defs: { n: { type: "number" } }, properties: { n: { $ref: "#/$defs/n" } } },
    { n: 1 },
    { n: "1" },
    "n",
  ],
  [
    "references by name",
    {
      $id: "https://shop.example/order",
      properties: { n: { $ref: "https://shop.example/order#/$defs/n" } },
      $defs: { n: { type: "number" } },
    },
    { n: 1 },
    { n: "1" },
    "n",
  ],
  [
    "anchors",
    { $defs: { n: { $anchor: "count", type: "number" } }, properties: { n: { $ref: "#count" } } },
    { n: 1 },
    { n: "1" },
    "n",
  ],
  [
    "schemas that contain themselves",
    { properties: { next: { $ref: "#" }, n: { type: "number" } } },
    { next: { next: {} } },
    { next: { n: "1" } },
    "next.n",
  ],
  ["draft 4 names", { id: "order", properties: { id: { type: "string", id: "inner" } } }, { id: "a" }, { id: 1 }, "id"],
  [
    "formats that are known",
    { properties: { day: { type: "string", format: "date" } } },
    { day: "2026-01-31" },
    { day: "2026-31-01" },
    "day",
  ],
  [
    "data that looks like a schema",
    { properties: { a: { const: { items: [1] } } } },
    { a: { items: [1] } },
    { a: { prefixItems: [1] } },
    "a",
  ],
];

describe("valueCheck", () => {
  it.each(CASES)("reads %s", async (_, schema, good, bad, path) => {
    const check = await valueCheck(schema, "t", "parameters");
    expect(check(good)).toEqual([]);
    expect(check(bad)).toContainEqual({ path, message: expect.any(String) });
  });

  it("carries formats that nobody knows", async () => {
    const check = await valueCheck(
      { properties: { a: { type: "string", format: "order-number" } } },
      "t",
      "parameters",
    );
    expect(check({ a: "anything" })).toEqual([]);
    expect(check({ a: 1 })).toHaveLength(1);
  });

  it("compiles a schema once, and takes two that share a name", async () => {
    const schema = { $id: "https://shop.example/twice", type: "object" };
    expect(await valueCheck(schema, "a", "parameters")).toBe(await valueCheck(schema, "a", "parameters"));
    const other = { $id: "https://shop.example/twice", required: ["x"] };
    expect((await valueCheck(other, "b", "parameters"))({})).toHaveLength(1);
    expect((await valueCheck(schema, "a", "parameters"))({})).toEqual([]);
  });

  it("is ready after the tools were prepared", async () => {
    const tools = normalizeTools([{ name: "f", parameters: { type: "object" }, output: { type: "string" } }]);
    expect(readyCheck(tools[0]?.parameters ?? {})).toBeUndefined();
    await prepareChecks(tools);
    expect(readyCheck(tools[0]?.parameters ?? {})?.({})).toEqual([]);
    expect(readyCheck(tools[0]?.output ?? {})?.(1)).toHaveLength(1);
  });
});

it.each(CASES)("rejects what a tool's own schema refuses: %s", async (_, parameters, good, bad) => {
  const tools = normalizeTools([{ name: "check_it", parameters: { type: "object", ...parameters } }]);
  const world = createWorld({ tools });
  expect(await world.call("check_it", good)).not.toMatchObject({ status: "rejected" });
  expect(await world.call("check_it", bad)).toMatchObject({ status: "rejected", reason: "invalid_arguments" });
});

it("keeps no schema for good: another may have parts of the same name", async () => {
  for (let index = 0; index < 10; index++) {
    const part = { $id: `https://shop.example/p${index % 5}`, minimum: index };
    const check = await valueCheck({ type: "object", properties: { part } }, "t", "parameters");
    expect(check({ part: index })).toEqual([]);
    expect(check({ part: index - 1 })).toHaveLength(1);
  }
});
