import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LeastUsedDeck } from "./least-used-deck.js";

const deal = (deck: LeastUsedDeck, uses: Uint32Array, count: number): number[] =>
  Array.from({ length: count }, () => {
    const cell = deck.next() as number;
    uses[cell] = (uses[cell] as number) + 1;
    return cell;
  });

describe("LeastUsedDeck", () => {
  it("deals every cell once before any comes again, by rank", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
        const uses = new Uint32Array(size);
        const deck = new LeastUsedDeck([...uses.keys()], uses, { rank: (cell, times) => (cell * 7 + times * 3) % 41 });
        for (let cycle = 0; cycle < 3; cycle++) {
          const dealt = deal(deck, uses, size);
          const ranks = dealt.map((cell) => (cell * 7 + cycle * 3) % 41);
          expect(new Set(dealt).size).toBe(size);
          expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
        }
      }),
      { seed: 5 },
    );
  });

  it("passes over what was used elsewhere meanwhile", () => {
    const uses = new Uint32Array([0, 2, 0, 1]);
    const deck = new LeastUsedDeck([0, 1, 2, 3], uses, { rank: (cell) => cell });
    expect(deck.next()).toBe(0);
    uses[0] = 5;
    uses[2] = 5;
    expect(deal(deck, uses, 3)).toEqual([3, 1, 3]);
  });

  it("deals in proportion to weights, at every prefix", () => {
    const uses = new Uint32Array(3);
    const weights = [1, 2, 5];
    const deck = new LeastUsedDeck([0, 1, 2], uses, {
      rank: (cell) => cell,
      weight: (cell) => weights[cell] as number,
    });
    for (let dealt = 1; dealt <= 400; dealt++) {
      deal(deck, uses, 1);
      for (const [cell, weight] of weights.entries())
        expect(Math.abs((uses[cell] as number) - (dealt * weight) / 8)).toBeLessThan(1.5);
    }
  });

  it("has nothing to deal without cells", () => {
    expect(new LeastUsedDeck([], new Uint32Array(0), { rank: () => 0 }).next()).toBeUndefined();
  });
});
