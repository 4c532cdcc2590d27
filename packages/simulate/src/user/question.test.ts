import { expect, it } from "vitest";
import { asksSomething, questionsIn } from "./question.js";

it.each([
  ["Shall I cancel it?", true],
  ["I found two orders. Which one do you mean?", true],
  ["Please send me the order number.", true],
  ["I need your e-mail address to go on.", true],
  ["Let me know which one you mean.", true],
  ["どの注文ですか？", true],
  ['Is it the one that says "hello?"', true],
  ["Done.", false],
  ["Cancelled. Is there anything else?", false],
  ["All done! How can I help you further?", false],
  ["Any other questions?", false],
  ["You asked why? That I cannot say.", true],
  ["The reason is in your mail.", false],
  ["Tell me if that is not what you expected.", false],
  ["", false],
])("%j asks: %s", (utterance, asks) => {
  expect(asksSomething(utterance)).toBe(asks);
});

it("gives the sentences that ask", () => {
  expect(
    questionsIn("I looked. Which order?\nPlease give me its number. Anything else?").map(({ text }) => text),
  ).toEqual(["Which order?", "Please give me its number."]);
});

it("reads a long text in time", () => {
  expect(asksSomething("word ".repeat(40_000))).toBe(false);
  expect(asksSomething("please ".repeat(40_000))).toBe(false);
});
