import { expect, test } from "vitest";
import { plainJson } from "./plain-json.js";

const loop: Record<string, unknown> = { a: 1 };
loop.again = [loop];

test.each<[string, unknown, unknown]>([
  ["numbers that JSON lacks", [Number.NaN, -Infinity, 1], ["NaN", "-Infinity", 1]],
  ["what is no data", { f: () => 1, u: undefined, s: Symbol("x"), n: null }, { n: null }],
  ["items that are no data", [undefined, () => 1], [null, null]],
  ["a bigint", { id: 10n }, { id: "10" }],
  ["dates", [new Date(0), new Date("x")], ["1970-01-01T00:00:00.000Z", null]],
  [
    "a map",
    new Map<unknown, unknown>([
      ["a", new Map([[1, 2n]])],
      [{ k: 1 }, "o"],
    ]),
    { a: { 1: "2" }, '{"k":1}': "o" },
  ],
  ["a set", { seen: new Set(["a", new Set([1])]) }, { seen: ["a", [1]] }],
  [
    "what describes itself",
    { url: new URL("http://a.example/"), money: { toJSON: () => 12.5 } },
    { url: "http://a.example/", money: 12.5 },
  ],
  ["a loop", loop, { a: 1, again: ["[circular]"] }],
  ["nothing", undefined, undefined],
])("writes %s", (_, value, expected) => {
  expect(plainJson(value)).toEqual(expected);
});

test("keeps keys of any name as keys", () => {
  const plain = plainJson(JSON.parse('{"__proto__":{"a":1}}')) as object;
  expect(Object.keys(plain)).toEqual(["__proto__"]);
  expect((plain as { a?: number }).a).toBeUndefined();
  expect(JSON.stringify(plainJson(new Map([["__proto__", 1]])))).toBe('{"__proto__":1}');
});
