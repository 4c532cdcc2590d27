import fc from "fast-check";
import { expect, test } from "vitest";
import type { Completion, CompletionRequest } from "../../backend/backend.js";
import { withPlainToolNames } from "./tool-names.js";

const toolsCalled = (...names: string[]): CompletionRequest => ({
  messages: [],
  tools: names.map((name) => ({ name, description: "", parameters: { type: "object" } })),
});

const answerCalling = (...names: string[]): Completion => ({
  text: "",
  toolCalls: names.map((name, index) => ({ id: String(index), name, arguments: {} })),
  finishReason: "tool_calls",
  usage: { inputTokens: null, outputTokens: null },
  logprobs: null,
  model: "m",
});

test.each<[given: string[], sent: string[]]>([
  [
    ["get_order", "Get-2"],
    ["get_order", "Get-2"],
  ],
  [["orders.get"], ["orders_get"]],
  [
    ["orders.get", "orders_get", "orders/get"],
    ["orders_get_2", "orders_get", "orders_get_3"],
  ],
  [["注文"], ["__"]],
  [["🎉"], ["_"]],
  [
    ["x".repeat(70), "x".repeat(71)],
    ["x".repeat(64), `${"x".repeat(62)}_2`],
  ],
])("sends %j as %j", (given, sent) => {
  const { request, restore } = withPlainToolNames(toolsCalled(...given));
  expect(request.tools?.map((tool) => tool.name)).toEqual(sent);
  expect(restore(answerCalling(...sent, "unknown")).toolCalls.map((call) => call.name)).toEqual([...given, "unknown"]);
});

test("the conversation uses the same names, and the request stays as it is", () => {
  const request: CompletionRequest = {
    ...toolsCalled("a.b"),
    messages: [
      { role: "user", content: "a.b", name: "a.b" },
      { role: "assistant", content: "", toolCalls: [{ id: "1", name: "a.b", arguments: {} }] },
      { role: "tool", content: "a.b", toolCallId: "1", name: "a.b" },
      { role: "assistant", content: "", toolCalls: [{ id: "2", name: "gone.tool", arguments: {} }] },
    ],
  };
  const before = structuredClone(request);
  const sent = withPlainToolNames(request).request;
  expect(request).toEqual(before);
  expect(sent.messages.map((message) => message.toolCalls?.[0]?.name ?? message.name)).toEqual([
    "a.b",
    "a_b",
    "a_b",
    "gone_tool",
  ]);
});

test("whatever the names, they are taken, stay apart and come back", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 80 }),
    fc.constantFrom("a.b", "a_b", "a b"),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      const { request, restore } = withPlainToolNames(toolsCalled(...names));
      const sent = (request.tools ?? []).map((tool) => tool.name);
      expect(sent.every((each) => /^[A-Za-z0-9_-]{1,64}$/.test(each))).toBe(true);
      expect(new Set(sent).size).toBe(names.length);
      expect(restore(answerCalling(...sent)).toolCalls.map((call) => call.name)).toEqual(names);
    }),
  );
});
