import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RowError } from "../errors/row-error.js";
import { conversation } from "../row/conversation.js";
import type { Message, Row, Step } from "../row/row.js";
import { detectShape } from "./detect-shape.js";
import { fromAnyShape } from "./from-any-shape.js";
import { validateRow } from "./validate-row.js";

test.each<[unknown, string]>([
  [null, "loose"],
  [{ schema_version: null, conversation_id: "c" }, "otel"],
  [{ steps_json: [], prompt: "p" }, "loose"],
  [{ metadata_json: "{}", scenario_id: "s" }, "hf_flat"],
  [{ messages: [{ role: "user" }], steps: [], scenario_id: "s" }, "training"],
  [{ messages: [{ role: "user" }], steps: [{ text: "a" }] }, "loose"],
  [{ tool_trace: [{}], scenario_id: "s" }, "engine"],
])("detectShape(%j) is %s", (row, shape) => {
  expect(detectShape(row)).toBe(shape);
});

describe("fromAnyShape", () => {
  test("a stamped row comes back equal, and is a copy", () => {
    const row = { schema_version: "1", prompt: "p", seed: 7, judge_status: "ok", custom: { a: [1] } };
    const read = fromAnyShape(row);
    expect(read).toEqual(row);
    expect(read).not.toBe(row);
  });

  test("flat columns are parsed, metadata is spread under what is there", () => {
    const row = {
      prompt: "p",
      steps_json: '[{"text":"a"}]',
      metadata_json: '{"scenario_id":"s","prompt":"no"}',
      note_json: "{}",
      note: "kept",
      final_text: "a",
    };
    expect(fromAnyShape(row)).toMatchObject({
      prompt: "p",
      scenario_id: "s",
      steps: [{ text: "a" }],
      note: "kept",
      note_json: "{}",
      schema_version: "1",
    });
  });

  test("a column that is not JSON is named", () => {
    expect(() => fromAnyShape({ messages_json: "[{" })).toThrow(RowError);
    expect(() => fromAnyShape({ messages_json: "[{" })).toThrow("messages_json");
    expect(() => fromAnyShape(5)).toThrow(RowError);
  });

  test("messages alone give prompt, steps and final text", () => {
    const messages = [
      { role: "system", content: "S" },
      { role: "assistant", content: "Hello!" },
      { role: "user", content: "q" },
      {
        role: "assistant",
        content: "Looking.",
        tool_calls: [
          { id: "x", type: "function", function: { name: "f", arguments: '{"a":1}' } },
          { id: "y", function: { name: "g", arguments: "oops" } },
        ],
      },
      { role: "tool", tool_call_id: "y", content: "2" },
      { role: "tool", tool_call_id: "x", content: "1" },
      { role: "tool", name: "stray", content: "3" },
      { role: "user", content: "and?" },
      { role: "assistant", content: "Done." },
    ];
    const read = fromAnyShape({ messages, reward: "0.25" });
    expect(read).toMatchObject({ opener: "Hello!", prompt: "q", final_text: "Done.", reward: 0.25, messages });
    expect(read.steps).toEqual([
      { tool: "f", arguments: { a: 1 }, call_id: "x", turn: 3, text: "Looking.", result: "1" },
      { tool: "g", arguments: {}, arguments_raw: "oops", call_id: "y", turn: 3, result: "2" },
      { tool: "stray", result: "3" },
      { user: "and?" },
      { text: "Done." },
    ]);
  });

  test("an id is minted from the prompt only when there is none", () => {
    expect(fromAnyShape({ prompt: "hi" }).scenario_id).toBe("task_8f434346648f");
    expect(fromAnyShape({ prompt: "hi", task_id: 0 }).scenario_id).toBeUndefined();
    expect(fromAnyShape({ final_text: ["x"] }).scenario_id).toBeUndefined();
  });

  test("booleans in reward become numbers, unreadable rewards stay", () => {
    expect(fromAnyShape({ prompt: "p", reward: true }).reward).toBe(1);
    expect(fromAnyShape({ prompt: "p", reward: "high" }).reward).toBe("high");
  });

  test("a conversation survives the way through messages", () => {
    const text = fc.string({ minLength: 1 });
    const step = fc.oneof(
      fc.record({ user: text }),
      fc.record({ text }),
      fc.record({ tool: text, arguments: fc.dictionary(fc.string(), fc.string()), result: text }),
    );
    fc.assert(
      fc.property(fc.array(step), text, (steps, final) => {
        const messages = conversation({ prompt: "p", steps: steps as Step[], final_text: final });
        const { messages: _, ...read } = fromAnyShape({ messages });
        expect(conversation(read)).toEqual(messages);
      }),
    );
  });

  test("reading twice changes nothing, and every field stays", () => {
    const row = fc.record(
      {
        prompt: fc.string(),
        scenario_id: fc.string(),
        conversation_id: fc.string(),
        seed: fc.integer(),
        lineage: fc.object(),
        steps: fc.array(fc.record({ text: fc.string() })),
        custom: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(row, (given) => {
        const read = fromAnyShape(given);
        expect(fromAnyShape(read)).toEqual(read);
        expect(validateRow(read)).toEqual([]);
        for (const [key, value] of Object.entries(given))
          if (key !== "prompt" && key !== "steps" && value !== "") expect((read as Row)[key]).toEqual(value);
      }),
    );
  });

  test("messages of other types do no harm", () => {
    const messages = [
      null,
      "x",
      { role: 3 },
      { role: "assistant", tool_calls: [null, { function: 5 }, {}] },
    ] as Message[];
    expect(fromAnyShape({ messages }).steps).toEqual([
      { tool: "", arguments: {}, turn: 1 },
      { tool: "", arguments: {}, turn: 1 },
    ]);
  });
});
