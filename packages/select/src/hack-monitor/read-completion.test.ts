import { describe, expect, test } from "vitest";
import { readCompletion } from "./read-completion.js";
import { wholePrompt } from "./whole-prompt.js";

const track = { tool: "track", arguments: { id: 7 } };
const json = '{"name": "track", "arguments": {"id": 7}}';

describe("text", () => {
  test.each([
    ["plain", "Hello there.", "Hello there.", []],
    ["a block", `On it.<tool_call>\n${json}\n</tool_call>`, "On it.", [track]],
    ["two blocks", `<tool_call>${json}</tool_call><tool_call>${json}</tool_call>`, "", [track, track]],
    ["arguments as text", '<tool_call>{"name": "track", "arguments": "{\\"id\\": 7}"}</tool_call>', "", [track]],
    ["parameters", '<tool_call>{"name": "track", "parameters": {"id": 7}}</tool_call>', "", [track]],
    ["no arguments", '<tool_call>{"name": "track"}</tool_call>', "", [{ tool: "track", arguments: {} }]],
    [
      "XML of functions",
      "<tool_call><function=track><parameter=id>\n7\n</parameter></function></tool_call>",
      "",
      [{ tool: "track", arguments: { id: "7" } }],
    ],
    ["Mistral", `[TOOL_CALLS] [${json}]`, "", [track]],
    ["Llama", `<|python_tag|>${json}<|eom_id|>`, "", [track]],
    [
      "cut off",
      'Hm.<tool_call>{"name": "track", "argu',
      "Hm.",
      [{ tool: "track", arguments_raw: '{"name": "track", "argu' }],
    ],
    [
      "with a result",
      `<tool_call>${json}</tool_call><tool_response>late</tool_response>Late.`,
      "Late.",
      [{ ...track, result: "late" }],
    ],
    ["a block without a name stays text", "<tool_call>hm</tool_call>", "<tool_call>hm</tool_call>", []],
    ["a name alone", "<tool_call>7</tool_call>", "<tool_call>7</tool_call>", []],
  ])("%s", (_, written, text, steps) => {
    expect(readCompletion(written)).toEqual({ final_text: text, steps });
  });

  test("results belong to calls in order, and take linear time", () => {
    const round = `<tool_call>${json}</tool_call><tool_response>late</tool_response>`;
    const { steps } = readCompletion(round.repeat(40_000)) ?? { steps: [] };
    expect(steps).toHaveLength(40_000);
    expect(steps.every((step) => step.result === "late")).toBe(true);
  });

  test("takes linear time on blocks that never close", () => {
    const { steps } = readCompletion("<tool_call>".repeat(50_000)) ?? { steps: null };
    expect(steps).toEqual([]);
  });
});

describe("messages", () => {
  test("calls, results by id, and the last turn as the reply", () => {
    const call = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: '{"id": 7}' } });
    const read = readCompletion([
      { role: "assistant", content: "Looking.", tool_calls: [call("a", "track"), call("b", "stock")] },
      { role: "tool", tool_call_id: "b", content: "none" },
      { role: "tool", tool_call_id: "a", content: "late" },
      { role: "user", content: "And?" },
      { role: "assistant", content: [{ type: "text", text: "Late." }] },
    ]);
    expect(read).toEqual({
      final_text: "Late.",
      steps: [
        { tool: "track", arguments: { id: 7 }, call_id: "a", result: "late" },
        { tool: "stock", arguments: { id: 7 }, call_id: "b", result: "none" },
        { text: "Looking." },
        { user: "And?" },
      ],
    });
  });

  test("one message, blocks in a message, odd entries", () => {
    expect(readCompletion({ role: "assistant", content: `Yes.<tool_call>${json}</tool_call>` })).toEqual({
      final_text: "Yes.",
      steps: [track],
    });
    const odd = [
      null,
      1,
      { role: "assistant", content: null, tool_calls: [null, { name: "" }, { name: "a", arguments: [1] }] },
    ];
    expect(readCompletion(odd)).toEqual({ final_text: "", steps: [{ tool: "a", arguments_raw: "[1]" }] });
    expect(readCompletion(7)).toBeNull();
  });
});

test.each([
  ["text", "hi", "hi"],
  ["a number", 7, "7"],
  ["one message", [{ role: "user", content: "hi" }], "hi"],
  ["parts", [{ type: "text", text: "hi" }], "hi"],
  [
    "a conversation",
    [
      { role: "system", content: "s" },
      { role: "user", content: "hi" },
    ],
    "system: s\nuser: hi",
  ],
  ["calls tell apart", [{ role: "assistant", content: "", tool_calls: [{ name: "a" }] }], 'assistant:  [{"name":"a"}]'],
  ["nothing", null, ""],
])("the whole prompt: %s", (_, prompt, text) => {
  expect(wholePrompt(prompt)).toBe(text);
});
