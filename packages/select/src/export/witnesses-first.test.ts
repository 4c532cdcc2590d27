import { expect, test } from "vitest";
import { withOneTypePerColumn } from "./column-types.js";
import { witnessesFirst } from "./witnesses-first.js";

const filler = "x".repeat(100_000);
const many = (extra: object = {}) => Array.from({ length: 120 }, (_, index) => ({ index, filler, ...extra }));

test.each<[name: string, usual: object, late: object]>([
  ["a fraction", { reward: 1 }, { reward: 0.5 }],
  ["a column", {}, { reason: "x" }],
  ["a key inside", { faults: { a: 1 } }, { faults: { b: 1 } }],
  ["a key inside a list", { messages: [{ role: "user" }] }, { messages: [{ role: "user", tool_calls: [] }] }],
  ["a filled list", { tags: [] }, { tags: ["x"] }],
])("%s that first occurs late moves to the front", (_, usual, late) => {
  const rows = [...many(usual), { index: 120, filler, ...late }, { index: 121, filler, ...late }];
  const { records, moved } = witnessesFirst(rows);
  expect(moved).toBe(1);
  expect(records.map((record) => record.index)).toEqual([
    120,
    ...Array.from({ length: 120 }, (_entry, index) => index),
    121,
  ]);
});

test("small files and files of one shape keep their order", () => {
  const small = [{ a: 1 }, { a: 0.5, b: { c: [null] } }];
  expect(witnessesFirst(small)).toEqual({ records: small, moved: 0 });
  expect(witnessesFirst(many({ reward: 0.5, f: { a: null } })).moved).toBe(0);
});

test("a place whose objects differ early is free, whatever comes later", () => {
  const rows = [{ f: { a: 1 } }, { f: { b: 1 } }, ...many(), { filler, f: { c: { d: 1 } } }];
  expect(witnessesFirst(rows).moved).toBe(0);
});

test("withOneTypePerColumn turns mixed columns into text and drops null ones", () => {
  const { records, columnsAsText } = withOneTypePerColumn([
    { a: 1, b: null, c: [1], d: true, __proto__x: "k" },
    { a: "1", c: { x: 1 }, d: false },
  ]);
  expect(records).toEqual([
    { a: "1", c: "[1]", d: true, __proto__x: "k" },
    { a: "1", c: '{"x":1}', d: false },
  ]);
  expect(columnsAsText).toEqual(["a", "c"]);
});
