import fc from "fast-check";
import { expect, it } from "vitest";
import { cutToWidth, padToWidth, textWidth } from "./fit-text.js";

it.each([
  ["what fits", "refund", 6, "refund"],
  ["what does not", "issue_refund", 6, "issue…"],
  ["wide characters", "返金は必ず", 6, "返金…"],
  ["several lines and runs of space", "a\n\n  b\tc", 9, "a b c"],
  ["commands to a terminal", "\u001b[31mred\u0007", 9, "[31mred"],
  ["a turn of the writing direction", "a\u202eb", 9, "a b"],
  ["half a character", "a\ud83d", 9, "a"],
  ["a mark that takes no column", "e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301"],
  ["nothing", "", 4, ""],
])("cuts %s", (_, text, columns, expected) => {
  expect(cutToWidth(text, columns)).toBe(expected);
});

it("fills exactly the column, whatever the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 2, max: 40 }), (text, columns) => {
      expect(textWidth(padToWidth(text, columns))).toBe(columns);
      expect(padToWidth(text, columns)).not.toMatch(/\p{Cc}/u);
    }),
  );
});

it("does not read a text that is far longer than a column", () => {
  expect(cutToWidth(" ".repeat(2000), 10)).toBe("…");
  expect(cutToWidth("x".repeat(1_000_000), 4)).toBe("xxx…");
});
