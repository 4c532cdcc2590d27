import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearPattern } from "./linear-pattern.js";

const agrees = (source: string, flags: string, text: string): void => {
  const native = new RegExp(source, flags).exec(text);
  const found = linearPattern(source, flags).exec(text);
  expect(
    found === null ? null : [found.index, ...found.groups],
    `/${source}/${flags} on ${JSON.stringify(text)}`,
  ).toEqual(native === null ? null : [native.index, ...native]);
};

const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\s", "x", "\\.", "\\u0061", "\\x62");
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}", "{0,2}?");
/** Bodies of repeats that cannot be empty: there both engines also agree on what is preferred. */
const solid: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    atom,
    fc.tuple(atom, quantifier).map(([body, times]) => `${body}${body}${times}`),
    fc.tuple(tie("node"), tie("node")).map(([left, right]) => `(${left}|${right})`),
    fc.tuple(tie("node"), tie("node")).map(([left, right]) => `${left}${right}`),
    tie("node").map((body) => `(?:${body})+`),
    tie("node").map((body) => `(${body})*?b`),
  ),
})).node;
const loose: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    atom,
    fc.constantFrom("^", "$", "\\b", "\\B", ""),
    fc.tuple(tie("node"), quantifier).map(([body, times]) => `(?:${body})${times}`),
    fc.tuple(tie("node"), tie("node")).map(([left, right]) => `(${left}|${right})`),
    fc.tuple(tie("node"), tie("node")).map(([left, right]) => `${left}${right}`),
  ),
})).node;
const text = fc.string({ unit: fc.constantFrom("a", "b", "x", "1", " ", "\n", "."), maxLength: 12 });
const flags = fc.constantFrom("", "i", "m", "s", "u", "iu", "ms");

describe("linearPattern", () => {
  it("finds what the engine finds", () => {
    fc.assert(fc.property(solid, flags, text, agrees), { numRuns: 600 });
  });

  it("accepts exactly what the engine accepts, empty repeats included", () => {
    fc.assert(
      fc.property(loose, flags, text, (source, given, input) => {
        expect(linearPattern(source, given).test(input)).toBe(new RegExp(source, given).test(input));
      }),
      { numRuns: 600 },
    );
  });

  it.each([
    ["(?<year>\\d{4})-(\\d\\d)", "", "on 2024-05"],
    ["\\u{1F600}+", "u", "a😀😀"],
    ["^.$", "u", "😀"],
    ["^..$", "", "😀"],
    ["\\ud83d\\ude00", "u", "😀"],
    ["\\ud83d\\ude00", "", "😀"],
    ["[\\]a]+", "", "x]a"],
    ["\\p{Lu}+", "u", "abÄÖ"],
    ["a{", "", "a{"],
    ["x{,3}", "", "x{,3}"],
    ["(a)|(b)", "", "b"],
    ["(?:(a)|b)*", "", "ab"],
    ["straße", "i", "STRAßE"],
    ["[^]", "", "\n"],
    ["\\cJ", "", "\n"],
    ["a|ab|abc", "", "abc"],
    ...["\\b", "\\B", "\\b\\w+\\b"].flatMap((source) =>
      ["", "i", "u", "iu"].flatMap((given) =>
        ["\u017f", " \u017fx", "\u212a.", "\u00e9"].map((input): [string, string, string] => [source, given, input]),
      ),
    ),
  ])("agrees on /%s/%s", (source, given, input) => agrees(source, given, input));

  it("names groups, Python's way too", () => {
    const pattern = linearPattern("(?P<n>\\d+) of (?<m>\\d+)");
    expect(pattern.groupNames).toEqual(["n", "m"]);
    expect(pattern.exec("3 of 4")?.named).toEqual(
      new Map([
        ["n", "3"],
        ["m", "4"],
      ]),
    );
  });

  it.each(["(a+)+$", "(a|aa)+$", "(a*)*b", "(.*a){20}$", "^(\\w+\\s?)*$"])("does not hang on %s", (source) => {
    expect(linearPattern(source).test(`${"a".repeat(5000)}!`)).toBe(false);
  });

  it.each([
    ["(?=a)", "lookaround"],
    ["(?<!a)b", "lookaround"],
    ["(a)\\1", "a backreference"],
    ["(?<x>a)\\k<x>", "a backreference"],
    ["(a", "Invalid regular expression"],
    ["((a{999}){999})", "longer than 20000 instructions"],
  ])("refuses %s", (source, what) => {
    expect(() => linearPattern(source)).toThrow(OptionError);
    expect(() => linearPattern(source)).toThrow(what);
  });

  it.each([
    ["a pattern that gets nowhere on a long text", "(abc){2000}", "x".repeat(100_000), false],
    ["hundreds of groups", "(a?)".repeat(800), "a".repeat(5000), true],
    ["repeats of repeats", "((a*)*)*".repeat(50), "a".repeat(20_000), true],
    ["a repeat of nothing", "^(?:){99999999}$", "", true],
  ])("answers in time: %s", (_, source, given, expected) => {
    expect(linearPattern(source).test(given)).toBe(expected);
  });

  it("refuses the v flag and texts that are too long for the pattern", () => {
    expect(() => linearPattern("a", "v")).toThrow("the v flag");
    expect(() => linearPattern("(?:a?){3000}b").test("a".repeat(10_000))).toThrow(RangeError);
  });
});
