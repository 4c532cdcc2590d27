import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasFailed } from "./has-failed.js";
import { readTraces } from "./read-traces.js";
import type { Trace } from "./trace.js";

async function one(record: unknown): Promise<Trace> {
  const { traces, skipped, firstReason } = await readTraces([record]);
  expect([skipped, firstReason]).toEqual([0, null]);
  expect(traces).toHaveLength(1);
  return traces[0] as Trace;
}

const CALL = { name: "get_order", arguments: '{"order_id":"ORD-1"}' };
const TIMEOUT = '{"status":"timeout"}';

describe("what a record of one conversation says", () => {
  test.each<[string, unknown, Partial<Trace>]>([
    [
      "our row",
      {
        schema_version: "1",
        prompt: "Where is it?",
        scenario_dimensions: { tool: "get_order", stance: "hurried", origin: "realized" },
        world_state: "entity missing",
        steps: [
          { tool: "get_order", arguments: {}, result: { status: "timeout" } },
          { tool: "get_order", arguments: {}, result: null },
          { user: "And now?" },
          { tool: "get_order", text: "Again.", arguments: {}, result: { status: "ok" } },
        ],
        final_text: "It is on its way.",
        reward: "1",
      },
      {
        asks: ["Where is it?", "And now?"],
        calls: [
          { tool: "get_order", fault: "timeout" },
          { tool: "get_order", fault: null },
          { tool: "get_order", fault: null },
        ],
        finalText: "It is on its way.",
        reward: 1,
        dimensions: { tool: "get_order", stance: "hurried", world_state: "entity missing" },
      },
    ],
    [
      "a row with broken arguments and no last words",
      { prompt: "a", steps: [{ tool: "t", arguments: {}, arguments_raw: "{", result: null }], final_text: "" },
      { calls: [{ tool: "t", fault: "rejected" }], finalText: "" },
    ],
    [
      "a row that has only messages",
      { scenario_id: "x", messages: [{ role: "user", content: "Hello" }], reward: 0 },
      { asks: ["Hello"], reward: 0 },
    ],
    ["a row that has only a prompt", { prompt: "Hello", reward: true }, { asks: ["Hello"], reward: 1, calls: [] }],
    [
      "a row of JSON columns",
      { prompt: "a", steps_json: '[{"tool":"t","arguments":{},"result":{"status":"denied"}}]', final_text: "b" },
      { asks: ["a"], calls: [{ tool: "t", fault: "deny" }], finalText: "b" },
    ],
    [
      "a row with a tool trace",
      { prompt: "a", tool_trace: [{ tool: "t", input: {}, output: { status: 500 } }], final_text: "b" },
      { calls: [{ tool: "t", fault: "500" }] },
    ],
    [
      "a chat log of OpenAI, results by id",
      {
        messages: [
          { role: "system", content: "Help." },
          {
            role: "user",
            content: [
              { type: "text", text: "Where is it?" },
              { type: "image_url", image_url: {} },
            ],
          },
          {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: "a", type: "function", function: CALL },
              { id: "b", type: "function", function: { ...CALL, name: "refund" } },
            ],
          },
          { role: "tool", tool_call_id: "b", content: TIMEOUT },
          { role: "tool", tool_call_id: "a", content: '{"status":"ok"}' },
        ],
        response: {
          choices: [{ message: { role: "assistant", content: "I cannot." } }, { message: { content: "b" } }],
        },
      },
      {
        asks: ["Where is it?"],
        calls: [
          { tool: "get_order", fault: null },
          { tool: "refund", fault: "timeout" },
        ],
        finalText: "I cannot.",
        reward: null,
      },
    ],
    [
      "the older function call of OpenAI",
      {
        messages: [
          { role: "user", content: "Go" },
          { role: "assistant", function_call: { name: "t", arguments: "{not json" } },
          { role: "function", name: "t", content: "[]" },
        ],
      },
      { calls: [{ tool: "t", fault: "rejected" }], finalText: null },
    ],
    [
      "items of the Responses API",
      {
        request: { input: "Where is it?" },
        response: {
          output: [
            { type: "reasoning", summary: [] },
            { type: "function_call", call_id: "c", ...CALL },
            { type: "function_call_output", call_id: "c", output: TIMEOUT },
            { type: "message", role: "assistant", content: [{ type: "output_text", text: "Sorry." }] },
          ],
        },
      },
      { asks: ["Where is it?"], calls: [{ tool: "get_order", fault: "timeout" }], finalText: "Sorry." },
    ],
    [
      "a log of Anthropic",
      {
        system: "Help.",
        messages: [
          { role: "user", content: "Where is it?" },
          {
            role: "assistant",
            content: [
              { type: "text", text: "Let me" },
              { type: "text", text: "look." },
              { type: "tool_use", id: "t1", name: "get_order", input: { order_id: "ORD-1" } },
              { type: "tool_use", id: "t2", name: "refund", input: {} },
            ],
          },
          {
            role: "user",
            content: [
              { type: "tool_result", tool_use_id: "t2", is_error: true, content: [{ type: "text", text: "down" }] },
              { type: "tool_result", tool_use_id: "t1", content: '{"status":"not_found"}' },
              { type: "text", text: "Well?" },
            ],
          },
        ],
        response: { role: "assistant", content: [{ type: "text", text: "It is gone." }] },
      },
      {
        asks: ["Where is it?", "Well?"],
        calls: [
          { tool: "get_order", fault: "not_found" },
          { tool: "refund", fault: "error" },
        ],
        finalText: "It is gone.",
      },
    ],
    [
      "messages of the Vercel AI SDK",
      {
        messages: [
          { role: "user", content: "Go" },
          { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "t", input: {} }] },
          {
            role: "tool",
            content: [
              { type: "tool-result", toolCallId: "1", toolName: "t", output: { type: "error-text", value: "down" } },
            ],
          },
        ],
      },
      { asks: ["Go"], calls: [{ tool: "t", fault: "error" }] },
    ],
    [
      "a result of the Model Context Protocol",
      { prompt: "a", steps: [{ tool: "t", result: { content: [], isError: true } }] },
      { calls: [{ tool: "t", fault: "error" }] },
    ],
    [
      "a result that no call asked for",
      {
        messages: [
          { role: "tool", name: "t", content: TIMEOUT },
          { role: "tool", content: "lost" },
        ],
      },
      { asks: [], calls: [{ tool: "t", fault: "timeout" }] },
    ],
  ])("%s", async (_, record, expected) => {
    expect(await one(record)).toMatchObject(expected);
  });
});

test.each<[string, unknown]>([
  ["a record is null", null],
  ["a record is an array", []],
  ["a record is a string", "rows.jsonl"],
  ["a record holds no messages, steps or spans", {}],
  ["a record holds no messages, steps or spans", { messages: [null, 5, { role: "system", content: "x" }] }],
  ["a record cannot be read (RowError: `steps_json` is not JSON text", { steps_json: "[" }],
  ["the spans of a trace hold no messages", { traceId: "a", attributes: { "http.method": "GET" } }],
])("skips and says why: %s", async (reason, record) => {
  const { traces, skipped, firstReason } = await readTraces([record, { prompt: "Kept" }]);
  expect(traces.map(({ asks }) => asks)).toEqual([["Kept"]]);
  expect(skipped).toBe(1);
  expect(firstReason).toContain(reason);
});

test("a record that throws when it is read is skipped", async () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
    },
  );
  expect(await readTraces([trap])).toMatchObject({ skipped: 1, firstReason: "a record cannot be read (Error: no)" });
});

const KEYS = [
  "messages", "role", "content", "parts", "type", "tool_calls", "function", "arguments", "steps", "tool", "result", "prompt",
  "final_text", "reward", "scenario_dimensions", "attributes", "events", "traceId", "resourceSpans", "scopeSpans", "spans",
  "status", "code", "key", "value", "stringValue", "kvlistValue", "arrayValue", "values", "name", "body", "response", "output",
  "choices", "message", "gen_ai.input.messages", "gen_ai.tool.name", "gen_ai.operation.name", "gen_ai.prompt.0.content",
  "gen_ai.completion.0.tool_calls.0.name", "__proto__", "constructor", "toString",
]; // biome-ignore format: a list of words
const WORDS = [
  "user",
  "assistant",
  "tool",
  "text",
  "tool_call",
  "tool_result",
  "function_call",
  "execute_tool",
  "__proto__",
  "gen_ai.choice",
  "[{",
  "\ud800",
];
const { hostile } = fc.letrec<{ hostile: unknown }>((tie) => ({
  hostile: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom(...WORDS),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie("hostile"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie("hostile")), { maxLength: 6 })
      .map((entries) => JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`)),
  ),
}));

test("whatever JSON comes, each record is read or counted, and nothing is thrown", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { maxLength: 5 }), async (records) => {
      const before = JSON.stringify(records);
      const { traces, skipped, firstReason } = await readTraces(records);
      expect(traces.length + skipped).toBeLessThanOrEqual(records.length * 20);
      expect(firstReason === null).toBe(skipped === 0);
      for (const trace of traces) {
        expect(trace.asks.every((ask) => typeof ask === "string")).toBe(true);
        expect(
          trace.calls.every(
            ({ tool, fault }) => typeof tool === "string" && (fault === null || typeof fault === "string"),
          ),
        ).toBe(true);
        expect(typeof hasFailed(trace)).toBe("boolean");
      }
      expect(JSON.stringify(records)).toBe(before);
    }),
    { numRuns: 400 },
  );
});

test("nesting without end is no obstacle", async () => {
  let deep: unknown = { stringValue: "x" };
  for (let level = 0; level < 20_000; level++) deep = { kvlistValue: { values: [{ key: "a", value: deep }] } };
  const attributes = [{ key: "gen_ai.input.messages", value: deep }];
  const records = [
    { traceId: "t", attributes },
    { prompt: "p", steps: [{ tool: "t", result: deep }] },
  ];
  const { traces, skipped } = await readTraces(records);
  expect(traces.length + skipped).toBe(2);
});
