import { type Json, type JsonObject, normalizeTools, type ToolSchema } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueCheck } from "./argument-check.js";
import { createWorld } from "./world.js";
import { WORLD_STATES } from "./world-facts.js";

const text = { type: "string" };
const order = { order_id: "DL-20418" };
const entity = { parameter: "order_id", id: "DL-20418", named: "whole" } as const;

const VERBS: Record<string, JsonObject> = {
  get_order: order,
  search_orders: {},
  create_order: { item: "lamp" },
  update_order: { ...order, item: "lamp" },
  cancel_order: order,
  delete_order: order,
  calculate_total: { expression: "2 + 3" },
  notify_owner: { text: "hello" },
  get_weather: { day: "Monday" },
};

function toolOf(name: string, output: object): ToolSchema[] {
  const properties = Object.fromEntries(Object.keys(VERBS[name] as object).map((key) => [key, text]));
  return normalizeTools([{ name, parameters: { type: "object", properties }, output }]);
}
const open = (name: string, output: object, state: string | null = null) =>
  createWorld({ tools: toolOf(name, output), seed: 3, facts: { entity, state, prompt: "DL-20418" } });
const closed = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    { type: "string" },
    { type: "boolean" },
    { type: "null" },
    { type: ["string", "null"] },
    { type: "string", format: "date" },
    { type: "string", format: "date-time" },
    { type: "string", format: "email" },
    { type: "string", format: "uuid" },
    { type: "string", format: "uri" },
    { type: "string", format: "of-our-own" },
    { type: "string", pattern: "^[A-Z]{3}-\\d{2}$" },
    { enum: ["a", 2, null, true] },
    { const: { a: [1] } },
    true,
    {},
  ),
  fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: -50, max: 50 }) }),
  fc
    .tuple(fc.constantFrom("integer", "number"), fc.integer({ min: -99, max: 99 }), fc.integer({ min: 3, max: 60 }))
    .map(([type, minimum, span]) => ({ type, minimum, exclusiveMaximum: minimum + span })),
  fc.constantFrom(0.1, 0.25, 5, 7, 2.5).map((multipleOf) => ({ type: "number", multipleOf, minimum: -3, maximum: 40 })),
  fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 40 })).map(([minLength, more]) => ({
    type: "string",
    minLength,
    maxLength: minLength + more,
  })),
);

const names = fc.constantFrom(
  "id",
  "order_id",
  "status",
  "amount",
  "items",
  "data",
  "total",
  "success",
  "error",
  "owner",
  "x",
);

const schemas = fc.letrec<{ node: unknown; object: unknown }>((tie) => ({
  object: fc
    .tuple(
      fc.dictionary(names, tie("node"), { maxKeys: 4 }),
      fc.constantFrom(undefined, false, true),
      fc.array(fc.nat(), { maxLength: 4 }),
    )
    .map(([properties, additionalProperties, picks]) => {
      const known = Object.keys(properties);
      const required = known.length === 0 ? [] : [...new Set(picks.map((pick) => known[pick % known.length]))];
      return {
        type: "object",
        properties,
        required,
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
      };
    }),
  node: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf,
    tie("object"),
    fc
      .tuple(tie("node"), fc.nat({ max: 3 }), fc.nat({ max: 3 }))
      .map(([items, minItems, more]) => ({ type: "array", items, minItems, maxItems: minItems + more })),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc
      .tuple(tie("object"), tie("object"))
      .filter((parts) => parts.every((part) => !("additionalProperties" in (part as object))))
      .map((allOf) => ({ allOf: [allOf[0], { $ref: "#/$defs/shared" }] })),
  ),
}));
const outputs = schemas.object.map((schema) => ({
  ...(schema as object),
  $defs: { shared: { type: "object", properties: { note: text }, required: ["note"] } },
}));

describe("the declared output", () => {
  it.each(Object.entries(VERBS))("holds for every success of %s", async (name, args) => {
    await fc.assert(
      fc.asyncProperty(outputs, async (output) => {
        const tools = toolOf(name, output);
        const check = await valueCheck(tools[0]?.output as Record<string, unknown>, name, "output");
        const world = createWorld({ tools, seed: 3, facts: { entity, prompt: "DL-20418" } });
        const answer = await world.call(name, args);
        expect(check(answer), JSON.stringify({ answer, output })).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it.each<[string, string, object, unknown]>([
    [
      "the record's own values",
      "get_order",
      closed({ orderId: text, order_id: text, owner: text, eta: { type: "string", format: "date" } }),
      {
        order_id: "DL-20418",
        owner: expect.stringMatching(/^[A-Z]\w+ [A-Z]\w+$/),
        eta: expect.any(String),
        orderId: "DL-20418",
      },
    ],
    ["them inside an envelope", "get_order", closed({ data: closed({ id: text }) }), { data: { id: "DL-20418" } }],
    [
      "what a write set",
      "update_order",
      closed({ item: text, success: { type: "boolean" } }),
      { item: "lamp", success: true },
    ],
    ["a status of success", "get_weather", closed({ status: { enum: ["failed", "success"] } }), { status: "success" }],
    [
      "a status that is no failure",
      "get_weather",
      closed({ status: { enum: ["error", "sunny"] } }),
      { status: "sunny" },
    ],
    ["what was deleted", "delete_order", closed({ deleted: { type: "boolean" } }), { deleted: true }],
    ["no error", "get_weather", closed({ error: { type: ["string", "null"] } }), { error: null }],
    [
      "no error where none is needed",
      "get_weather",
      closed({ error: text, ok: { type: "boolean" } }, ["ok"]),
      { ok: true },
    ],
    ["a result of arithmetic", "calculate_total", closed({ result: { type: "number" } }), { result: 5 }],
  ])("shows %s", async (_, name, output, expected) => {
    expect(await open(name, output).call(name, VERBS[name])).toEqual(expected);
  });

  it("lists the same records as reads show", async () => {
    const tools = normalizeTools([
      {
        name: "search_orders",
        parameters: { type: "object", properties: { limit: {} } },
        output: closed({
          orders: { type: "array", items: closed({ order_id: text, owner: text }) },
          total: { type: "integer" },
        }),
      },
      { name: "get_order", parameters: { type: "object", properties: { order_id: text } } },
      {
        name: "list_orders",
        parameters: { type: "object", properties: {} },
        output: { type: "array", items: closed({ id: text, owner: text }) },
      },
    ]);
    const world = createWorld({ tools, facts: { entity } });
    const { orders, total } = (await world.call("search_orders")) as unknown as { orders: JsonObject[]; total: number };
    expect(total).toBe(orders.length);
    expect(orders[0]?.order_id).toBe("DL-20418");
    for (const found of orders) {
      expect(await world.call("get_order", { order_id: found.order_id })).toMatchObject({
        data: { owner: found.owner },
      });
    }
    expect(((await world.call("list_orders")) as JsonObject[])[0]).toMatchObject({ id: "DL-20418" });
    expect(await world.call("search_orders", { limit: 0 })).toEqual({ orders: [], total: 0 });
  });
});

describe("a failure", () => {
  const notFound = { status: "not_found", missing: ["DL-20418"] };
  it.each<[string, object, Json]>([
    ["stays a status object where the schema has no place for it", closed({ order_id: text }), notFound],
    ["stays one where the status means something else", closed({ status: { enum: ["open", "closed"] } }), notFound],
    ["is as it is where the schema takes it", { type: "object", properties: { status: text } }, notFound],
    ["goes where the status is", closed({ status: text, order_id: text }, ["status"]), { status: "not_found" }],
    ["goes where the error is", closed({ order_id: text, error: text }, []), { error: "not_found" }],
    [
      "goes into an error object",
      closed({ error: closed({ code: text, message: text }) }, []),
      { error: { code: "not_found", message: "not_found" } },
    ],
    [
      "takes the option that is for it",
      { anyOf: [closed({ order_id: text }), closed({ status: { const: "not_found" }, error: text })] },
      { status: "not_found", error: "not_found" },
    ],
  ])("%s", async (_, output, expected) => {
    expect(await open("get_order", output, WORLD_STATES.missing).call("get_order", order)).toEqual(expected);
  });

  it("of a fault holds to nothing", async () => {
    const tools = toolOf("get_order", closed({ order_id: text }));
    const world = createWorld({ tools, faults: [{ tool: "*", mode: "duplicate" }], facts: { entity } });
    expect(await world.call("get_order", order)).toEqual({ status: "ok", data: [order, order] });
  });
});
