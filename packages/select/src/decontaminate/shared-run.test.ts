import fc from "fast-check";
import { expect, test } from "vitest";
import { decontaminate } from "./decontaminate.js";
import { longestSharedRun } from "./shared-run.js";

/** What stands behind the end is left from another text. */
const range = (words: readonly number[]) => ({ words: Int32Array.from([...words, 1, 1]), start: 0, end: words.length });

/** The longest run by trying all of them. */
function slowLength(left: readonly number[], right: readonly number[]): number {
  let longest = 0;
  for (let at = 0; at < left.length; at++)
    for (let other = 0; other < right.length; other++) {
      let length = 0;
      while (
        at + length < left.length &&
        (left[at + length] as number) >= 0 &&
        left[at + length] === right[other + length]
      )
        length++;
      longest = Math.max(longest, length);
    }
  return longest;
}

test("from places of single words it is the longest run of all", () => {
  const texts = fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 25 });
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const seeds = left.map((word, place) => ({
        place,
        others: [...right.keys()].filter((at) => word >= 0 && right[at] === word),
      }));
      const { start, end } = longestSharedRun(range(left), range(right), seeds);
      expect(end - start).toBe(slowLength(left, right));
      const run = left.slice(start, end).join(" ");
      expect(` ${right.join(" ")} `).toContain(run === "" ? "" : ` ${run} `);
    }),
  );
});

test("texts that repeat one word do not take the square of their length", () => {
  const ones = new Array<number>(100_000).fill(1);
  const others = [...ones.keys()];
  const seeds = others.map((place) => ({ place, others }));
  expect(longestSharedRun(range(ones), range(ones), seeds)).toEqual({ start: 0, end: 100_000 });
});

test("the quoted span stands in both texts, and is not all preamble", () => {
  const [report] = ["a a b a a a b b a"].map(
    (prompt) => decontaminate([{ prompt }], { against: ["b b a a b a a"], ngram: 2, overlap: 0.5 }).report,
  );
  expect(report?.hits[0]?.span).toBe("a a b a a");
  const halves = decontaminate([{ prompt: "a b x c d" }], { against: ["c d y a b"], ngram: 2, overlap: 0.5 }).report;
  expect(halves.hits[0]?.span).toBe("a b");
  const preamble = Array.from({ length: 30 }, (_, at) => `policy${at}`).join(" ");
  const against = Array.from({ length: 20 }, (_, at) => `${preamble} z ${`ask${at} `.repeat(9)}`);
  const prompt = `${preamble} and ${"ask3 ".repeat(9)}`;
  expect(decontaminate([{ prompt }], { against }).report.hits[0]?.span).toBe("ask3 ".repeat(9).trim());
});
