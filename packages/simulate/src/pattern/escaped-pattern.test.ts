import fc from "fast-check";
import { expect, it } from "vitest";
import { escapedPattern } from "./escaped-pattern.js";

it("matches the text, and nothing that is only like it", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const pattern = new RegExp(`^(?:${escapedPattern(text)})$`, "u");
      expect(pattern.test(text)).toBe(true);
      expect(pattern.test(other)).toBe(other === text);
    }),
  );
  expect(new RegExp(`^${escapedPattern("a.b")}$`).test("axb")).toBe(false);
});
