import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha1Hex, sha256Hex } from "./hash.js";

test("agree with Node's own hashes on any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      expect(sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
      expect(sha1Hex(text)).toBe(createHash("sha1").update(text).digest("hex"));
    }),
  );
});

test.each([1, 8, 12, 16, 63, 64])("gives the first %i digits", (digits) => {
  expect(sha256Hex("abc", digits)).toBe(sha256Hex("abc").slice(0, digits));
});

test("a lone surrogate is hashed as the replacement character", () => {
  expect(sha256Hex("\ud800")).toBe(sha256Hex("\ufffd"));
});

test("agree with Node's own hashes at every length around a block's end, and on long texts", () => {
  const lengths = [...Array(200).keys(), 1023, 1024, 1025, 100_000];
  for (const length of lengths) {
    for (const text of ["x".repeat(length), `${"x".repeat(length)}é`, "\ud83d\ude00".repeat(length)]) {
      expect(sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
    }
  }
});
