import { expect, test } from "vitest";
import { isTruncated } from "./is-truncated.js";
import type { Row } from "./row.js";

const long = (ending: string): string => `${"word ".repeat(60)}${ending}`;

test.each<[string, Row, boolean]>([
  ["a length stamp", { final_text: "Done.", finish_reason: "length" }, true],
  ["a truncated step", { final_text: "Done.", finish_reason: "stop", steps: [{ text: "a", truncated: true }] }, true],
  ["a stop stamp over an open ending", { final_text: long("and then"), finish_reason: "stop" }, false],
  ["a stop stamp over the judge's words", { reason: "cut off early", finish_reason: "stop" }, false],
  ["the judge's words", { reason: "The reply was TRUNCATED" }, true],
  ["the grader's words", { grader_reason: "cut off" }, true],
  ["an empty stamp is no stamp", { final_text: long("and then"), finish_reason: "" }, true],
  ["an open ending", { final_text: long("and then") }, true],
  ["a short open ending", { final_text: "and then" }, false],
  ["a sentence", { final_text: long("done.") }, false],
  ["Chinese", { final_text: "这个订单已经发货，预计明天送达。".repeat(20) }, false],
  ["Chinese in the middle", { final_text: `${"这个订单已经发货，预计明天送达。".repeat(20)}这个` }, true],
  ["Hindi", { final_text: long("ठीक है।") }, false],
  ["Arabic", { final_text: long("هل وصل؟") }, false],
  ["an ellipsis", { final_text: long("and so on…") }, false],
  ["a typographic quote", { final_text: long("he said “yes”") }, false],
  ["an emoji", { final_text: long("enjoy 🎉") }, false],
  ["an emoji with a variation selector", { final_text: long("enjoy ❤️") }, false],
  ["a flag", { final_text: long("from 🇨🇭") }, false],
  ["a URL", { final_text: long("see https://example.com/a") }, false],
  ["bold", { final_text: long("**done**") }, false],
  ["bold punctuation", { final_text: long("**done.**") }, false],
  ["an opened emphasis", { final_text: long("and **") }, true],
  ["a list item", { final_text: long("\n- one\n- two") }, false],
  ["a numbered item", { final_text: long("\n1. one\n2. two") }, false],
  ["a table row", { final_text: long("\n| a | b |") }, false],
  ["only marks", { final_text: "*".repeat(300) }, true],
  ["a long reply without final text", { messages: [{ role: "assistant", content: long("and then") }] }, true],
  ["nothing", {}, false],
])("%s", (_, row, expected) => {
  expect(isTruncated(row)).toBe(expected);
});

test("hostile rows read as not cut", () => {
  expect(isTruncated(null as never)).toBe(false);
  expect(isTruncated({ steps: "x", finish_reason: 7, final_text: [1] } as never)).toBe(false);
});
