import { expect, test } from "vitest";
import { contentOf, conversationOf, turnsOfMessages } from "./turns.js";

test("a conversation with thoughts, parallel calls, a failed tool and a second ask", () => {
  const { prompt, steps, finalText } = conversationOf(
    turnsOfMessages([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Where is" },
          { type: "text", text: "my order?" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "reasoning", reasoning: "Two look-ups." },
          { type: "text", text: "One moment." },
        ],
        tool_calls: [
          { id: "a", function: "get_order", arguments: { id: 1 } },
          { id: "b", function: { name: "get_user", arguments: '{"id": 2}' } },
          { id: "c", name: "get_stock", arguments: "not json" },
        ],
      },
      { role: "tool", tool_call_id: "b", content: "Ann" },
      { role: "tool", tool_call_id: "a", content: "", error: { message: "timed out" } },
      { role: "tool", content: "7 left" },
      { role: "tool", tool_call_id: "nobody", content: "lost" },
      null,
      { role: "critic", content: "?" },
      { role: "assistant", content: "It is late." },
      { role: "user", content: "How late?" },
      { role: "assistant", content: "A day.", tool_calls: "none" },
    ]),
  );
  expect(prompt).toBe("Where is\nmy order?");
  expect(steps).toEqual([
    {
      text: "One moment.",
      reasoning: "Two look-ups.",
      tool: "get_order",
      arguments: { id: 1 },
      call_id: "a",
      result: { status: "error", error: "timed out" },
    },
    { tool: "get_user", arguments: { id: 2 }, call_id: "b", result: "Ann" },
    { tool: "get_stock", arguments: {}, arguments_raw: "not json", call_id: "c", result: "7 left" },
    { text: "It is late." },
    { user: "How late?" },
    { text: "A day." },
  ]);
  expect(finalText).toBe("A day.");
});

test("content is text where it is text alone, and parts where there is more", () => {
  const image = { type: "image", image: "data:image/png;base64,AA==" };
  expect(contentOf([{ type: "text", text: "see" }, image])).toEqual([{ type: "text", text: "see" }, image]);
  expect(contentOf(null)).toBe("");
  expect(contentOf({ a: 1 })).toBe('{"a":1}');
});

test("a conversation that nobody opened has no prompt", () => {
  expect(conversationOf(turnsOfMessages([{ role: "assistant", content: "" }]))).toEqual({
    prompt: undefined,
    steps: [],
    finalText: undefined,
  });
});
