import fc from "fast-check";
import { expect, test } from "vitest";
import type { ChosenPair } from "./choose-pairs.js";
import { mayPair } from "./may-pair.js";
import type { PairEntry } from "./pair-entry.js";
import { pairSettings } from "./pair-options.js";
import { SpareReplies } from "./spare-replies.js";

const reply = fc.record({
  score: fc.constantFrom(1, 1, 0.5, 0),
  length: fc.integer({ min: 1, max: 9 }),
  reply: fc.constantFrom("a", "b", "c", "d"),
  onlyRejected: fc.constantFrom(false, false, true),
});
const margin = (pair: ChosenPair) => pair.chosen.length - pair.rejected.length;

test("finds the stand-in that trying every combination finds, also after exchanges", () => {
  fc.assert(
    fc.property(
      fc.array(reply, { minLength: 4, maxLength: 12 }),
      fc.constantFrom("length" as const, "margin" as const),
      fc.constantFrom(0.5, 1),
      fc.constantFrom(1.5, Number.POSITIVE_INFINITY),
      fc.constantFrom(1, 4, 20),
      (given, prefer, minMargin, maxLengthRatio, within) => {
        const entries = given
          .map((one) => ({ row: {}, leaks: false, leaksShown: false, cut: null, ...one }) as unknown as PairEntry)
          .sort((left, right) => right.score - left.score);
        const settings = { ...pairSettings({ prefer, minMargin }), maxLengthRatio };
        const pairs: ChosenPair[] = [];
        const used = () => new Set(pairs.flatMap(({ chosen, rejected }) => [chosen, rejected]));
        for (const chosen of entries) {
          const rejected = entries.find((entry) => !used().has(entry) && mayPair(chosen, entry, settings));
          if (rejected !== undefined && !used().has(chosen)) pairs.push({ chosen, rejected });
        }
        const spare = new SpareReplies(entries, pairs, settings);
        for (const [at, pair] of pairs.entries()) {
          const lean = margin(pair) > 0 ? -1 : 1;
          const found = spare.standIn(pair, lean, within);
          const isFree = (entry: PairEntry) => !used().has(entry) || entry === pair.chosen || entry === pair.rejected;
          const fitting = entries.flatMap((chosen) =>
            entries
              .map((rejected) => ({ chosen, rejected }))
              .filter(
                (one) =>
                  isFree(chosen) &&
                  isFree(one.rejected) &&
                  chosen.score === pair.chosen.score &&
                  (prefer === "length" || one.rejected.score === pair.rejected.score) &&
                  mayPair(chosen, one.rejected, settings) &&
                  Math.sign(margin(one)) === lean &&
                  Math.abs(margin(one)) <= within,
              ),
          );
          const least = fitting.reduce((most, one) => Math.min(most, Math.abs(margin(one))), Number.POSITIVE_INFINITY);
          expect(found === null ? Number.POSITIVE_INFINITY : Math.abs(margin(found))).toBe(least);
          if (found === null) continue;
          expect(fitting).toContainEqual(found);
          spare.exchange(pair, found);
          pairs[at] = found;
        }
      },
    ),
    { numRuns: 500 },
  );
});
