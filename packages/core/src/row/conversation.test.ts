import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentText } from "./content.js";
import { conversation, resultText } from "./conversation.js";
import type { Row } from "./row.js";

const shape = (row: unknown): string[] =>
  conversation(row as Row).map((message) => `${message.role}:${contentText(message.content)}`);

describe("conversation", () => {
  const cases: [name: string, row: unknown, expected: string[]][] = [
    ["nothing", {}, []],
    ["null", null, []],
    ["a reply alone", { final_text: "x" }, ["assistant:x"]],
    ["given messages win", { messages: [{ role: "user", content: "q" }], prompt: "p" }, ["user:q"]],
    ["entries that are not objects", { messages: [null, 3], prompt: "p" }, ["user:p"]],
    ["opener first", { opener: "Hello!", prompt: "p", final_text: "x" }, ["assistant:Hello!", "user:p", "assistant:x"]],
    [
      "answer after a trailing user turn",
      { prompt: "p", steps: [{ text: "a" }, { user: "u" }], final_text: "Final." },
      ["user:p", "assistant:a", "user:u", "assistant:Final."],
    ],
    [
      "the same words again",
      { prompt: "p", steps: [{ text: "ok" }, { user: "more" }], final_text: "ok" },
      ["user:p", "assistant:ok", "user:more", "assistant:ok"],
    ],
    [
      "the user left after the last reply",
      { prompt: "p", steps: [{ text: "ok" }, { user: "bye" }], final_text: "ok", ended_by: "user_left" },
      ["user:p", "assistant:ok", "user:bye"],
    ],
    ["already said", { prompt: "p", steps: [{ text: "b" }], final_text: "b" }, ["user:p", "assistant:b"]],
    [
      "said with the last call",
      { prompt: "p", steps: [{ tool: "f", text: "Done", result: "r" }], final_text: "Done" },
      ["user:p", "assistant:Done", "tool:r"],
    ],
    [
      "another text at the end",
      { prompt: "p", steps: [{ text: "a" }], final_text: "b" },
      ["user:p", "assistant:a", "assistant:b"],
    ],
    [
      "hostile steps",
      { prompt: 5, steps: [null, "x", [], {}, { tool: "" }, { text: 3 }, { user: null }], final_text: {} },
      [],
    ],
  ];
  test.each(cases)("%s", (_, row, expected) => {
    expect(shape(row)).toEqual(expected);
  });

  test("a tool step is a call and its answer", () => {
    expect(
      conversation({ steps: [{ tool: "f", arguments: { a: "é" }, result: { x: "日本" }, call_id: "c1", turn: 0 }] }),
    ).toEqual([
      { role: "assistant", content: "", tool_calls: [{ id: "c1", name: "f", arguments: { a: "é" } }] },
      { role: "tool", name: "f", content: '{"x":"日本"}', tool_call_id: "c1" },
    ]);
  });

  test("calls of one turn are one message, calls of two turns are two", () => {
    const steps = [
      { tool: "f", text: "both", turn: 1, reasoning: "think", result: "1" },
      { tool: "g", turn: 1, result: "2" },
      { tool: "h", turn: 2, result: "3" },
    ];
    const messages = conversation({ steps });
    expect(messages.map((message) => message.role)).toEqual(["assistant", "tool", "tool", "assistant", "tool"]);
    expect(messages[0]).toMatchObject({ content: "both", reasoning: "think" });
    expect(messages[0]?.tool_calls?.map((call) => call.name)).toEqual(["f", "g"]);
  });

  test("arguments that are not an object are kept as their text", () => {
    const [message] = conversation({ steps: [{ tool: "f", arguments: "{oops" as never }] });
    expect(message?.tool_calls).toEqual([{ name: "f", arguments: {}, arguments_raw: "{oops" }]);
  });

  test("an empty last turn takes the final text", () => {
    const row = { messages: [], prompt: "p", steps: [], opener: "", final_text: "x" };
    expect(shape(row)).toEqual(["user:p", "assistant:x"]);
  });

  test("no turn is lost, and the final text ends the conversation", () => {
    const step = fc.oneof(
      fc.record({ user: fc.string({ minLength: 1 }) }),
      fc.record({ text: fc.string({ minLength: 1 }) }),
      fc.record({ tool: fc.string({ minLength: 1 }), result: fc.jsonValue() }),
    );
    fc.assert(
      fc.property(fc.array(step), fc.string({ minLength: 1 }), (steps, final) => {
        const messages = conversation({ prompt: "p", steps, final_text: final } as Row);
        const turns = steps.reduce((count, entry) => count + ("tool" in entry ? 2 : 1), 1);
        const last = messages.findLast((message) => message.role === "assistant");
        expect(contentText(last?.content).trim()).toBe(final.trim());
        expect(messages.length === turns || messages.length === turns + 1).toBe(true);
      }),
    );
  });
});

test.each([
  ["text", "text"],
  [undefined, ""],
  [null, "null"],
  [{ a: [1, "é"] }, '{"a":[1,"é"]}'],
])("resultText(%j)", (result, expected) => {
  expect(resultText(result)).toBe(expected);
});
