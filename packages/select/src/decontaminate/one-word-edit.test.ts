import { describe, expect, it } from "vitest";
import { decontaminate } from "./decontaminate.js";
import { wordsThatOutliveAnEdit } from "./one-word-edit.js";

/** At how many places a changed word leaves a text of so many words found. */
function placesFound(words: number, options: { ngram: number; overlap: number }): number {
  const text = Array.from({ length: words }, (_, index) => `word${index}`);
  const edited = text.map((_, at) => ({ prompt: text.with(at, "changed").join(" ") }));
  return decontaminate(edited, { ...options, against: [text.join(" ")] }).report.nContaminated;
}

describe("wordsThatOutliveAnEdit", () => {
  it.each([
    [8, 0.8],
    [8, 0.9],
    [8, 0.7],
    [8, 0.5],
    [8, 0],
    [5, 0.8],
    [13, 0.6],
    [1, 0.8],
    [3, 0.1],
    [7, 0.99],
  ])("is the length at which ngram %d and overlap %d find a change at every place", (ngram, overlap) => {
    const words = wordsThatOutliveAnEdit(ngram, overlap) as number;
    expect(placesFound(words, { ngram, overlap })).toBe(words);
    expect(placesFound(words - 1, { ngram, overlap })).toBeLessThan(words - 1);
  });

  it("is none where every word is asked for", () => {
    expect(wordsThatOutliveAnEdit(8, 1)).toBeNull();
    expect(placesFound(200, { ngram: 8, overlap: 1 })).toBe(0);
  });

  it.each([
    [10, 4],
    [15, 6],
    [20, 12],
    [25, 19],
    [30, 26],
    [40, 40],
  ])("of %d words, the defaults find the change at %d places", (words, found) => {
    expect(placesFound(words, { ngram: 8, overlap: 0.8 })).toBe(found);
  });
});
