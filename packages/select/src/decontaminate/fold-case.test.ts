import { expect, test } from "vitest";
import { foldCase } from "./fold-case.js";

test.each([
  ["compatibility forms", "Ｓtraße ﬁx ½", "strasse fix 1⁄2"],
  ["what shows nothing", "con\u00adtami\u200dna\u200btion\ufeff", "contamination"],
  ["both sigmas", "ΟΔΟΣ ς", "οδοσ σ"],
  ["half a character", "a\ud800B", "a\ud800b"],
])("%s", (_, text, folded) => {
  expect(foldCase(text)).toBe(folded);
});

test("a short run of marks is composed as Unicode has it, within a long text too", () => {
  const marked = "a\u0316\u0301\u0323";
  const long = `${"é ".repeat(1000)}${marked}`;
  expect(foldCase(long)).toBe(`${"é ".repeat(1000)}${marked.normalize("NFKC")}`);
});

test("a run of very many marks takes time in proportion to its length", () => {
  const marks = "\u0301\u0316".repeat(150_000);
  expect(foldCase(`A${marks}`)).toHaveLength(300_000);
});
