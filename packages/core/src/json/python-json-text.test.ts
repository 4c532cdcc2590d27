import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pythonJsonText } from "./python-json-text.js";

// Every expected text was written by Python's json.dumps(…, sort_keys=True).
describe("pythonJsonText", () => {
  it.each<[unknown, string]>([
    [null, "null"],
    [[true, false, undefined, () => 1], "[true, false, null, null]"],
    [{ b: 1, a: [2, { c: "x" }], gone: undefined }, '{"a": [2, {"c": "x"}], "b": 1}'],
    [{ "\u{1f600}": 1, "\ue000": 2 }, '{"\\ue000": 2, "\\ud83d\\ude00": 1}'],
    [{ ab: 1, a: 2 }, '{"a": 2, "ab": 1}'],
    ['a"b\\c\b\f\n\r\t\u0000\u001f/\u007f', '"a\\"b\\\\c\\b\\f\\n\\r\\t\\u0000\\u001f/\u007f"'],
    ["ü\u2028\u{1f600}\ud800", '"\\u00fc\\u2028\\ud83d\\ude00\\ud800"'],
    [[0, -0, 12, 0.5, 1e-5, 1.5e-7, 0.0001, 1e22], "[0, 0, 12, 0.5, 1e-05, 1.5e-07, 0.0001, 1e+22]"],
  ])("%j", (value, text) => {
    expect(pythonJsonText(value)).toBe(text);
  });

  it("leaves what is outside ASCII as it is when asked to", () => {
    expect(pythonJsonText({ ü: "\u2028\u{1f600}\u0085" }, { ascii: false })).toBe('{"ü": "\u2028\u{1f600}\u0085"}');
  });

  it.each([
    [1, "1.0"],
    [-0, "-0.0"],
    [0, "0.0"],
    [2.5, "2.5"],
    [1e15, "1000000000000000.0"],
    [1e16, "1e+16"],
    [123456789012345680, "1.2345678901234568e+17"],
    [1e21, "1e+21"],
    [-1e100, "-1e+100"],
  ])("writes %s as a float", (number, text) => {
    expect(pythonJsonText(number, { floats: true })).toBe(text);
  });

  it("refuses numbers that JSON lacks", () => {
    for (const number of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => pythonJsonText([number])).toThrow(RangeError);
  });

  it("writes JSON that reads back as the value, and the same text for the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, ascii) => {
        const text = pythonJsonText(value, { ascii });
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(pythonJsonText(JSON.parse(text), { ascii })).toBe(text);
      }),
    );
  });
});
