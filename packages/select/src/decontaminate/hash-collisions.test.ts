import { expect, test } from "vitest";
import { decontaminate } from "./decontaminate.js";
import { finishHash, GRAM_FACTOR, leadingFactor, wordHash } from "./gram-hash.js";
import { WordTable } from "./word-table.js";

const VOCABULARY = 110_000;
const WORDS = Array.from({ length: VOCABULARY }, (_, at) => `w${at}`);
const pairHash = (left: number, right: number): number =>
  (Math.imul(wordHash(left), GRAM_FACTOR) + wordHash(right)) | 0;

/** A pair of words that has the hash of another pair, of neighbours in the vocabulary. */
function collidingPair(): { pair: [number, number]; neighbours: [number, number] } {
  for (let apart = 1; apart < VOCABULARY; apart++) {
    const shift = Math.imul(apart, GRAM_FACTOR);
    if (Math.abs(shift) >= VOCABULARY) continue;
    for (let left = 0; left + apart + 1 < VOCABULARY; left++) {
      const right = left + apart + 1 + shift;
      if (right >= 0 && right < VOCABULARY)
        return { pair: [left, right], neighbours: [left + apart, left + apart + 1] };
    }
  }
  throw new Error("no two pairs collide");
}

test("words of one hash are different words", () => {
  const table = new WordTable();
  expect(table.add(7, "one two", 0, 3)).toBe(0);
  expect(table.find(7, "one two", 4, 7)).toBe(-1);
  expect(table.add(7, "one two", 4, 7)).toBe(1);
  expect(table.find(7, "ONE", 0, 3)).toBe(0);
  expect(table.find(7, "on", 0, 2)).toBe(-1);
});

test("runs of one hash flag nothing", () => {
  const { pair, neighbours } = collidingPair();
  expect(pairHash(...pair)).toBe(pairHash(...neighbours));
  expect(finishHash(pairHash(...pair))).toBe(finishHash(pairHash(...neighbours)));
  const spelled = ([left, right]: [number, number]): string => `${WORDS[left]} ${WORDS[right]}`;
  // The first text gives every word its number.
  const against = [WORDS.join(" "), spelled(neighbours)];
  const options = { against, ngram: 2 };
  const rows = [{ prompt: spelled(pair) }, { prompt: spelled(neighbours) }, { prompt: `${spelled(neighbours)}!` }];
  expect(decontaminate(rows, options).report.hits.map(({ index, rule }) => [index, rule])).toEqual([
    [1, "exact"],
    [2, "near"],
  ]);
});

test("a rolling hash forgets the word that it leaves behind", () => {
  const leading = leadingFactor(2);
  const rolled = (Math.imul((pairHash(5, 6) - Math.imul(wordHash(5), leading)) | 0, GRAM_FACTOR) + wordHash(9)) | 0;
  expect(rolled).toBe(pairHash(6, 9));
});
