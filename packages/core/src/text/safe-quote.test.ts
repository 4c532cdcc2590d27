import fc from "fast-check";
import { expect, test } from "vitest";
import { redactSecrets, safeQuote } from "./safe-quote.js";

test.each([
  ["as it is", "Bearer sk-1+/=", "Bearer [key]"],
  ["in a URL", "?key=sk-1%2B%2F%3D&x", "?key=[key]&x"],
  ["twice", "sk-1+/= sk-1+/=", "[key] [key]"],
])("a secret %s is taken out", (_, text, expected) => {
  expect(redactSecrets(text, ["sk-1+/="])).toBe(expected);
});

test("a quote is one line, cut between characters, without its full stop", () => {
  expect(safeQuote("No.\n\n  Such key.", [])).toBe("No. Such key");
  expect(safeQuote(`${"x".repeat(399)}🎉`, [])).toBe(`${"x".repeat(399)}\ufffd`);
});

test("no quote holds a secret or a part of it that was cut", () => {
  const key = "sk-0123456789abcdef";
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), fc.string({ maxLength: 500 }), (before, after) => {
      expect(safeQuote(before + key + after, [key])).not.toContain(key.slice(0, 8));
    }),
  );
});
