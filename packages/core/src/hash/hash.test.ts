import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha1Hex, sha256Bytes, sha256Hex } from "./hash.js";

test("agree with Node's own hashes on any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      expect(sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
      expect(sha1Hex(text)).toBe(createHash("sha1").update(text).digest("hex"));
      expect(sha256Bytes(text)).toHaveLength(32);
    }),
  );
});

test("a lone surrogate is hashed as the replacement character", () => {
  expect(sha256Hex("\ud800")).toBe(sha256Hex("\ufffd"));
});
