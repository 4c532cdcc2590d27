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
  ["a date", { ts: new Date(0) }, undefined],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), undefined],
  ["a date that is none", { ts: new Date("x") }, { field: "ts", found: "an invalid Date", isNumber: false }],
  ["a map", { m: new Map([[1, 2]]) }, { field: "m", found: "an object of class Map", isNumber: false }],
  ["a set", [new Set([1])], { field: "[0]", found: "an object of class Set", isNumber: false }],
  ["an error", { e: new Error("x") }, { field: "e", found: "an object of class Error", isNumber: false }],
  ["bytes", { b: new Uint8Array(1) }, { field: "b", found: "an object of class Uint8Array", isNumber: false }],
  ["a loop", loop, { field: "a[0]", found: "a value that contains itself", isNumber: false }],
])("%s", (_, value, expected) => {
  expect(notJson(value)).toEqual(expected);
});

test("nesting that no reader follows is found, not a crash of the stack", () => {
  const nested = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  expect(notJson(nested(500))).toBeUndefined();
  expect(notJson({ a: nested(500) })?.found).toBe("nested deeper than 500 levels");
  expect(notJson(nested(50_000))?.found).toContain("nested deeper");
});
