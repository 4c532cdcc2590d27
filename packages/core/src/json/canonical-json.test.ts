import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.js";

it("writes equal data alike, whatever the order of its keys, and leaves out what is undefined", () => {
  expect(canonicalJson({ b: [1, { d: null, c: -0 }], a: "25", x: undefined })).toBe(
    '{"a":"25","b":[1,{"c":0,"d":null}]}',
  );
  expect(canonicalJson(undefined)).toBe("null");
  expect(canonicalJson("25")).not.toBe(canonicalJson(25));
});

it("is JSON of the same data", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
