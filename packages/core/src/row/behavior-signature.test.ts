import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  pythonCompare,
  pythonJson,
  pythonRepr,
  pythonText,
  pythonTrim,
  pythonWords,
  tuple,
} from "../text/python-text.js";
import { behaviorSignature } from "./behavior-signature.js";
import type { Row } from "./row.js";

describe("behaviorSignature", () => {
  const base = {
    prompt: "where is A1",
    final_text: "Here.",
    steps: [{ tool: "get", arguments: { id: "A1" }, result: { status: "ok" } }],
  };
  test("ignores wording of the same size and the order of arguments", () => {
    expect(behaviorSignature({ ...base, final_text: "There." })).toBe(behaviorSignature(base));
  });
  test.each<[string, Row]>([
    ["the tool", { ...base, steps: [{ ...base.steps[0], tool: "find" }] }],
    ["where an argument came from", { ...base, prompt: "where is it" }],
    ["the status", { ...base, steps: [{ ...base.steps[0], result: { status: "timeout" } }] }],
    ["a refusal", { ...base, final_text: "I cannot." }],
    ["the size", { ...base, final_text: "w ".repeat(12) }],
  ])("tells %s apart", (_, row) => {
    expect(behaviorSignature(row)).not.toBe(behaviorSignature(base));
  });
  test("is 12 hex digits whatever comes", () => {
    fc.assert(
      fc.property(fc.anything(), (row) => {
        expect(behaviorSignature(row as Row)).toMatch(/^[0-9a-f]{12}$/);
      }),
    );
  });
});

// Expected texts were printed by Python 3.11.
test.each<[unknown, string]>([
  ["it's", `"it's"`],
  ["q\"'", "'q\"\\''"],
  ["a\\\n\t\r", "'a\\\\\\n\\t\\r'"],
  ["\u0000\u0085\u2028", "'\\x00\\x85\\u2028'"],
  ["é🎉", "'é🎉'"],
  ["\ud800", "'\\ud800'"],
  ["\u{e0001}", "'\\U000e0001'"],
  [true, "True"],
  [null, "None"],
  [1e-7, "1e-07"],
  [0.0001, "0.0001"],
  [1.5, "1.5"],
  [123456.789, "123456.789"],
  [Number.NaN, "nan"],
  [Number.POSITIVE_INFINITY, "inf"],
  [Number.NEGATIVE_INFINITY, "-inf"],
  [1e22, "10000000000000000000000"],
  [[1, ["a"]], "[1, ['a']]"],
  [{ k: false }, "{'k': False}"],
])("pythonRepr(%j)", (value, expected) => {
  expect(pythonRepr(value)).toBe(expected);
});

test("the other Python texts", () => {
  expect(tuple([])).toBe("()");
  expect(tuple(["1"])).toBe("(1,)");
  expect(pythonText("a")).toBe("a");
  expect(pythonJson({ a: ["é", "\u007f", 1.5, true, null] })).toBe('{"a": ["\\u00e9", "\u007f", 1.5, true, null]}');
  expect(pythonWords(" a\u0085b\u001cc \ufeff")).toBe(4);
  expect(pythonTrim("\u0085 a b\u2028")).toBe("a b");
  expect(pythonTrim(" ")).toBe("");
  expect(["😀", "\uffff", "a", "ab"].sort(pythonCompare)).toEqual(["a", "ab", "\uffff", "😀"]);
});
