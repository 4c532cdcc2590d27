import fc from "fast-check";
import { expect, test } from "vitest";
import { pythonRepr, pythonTrim, pythonWords } from "./python-text.js";

/** Characters that Python's split() and strip() take for whitespace. */
const SPACES = [..."\t\n\v\f\r\u001c\u001d\u001e\u001f \u0085\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"];
const OTHERS = [..."ab'\"\\~\u007f\u200b\ufeff\u00e9\ud83d"];
const text = fc.array(fc.constantFrom(...SPACES, ...OTHERS), { maxLength: 30 }).map((units) => units.join(""));
const isSpace = (unit: string): boolean => SPACES.includes(unit);

test("words are runs of what is no whitespace", () => {
  fc.assert(
    fc.property(text, (given) => {
      const starts = [...given].filter(
        (unit, at, all) => !isSpace(unit) && (at === 0 || isSpace(all[at - 1] as string)),
      );
      expect(pythonWords(given)).toBe(starts.length);
    }),
  );
});

test("trimming takes whitespace off both ends and nothing else", () => {
  fc.assert(
    fc.property(text, (given) => {
      const units = [...given];
      const first = units.findIndex((unit) => !isSpace(unit));
      const last = units.findLastIndex((unit) => !isSpace(unit));
      expect(pythonTrim(given)).toBe(first < 0 ? "" : units.slice(first, last + 1).join(""));
    }),
  );
});

test.each([
  ["plain", "'plain'"],
  ["", "''"],
  ["it's", `"it's"`],
  [`it's "so"`, `'it\\'s "so"'`],
  ['"so"', `'"so"'`],
  ["a\\b", "'a\\\\b'"],
  ["a\nb\u007f", "'a\\nb\\x7f'"],
  ["é\u200b", "'é\\u200b'"],
])("%j is written as Python does", (given, repr) => {
  expect(pythonRepr(given)).toBe(repr);
});
