import fc from "fast-check";
import { expect, test } from "vitest";
import { withWholeCharacters } from "./well-formed.js";

test("half a character becomes U+FFFD, in texts and in keys, and the record is counted", () => {
  const given = [{ a: [{ "k\udc00": "cut \ud83c" }] }, { a: "🎉" }];
  const { records, mended } = withWholeCharacters(given);
  expect(records).toEqual([{ a: [{ "k\ufffd": "cut \ufffd" }] }, { a: "🎉" }]);
  expect(mended).toBe(1);
  expect(records[1]).toBe(given[1]);
  expect(given[0]?.a).toEqual([{ "k\udc00": "cut \ud83c" }]);
});

test("what is whole stays as it is, and what is written always is", () => {
  const record = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }));
  fc.assert(
    fc.property(record, (given) => {
      const broken = { ...given, cut: "\ud800" };
      expect(withWholeCharacters([given]).records[0]).toBe(given);
      expect(JSON.stringify(withWholeCharacters([broken]).records)).not.toMatch(/\\u[dD][89abAB]/);
    }),
  );
});
