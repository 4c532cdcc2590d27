import { expect, test } from "vitest";
import { notJson } from "./not-json.js";

const loop: Record<string, unknown> = { a: [1] };
loop.a = [loop];
const shared = { x: 1 };

test.each<[string, unknown, unknown]>([
  ["plain data", { a: [1, "x", null, true, undefined], b: { c: -0 } }, undefined],
  ["the same object twice", [shared, shared], undefined],
  ["NaN", { markers: { m: Number.NaN } }, { field: "markers.m", found: "NaN", isNumber: true }],
  [
    "an infinity in a list",
    { a: [0, [Number.NEGATIVE_INFINITY]] },
    { field: "a[1][0]", found: "-Infinity", isNumber: true },
  ],
  ["a bigint", 1n, { field: "", found: "the bigint 1", isNumber: false }],
  ["a function", { f: () => 1 }, { field: "f", found: "a function", isNumber: false }],
  ["a symbol", [Symbol("s")], { field: "[0]", found: "a symbol", isNumber: false }],
  ["a loop", loop, { field: "a[0]", found: "a value that contains itself", isNumber: false }],
])("%s", (_, value, expected) => {
  expect(notJson(value)).toEqual(expected);
});
