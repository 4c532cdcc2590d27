import fc from "fast-check";
import { expect, test } from "vitest";
import { splitThinking } from "./split-thinking.js";

test.each<[reply: string, said: string, thought: string, unclosed: boolean]>([
  ["plain ", "plain ", "", false],
  ["<think>a</think>b", "b", "a", false],
  ["x <THINK>a</Think> y <think>b</think>", "x  y", "a\n\nb", false],
  ["ok <think>never closed", "ok", "never closed", true],
  ["thought</think>answer", "answer", "thought", false],
  ["a<think>b</think>c</think>d", "d", "a\n\nb\n\nc", false],
  ["<think></think>", "", "", false],
  ["<think>a<think>b</think>c", "c", "a\n\nb", false],
  [`${"</think>".repeat(100_000)}b`, "b", "", false],
  [`${"<think>".repeat(100_000)}b`, "", "b", true],
])("%.60j", (reply, said, thought, unclosed) => {
  expect(splitThinking(reply)).toEqual({ said, thought, unclosed });
});

test("what was said never holds a lone tag", () => {
  const piece = fc.constantFrom("<think>", "</think>", "a", " ", "</THINK>");
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(splitThinking(pieces.join("")).said).not.toMatch(/<\/?think>/i);
    }),
  );
});
