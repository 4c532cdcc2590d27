import { describe, expect, test } from "vitest";
import { decodeNumbers } from "./decode-numbers.js";
import { differences, type Tolerance } from "./differences.js";
import { vectorRows } from "./vector-rows.js";

describe("differences", () => {
  const cases: [title: string, actual: unknown, expected: unknown, tolerance: Tolerance, found: string[]][] = [
    ["equal numbers", 1, 1, {}, []],
    ["numbers apart", 1, 2, {}, ["value: expected 2, got 1"]],
    ["within abs", 1.0005, 1, { abs: 1e-3 }, []],
    ["outside abs", 1.002, 1, { abs: 1e-3 }, ["value: expected 1, got 1.002"]],
    ["within rel", 1001, 1000, { rel: 1e-3 }, []],
    ["NaN is NaN", Number.NaN, Number.NaN, {}, []],
    ["NaN is not a number near", Number.NaN, 1, { abs: 9 }, ["value: expected 1, got NaN"]],
    ["a text is not a number", "1", 1, {}, ['value: expected 1, got "1"']],
    ["partial objects", { a: 1, b: 2 }, { a: 1 }, {}, []],
    ["nested path", { a: { b: [1, 2] } }, { a: { b: [1, 3] } }, {}, ["a.b[1]: expected 3, got 2"]],
    ["lists of other length", [1], [1, 2], {}, ["value: expected [1,2], got [1]"]],
    ["null accepts absence", {}, { a: null }, {}, []],
    ["null is not zero", { a: 0 }, { a: null }, {}, ["a: expected null, got 0"]],
    ["zero is not null", { a: null }, { a: 0 }, {}, ["a: expected 0, got null"]],
    ["absent", {}, { a: "x" }, {}, ['a: expected "x", got nothing']],
    ["a Map reads as an object", new Map([["t", 1]]), { t: 1 }, {}, []],
    ["inherited members are absent", {}, { toString: "x" }, {}, ['toString: expected "x", got nothing']],
    ["object expected", 3, { a: 1 }, {}, ['value: expected {"a":1}, got 3']],
  ];
  test.each(cases)("%s", (_, actual, expected, tolerance, found) => {
    expect(differences(actual, expected, tolerance)).toEqual(found);
  });
});

test("decodeNumbers replaces spelled numbers and keeps odd keys", () => {
  const decoded = decodeNumbers(JSON.parse('{"a": [{"$num": "NaN"}, {"$num": "-Infinity"}], "__proto__": {"b": 1}}'));
  expect(Object.keys(decoded as object)).toEqual(["a", "__proto__"]);
  expect((decoded as { a: number[] }).a).toEqual([Number.NaN, Number.NEGATIVE_INFINITY]);
});

test("vectorRows expands groups in order and refuses other inputs", () => {
  expect(vectorRows({ groups: { b: [1, 0], a: [0.5] } })).toEqual([
    { task_id: "b", reward: 1 },
    { task_id: "b", reward: 0 },
    { task_id: "a", reward: 0.5 },
  ]);
  expect(vectorRows({ rows: [null] })).toEqual([null]);
  expect(() => vectorRows({})).toThrow("neither rows nor groups");
});
