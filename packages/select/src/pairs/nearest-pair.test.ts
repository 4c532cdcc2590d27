import fc from "fast-check";
import { expect, test } from "vitest";
import { isLikeInLength } from "./may-pair.js";
import { nearestPair } from "./nearest-pair.js";
import type { PairEntry } from "./pair-entry.js";

const entry = fc.record({
  row: fc.constant({}),
  score: fc.constant(0),
  length: fc.integer({ min: 0, max: 12 }),
  reply: fc.constantFrom("a", "b", "c"),
  leaks: fc.constant(false),
  leaksShown: fc.constant(false),
  cut: fc.constant(null),
  onlyRejected: fc.constant(false),
});
const side = fc.array(entry, { maxLength: 8 });

/** Every combination, the nearest first, then the best-ranked. */
function byTrying(
  chosen: readonly PairEntry[],
  rejected: readonly PairEntry[],
  maxLengthRatio: number,
  lean: 1 | -1 | undefined,
  within: number,
) {
  const all = chosen.flatMap((better, left) =>
    rejected.flatMap((worse, right) => {
      const delta = better.length - worse.length;
      const fits =
        better.reply !== worse.reply &&
        isLikeInLength(better, worse, { maxLengthRatio }) &&
        Math.abs(delta) <= within &&
        (lean === undefined || Math.sign(delta) === lean);
      return fits ? [{ match: [left, right] as const, distance: Math.abs(delta), ranks: left + right }] : [];
    }),
  );
  all.sort((one, other) => one.distance - other.distance || one.ranks - other.ranks || one.match[0] - other.match[0]);
  return all[0] ?? null;
}

test("finds what trying every combination finds", () => {
  fc.assert(
    fc.property(
      side,
      side,
      fc.constantFrom(1, 1.5, 3, Number.POSITIVE_INFINITY),
      fc.constantFrom(undefined, 1 as const, -1 as const),
      fc.constantFrom(0, 2, Number.POSITIVE_INFINITY),
      (chosen, rejected, maxLengthRatio, lean, within) => {
        const wish = lean === undefined ? { within } : { lean, within };
        const found = nearestPair(chosen, rejected, { maxLengthRatio }, wish);
        const best = byTrying(chosen, rejected, maxLengthRatio, lean, within);
        expect(found === null).toBe(best === null);
        if (found === null || best === null) return;
        const [left, right] = found;
        expect(chosen[left]?.reply).not.toBe(rejected[right]?.reply);
        expect(Math.abs((chosen[left]?.length ?? 0) - (rejected[right]?.length ?? 0))).toBe(best.distance);
        expect(left + right).toBe(best.ranks);
      },
    ),
    { numRuns: 500 },
  );
});

test("ranks decide between equally near ones", () => {
  const may = { leaks: false, leaksShown: false, cut: null, onlyRejected: false };
  const of = (length: number, reply: string): PairEntry => ({ row: {}, score: 0, length, reply, ...may });
  const any = { maxLengthRatio: Number.POSITIVE_INFINITY };
  expect(nearestPair([of(5, "x")], [of(7, "a"), of(3, "b"), of(5, "x")], any)).toEqual([0, 0]);
  expect(nearestPair([of(5, "x")], [of(7, "a"), of(3, "b")], any, { lean: 1 })).toEqual([0, 1]);
});
