import { expect, test } from "vitest";
import { SampleBuffer } from "./sample-buffer.js";
import { sampledRow } from "./sampled-row.js";

const call = { function: { name: "track", arguments: "{}" } };
const step = { tool: "track", arguments: {} };

test.each([
  ["a reply", { prompt: "p", final_text: "x" }, { prompt: "p", final_text: "x", steps: [] }],
  [
    "steps that were given",
    { prompt: "p", final_text: "x", steps: [step] },
    { prompt: "p", final_text: "x", steps: [step] },
  ],
  ["an older name of steps", { final_text: "x", tool_trace: [step] }, { prompt: "", final_text: "x", steps: [step] }],
  [
    "a completion",
    { prompt: "p", completion: [{ role: "assistant", content: "x", tool_calls: [call] }] },
    { prompt: "p", final_text: "x", steps: [step] },
  ],
  [
    "a conversation: what stands before the assistant is the prompt",
    {
      messages: [
        { role: "system", content: "s" },
        { role: "user", content: "p" },
        { role: "assistant", content: "x" },
      ],
    },
    { prompt: "system: s\nuser: p", final_text: "x", steps: [] },
  ],
  [
    "calls in messages beside a reply",
    { prompt: "p", final_text: "x", messages: [{ role: "assistant", content: "x", tool_calls: [call] }] },
    { prompt: "p", final_text: "x", steps: [step] },
  ],
  [
    "a conversation without an answer",
    { messages: [{ role: "user", content: "p" }] },
    { prompt: "p", final_text: "", steps: [] },
  ],
  [
    "fields of a rollout",
    { final_text: "x", markers: { a: 1 }, answer: 7 },
    { prompt: "", final_text: "x", steps: [], markers: { a: 1 } },
  ],
])("%s", (_, given, row) => {
  expect(sampledRow(given)).toEqual(row);
});

test("a buffer gives the last ones, the oldest first", () => {
  const buffer = new SampleBuffer(3);
  for (const text of ["a", "b", "c", "d"]) buffer.add({ final_text: text });
  expect(buffer.rows().map((row) => row.final_text)).toEqual(["b", "c", "d"]);
});
