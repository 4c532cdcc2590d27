import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolSchemaError } from "../errors/tool-schema-error.js";
import { Tool, tool } from "./tool.js";

const context = { signal: new AbortController().signal, rolloutIndex: 0, prompt: "hi" };
const getOrder = tool({
  name: "get_order",
  description: "Look up an order.",
  input: z.object({ order_id: z.string().min(2), note: z.string().default("none") }),
  output: z.object({ status: z.string() }),
  execute: ({ order_id, note }) => ({ status: "ok", order_id, note }),
});

describe("tool", () => {
  it("describes itself from the schema", () => {
    expect(getOrder.parameters).toEqual({
      type: "object",
      properties: { order_id: { type: "string", minLength: 2 }, note: { type: "string", default: "none" } },
      required: ["order_id"],
    });
    expect(getOrder.output).toMatchObject({ properties: { status: { type: "string" } } });
    expect(JSON.parse(JSON.stringify(getOrder))).toMatchObject({ type: "function", function: { name: "get_order" } });
  });

  it("takes a JSON Schema, which also speaks for a schema that cannot describe itself", () => {
    const parameters = { type: "object", properties: { a: { type: "float" } } };
    const plain = tool({ name: "f", description: "", parameters });
    expect(plain.parameters).toEqual({
      type: "object",
      properties: { a: { type: "number", "x-original-type": "float" } },
    });
    expect(plain.validate).toBeUndefined();
    const mute = { "~standard": { version: 1, vendor: "mute", validate: (value: unknown) => ({ value }) } } as const;
    expect(() => tool({ name: "f", description: "", input: mute })).toThrow(/mute schema of `input` cannot describe/);
    expect(tool({ name: "f", description: "", input: mute, parameters }).validate).toBeTypeOf("function");
  });

  it.each([
    ["no object", undefined, "tool"],
    ["no name", { description: "", parameters: {} }, "name"],
    ["blank name", { name: " ", description: "", parameters: {} }, "name"],
    ["no description", { name: "f", parameters: {} }, "description"],
    ["no schema", { name: "f", description: "" }, "input"],
    ["input that is no schema", { name: "f", description: "", input: { type: "object" } }, "input"],
    ["unrepresentable input", { name: "f", description: "", input: z.object({ at: z.date() }) }, "input"],
    ["body that is no function", { name: "f", description: "", parameters: {}, execute: 1 }, "execute"],
    ["input that is no object", { name: "f", description: "", input: z.string() }, "parameters.type"],
  ])("refuses %s", (_, definition, path) => {
    let error: unknown;
    try {
      tool(definition as never);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ToolSchemaError);
    expect((error as ToolSchemaError).path).toBe(path);
  });
});

describe("Tool.dispatch", () => {
  const fails = tool({
    name: "fails",
    description: "",
    parameters: { type: "object", properties: { a: {} }, required: ["a"] },
    execute: () => {
      throw new TypeError("no stock");
    },
  });
  const bodyless = tool({ name: "bodyless", description: "", parameters: {} });
  const run = Tool.dispatch([getOrder, fails, bodyless]);

  it.each([
    ["get_order", { order_id: "A-1" }, { status: "ok", order_id: "A-1", note: "none" }],
    [
      "get_order",
      { order_id: "A" },
      { status: "rejected", reason: "invalid_arguments", issues: [{ path: "order_id" }] },
    ],
    ["fails", { a: 1 }, { status: "error", error: "TypeError: no stock" }],
    ["fails", {}, { status: "rejected", issues: [{ path: "a", message: "is required" }] }],
    ["fails", null, { status: "rejected", issues: [{ path: "" }] }],
    ["bodyless", {}, { status: "not_found", error: "The tool bodyless has no body." }],
    ["nope", {}, { status: "not_found", error: "There is no tool called nope." }],
  ])("%s %j", async (name, args, expected) => {
    expect(await run(name, args as never, context)).toMatchObject(expected);
  });

  it("lets an abort through", async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(run("fails", { a: 1 }, { ...context, signal: abort.signal })).rejects.toThrow("no stock");
  });
});

it.each([
  [null],
  [[null]],
  [
    [
      { name: "a", parameters: {} },
      { name: "a", parameters: {} },
    ],
  ],
])("Tool.dispatch refuses %j as a list of tools", (tools) => {
  expect(() => Tool.dispatch(tools as never)).toThrow(ToolSchemaError);
});

it.each([
  [null, "Error: null"],
  [Object.create(null), "Error"],
  ["out of stock", "Error: out of stock"],
  [new RangeError("out of stock"), "RangeError: out of stock"],
])("Tool.dispatch answers for a body that throws %j", async (thrown, error) => {
  const fails = tool({
    name: "fails",
    description: "",
    parameters: { type: "object" },
    execute: () => {
      throw thrown;
    },
  });
  const answer = await Tool.dispatch([fails])("fails", {}, { signal: new AbortController().signal } as never);
  expect(answer).toEqual({ status: "error", error });
});

it("tool() refuses a field that is not one of a tool's", () => {
  const misspelt = { name: "f", description: "", parameters: { type: "object" }, excute: () => 1 };
  expect(() => tool(misspelt as never)).toThrow(/unknown option `excute`.*`execute`/);
});
