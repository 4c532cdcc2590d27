import { describe, expect, test } from "vitest";
import { readTraces } from "./read-traces.js";
import type { Trace } from "./trace.js";

const USER = { role: "user", parts: [{ type: "text", content: "Where is ORD-1?" }] };
const CALL = {
  role: "assistant",
  parts: [{ type: "tool_call", id: "c1", name: "get_order", arguments: { order_id: "ORD-1" } }],
};
const RESULT = { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: { status: "timeout" } }] };
const REPLY = { role: "assistant", parts: [{ type: "text", content: "It timed out." }], finish_reason: "stop" };

interface SpanInit {
  readonly traceId?: string;
  readonly startTimeUnixNano?: unknown;
  readonly name?: string;
  readonly attributes?: Record<string, unknown>;
  readonly events?: unknown[];
  readonly status?: unknown;
}
const span = (init: SpanInit) => ({ traceId: "t1", name: "chat", ...init });

const chat = (at: number, input: unknown[], output: unknown, more: Record<string, unknown> = {}) =>
  span({
    startTimeUnixNano: `17000000000000${at}`,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": JSON.stringify(input),
      "gen_ai.output.messages": JSON.stringify([output]),
      ...more,
    },
  });
const execution = (attributes: Record<string, unknown>, init: SpanInit = {}) =>
  span({
    name: "execute_tool get_order",
    startTimeUnixNano: "1700000000000015",
    ...init,
    attributes: { "gen_ai.operation.name": "execute_tool", ...attributes },
  });

/** Attributes as OTLP/JSON types them. */
const typed = (value: unknown): unknown => {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return { intValue: String(value) };
  if (typeof value === "boolean") return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(typed) } };
  return { kvlistValue: { values: pairs(value as object) } };
};
const pairs = (fields: object) => Object.entries(fields).map(([key, value]) => ({ key, value: typed(value) }));
const envelope = (...spans: ReturnType<typeof span>[]) => ({
  resourceSpans: [
    { scopeSpans: [{ spans: spans.map((one) => ({ ...one, attributes: pairs(one.attributes ?? {}) })) }] },
  ],
});

const WHOLE: Partial<Trace> = {
  asks: ["Where is ORD-1?"],
  calls: [{ tool: "get_order", fault: "timeout" }],
  finalText: "It timed out.",
  reward: null,
};
const SPANS = [chat(20, [USER, CALL, RESULT], REPLY), chat(10, [USER], CALL)];

describe("spans of one conversation", () => {
  test.each<[string, unknown[], Partial<Trace>]>([
    ["flat, children first", SPANS, WHOLE],
    ["in an envelope of OTLP/JSON", [envelope(...SPANS)], WHOLE],
    [
      "with structured messages in an envelope",
      [
        envelope(
          span({ attributes: { "gen_ai.input.messages": [USER, CALL, RESULT], "gen_ai.output.messages": [REPLY] } }),
        ),
      ],
      WHOLE,
    ],
    [
      "under an agent's span that has the same ask",
      [...SPANS, chat(0o5, [USER], REPLY, { "gen_ai.operation.name": "invoke_agent" })],
      WHOLE,
    ],
    ["whose calls record only what is new", [chat(10, [USER], CALL), chat(20, [RESULT], REPLY)], WHOLE],
    [
      "with executions beside the calls",
      [...SPANS, execution({ "gen_ai.tool.name": "get_order", "gen_ai.tool.call.id": "c1" }, { status: { code: 2 } })],
      WHOLE,
    ],
    [
      "whose execution knows of an error that the model was not told",
      [
        chat(10, [USER], CALL),
        execution({ "gen_ai.tool.name": "get_order", "gen_ai.tool.call.id": "c1", "error.type": "PermissionDenied" }),
        chat(
          20,
          [USER, CALL, { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: "" }] }],
          REPLY,
        ),
      ],
      { calls: [{ tool: "get_order", fault: "deny" }], finalText: "It timed out." },
    ],
    [
      "whose executions have no ids",
      [
        chat(10, [USER], CALL),
        execution({ "gen_ai.tool.name": "get_order", "gen_ai.tool.call.result": '{"status":"not_found"}' }),
      ],
      { calls: [{ tool: "get_order", fault: "not_found" }] },
    ],
    [
      "without contents, as instrumentations record by default",
      [
        execution({ "error.type": "TimeoutError" }),
        execution({ "gen_ai.tool.name": "refund" }, { startTimeUnixNano: "1700000000000016" }),
        span({ attributes: { "gen_ai.operation.name": "chat" } }),
      ],
      {
        asks: [],
        calls: [
          { tool: "get_order", fault: "timeout" },
          { tool: "refund", fault: null },
        ],
        finalText: null,
      },
    ],
    [
      "with the events of the older conventions",
      [
        span({
          events: [
            { name: "gen_ai.system.message", attributes: { content: "Help." } },
            { name: "gen_ai.user.message", attributes: { content: "Where is ORD-1?" } },
            {
              name: "gen_ai.assistant.message",
              attributes: {
                tool_calls: JSON.stringify([
                  { id: "c1", type: "function", function: { name: "get_order", arguments: "{}" } },
                ]),
              },
            },
            { name: "gen_ai.tool.message", attributes: { id: "c1", content: '{"status":"timeout"}' } },
            { name: "gen_ai.choice", attributes: { index: 0, message: '{"content":"It timed out."}' } },
          ],
          attributes: {},
        }),
      ],
      WHOLE,
    ],
    [
      "with events whose bodies are JSON in one attribute",
      [
        span({
          attributes: {},
          events: [
            {
              name: "gen_ai.user.message",
              attributes: { "gen_ai.event.content": '{"role":"user","content":"Where is ORD-1?"}' },
            },
            {
              name: "gen_ai.choice",
              attributes: {
                "gen_ai.event.content": JSON.stringify({
                  message: {
                    content: "",
                    tool_calls: [{ id: "c1", function: { name: "get_order", arguments: "{}" } }],
                  },
                }),
              },
            },
          ],
        }),
      ],
      { asks: ["Where is ORD-1?"], calls: [{ tool: "get_order", fault: null }], finalText: null },
    ],
    [
      "as log records with bodies",
      [
        {
          resourceLogs: [
            {
              scopeLogs: [
                {
                  logRecords: [
                    {
                      traceId: "t1",
                      timeUnixNano: "2",
                      eventName: "gen_ai.choice",
                      body: typed({ message: { content: "It timed out." } }),
                    },
                    {
                      traceId: "t1",
                      timeUnixNano: "1",
                      eventName: "gen_ai.user.message",
                      body: typed({ content: "Where is ORD-1?" }),
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          traceId: "t1",
          timestamp: "1970-01-01T00:00:00.0000015Z",
          attributes: { "event.name": "gen_ai.assistant.message" },
          body: { tool_calls: [{ id: "c1", function: { name: "get_order", arguments: "{}" } }] },
        },
      ],
      { asks: ["Where is ORD-1?"], calls: [{ tool: "get_order", fault: null }], finalText: "It timed out." },
    ],
    [
      "with the event of whole messages",
      [
        span({
          attributes: {},
          events: [
            {
              name: "gen_ai.client.inference.operation.details",
              attributes: { "gen_ai.input.messages": [USER, CALL, RESULT], "gen_ai.output.messages": [REPLY] },
            },
          ],
        }),
      ],
      WHOLE,
    ],
    [
      "with the indexed attributes of OpenLLMetry",
      [
        span({
          attributes: {
            "gen_ai.prompt.10.role": "tool",
            "gen_ai.prompt.10.content": '{"status":"timeout"}',
            "gen_ai.prompt.10.tool_call_id": "c1",
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": '[{"type":"text","text":"Where is ORD-1?"}]',
            "gen_ai.prompt.1.role": "assistant",
            "gen_ai.prompt.1.tool_calls.0.id": "c1",
            "gen_ai.prompt.1.tool_calls.0.name": "get_order",
            "gen_ai.prompt.1.tool_calls.0.arguments": "{}",
            "gen_ai.completion.0.content": "It timed out.",
            "gen_ai.completion.1.content": "Another choice",
          },
        }),
      ],
      WHOLE,
    ],
    [
      "with tools of OpenLLMetry",
      [
        span({
          attributes: {
            "traceloop.span.kind": "tool",
            "traceloop.entity.name": "get_order",
            "traceloop.entity.output": '{"status":"timeout"}',
          },
        }),
      ],
      { calls: [{ tool: "get_order", fault: "timeout" }] },
    ],
    [
      "of the Vercel AI SDK",
      [
        span({
          attributes: {
            "ai.prompt.messages": JSON.stringify([
              { role: "user", content: [{ type: "text", text: "Where is ORD-1?" }] },
            ]),
            "ai.response.toolCalls": JSON.stringify([{ toolCallId: "c1", toolName: "get_order", input: "{}" }]),
          },
        }),
        span({
          startTimeUnixNano: "1700000000000001",
          attributes: {
            "ai.toolCall.name": "get_order",
            "ai.toolCall.id": "c1",
            "ai.toolCall.result": '{"status":"stale"}',
          },
        }),
      ],
      { asks: ["Where is ORD-1?"], calls: [{ tool: "get_order", fault: "stale" }] },
    ],
    [
      "as the console exporter of Python writes them",
      [
        {
          name: "execute_tool get_order",
          context: { trace_id: "0x1", span_id: "0x2" },
          start_time: "2025-01-01T00:00:00Z",
          status: { status_code: "ERROR" },
          attributes: { "gen_ai.operation.name": "execute_tool" },
          events: [{ name: "exception", attributes: { "exception.type": "x" } }],
        },
      ],
      { calls: [{ tool: "get_order", fault: "error" }] },
    ],
    [
      "as the SDK of JavaScript keeps them",
      [
        {
          name: "execute_tool get_order",
          spanContext: () => ({ traceId: "t1" }),
          startTime: [1700000000, 5],
          status: { code: 0 },
          attributes: { "gen_ai.operation.name": "execute_tool" },
          events: [{ name: "gen_ai.choice", attributes: { message: '{"status":"rejected"}' } }],
        },
      ],
      { calls: [{ tool: "get_order", fault: "rejected" }] },
    ],
  ])("%s", async (_, records, expected) => {
    const { traces, skipped } = await readTraces(records);
    expect(skipped).toBe(0);
    expect(traces).toHaveLength(1);
    expect(traces[0]).toMatchObject(expected);
  });
});

test("spans belong to their conversation, else to their trace, else to themselves", async () => {
  const said = (text: string, init: object, attributes: object = {}) => ({
    attributes: {
      "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: text }] }],
      ...attributes,
    },
    ...init,
  });
  const { traces } = await readTraces([
    said("one", { traceId: "a" }, { "gen_ai.conversation.id": "x" }),
    said("alone", { traceId: "c" }),
    said("two", { traceId: "b" }, { "gen_ai.conversation.id": "x" }),
    said("three", { traceId: "b" }),
    envelope(
      span({ ...said("lost", {}), traceId: "" } as SpanInit),
      span({ ...said("lost too", {}), traceId: "" } as SpanInit),
    ),
  ]);
  expect(traces.map(({ asks }) => asks)).toEqual([["one", "two", "three"], ["alone"], ["lost"], ["lost too"]]);
});
