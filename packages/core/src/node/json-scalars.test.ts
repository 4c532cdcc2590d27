import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonScalars } from "./json-scalars.js";

test.each<[text: string, found: [string, string | undefined][]]>([
  [
    '{"a":1,"b":[-2.5e3,NaN],"c":"3 \\" 4"}',
    [
      ["1", "a"],
      ["-2.5e3", "b"],
      ["NaN", "b"],
    ],
  ],
  ['{"a\\\\":7}', [["7", "a\\\\"]]],
  ["-Infinity", [["-Infinity", undefined]]],
  ['"a string that never ends 5', []],
  ["", []],
])("finds the scalars of %s", (text, found) => {
  expect([...jsonScalars(text)].map((scalar) => [scalar.text, scalar.field])).toEqual(found);
});

test("finds the numbers of every JSON value, in order and in place", () => {
  const numbersOf = (value: unknown): number[] => {
    if (typeof value === "number") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersOf) : [];
  };
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const text = JSON.stringify(value);
      const found = [...jsonScalars(text)];
      expect(found.map((scalar) => Number(scalar.text))).toEqual(numbersOf(JSON.parse(text)));
      for (const scalar of found) expect(text.startsWith(scalar.text, scalar.start)).toBe(true);
    }),
  );
});
