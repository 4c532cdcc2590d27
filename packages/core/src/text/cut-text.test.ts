import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "./cut-text.js";

test.each([
  ["ab😀", 3, "ab"],
  ["ab😀", 4, "ab😀"],
  ["ab😀c", 4, "ab😀"],
  ["abc", 2, "ab"],
  ["😀", 1, ""],
  ["abc", 0, ""],
  ["", 5, ""],
])("cutText(%j, %d) is %j", (text, limit, cut) => {
  expect(cutText(text, limit)).toBe(cut);
});

test("a whole text stays whole, and as much of it as fits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(40), (text, limit) => {
      const cut = cutText(text, limit);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(limit, text.length) - 1);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(/\p{Cs}/u.test(cut)).toBe(false);
    }),
  );
});
