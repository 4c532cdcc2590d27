import fc from "fast-check";
import { expect, test } from "vitest";
import { isLikeInLength } from "./may-pair.js";
import { nearestPair } from "./nearest-pair.js";
import type { PairEntry } from "./pair-entry.js";
import { ReplyIndex } from "./reply-index.js";

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
/** A chosen reply that is the longer one stands beside a shorter one. */
const otherWay = (lean: 1 | -1 | undefined) => (lean === undefined ? undefined : lean === 1 ? -1 : 1);
const side = fc.array(entry, { maxLength: 8 });

/** Every combination, the nearest first, then the best-ranked. */
function byTrying(
  chosen: readonly PairEntry[],
  rejected: readonly PairEntry[],
  maxLengthRatio: number,
  lean: 1 | -1 | undefined,
  within: number,
  isOut: (rank: number) => boolean,
) {
  const all = chosen.flatMap((better, left) =>
    rejected.flatMap((worse, right) => {
      const delta = better.length - worse.length;
      const fits =
        !isOut(right) &&
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
      fc.nat(3),
      fc.array(fc.nat(7), { maxLength: 4 }),
      (chosen, rejected, maxLengthRatio, lean, within, from, taken) => {
        const index = new ReplyIndex(rejected, { maxLengthRatio });
        for (const rank of rejected.keys()) if (rank % 2 === 0) index.delete(rank);
        for (const rank of rejected.keys()) index.add(rank);
        for (const rank of taken) if (rank < rejected.length) index.delete(rank);
        const isOut = (rank: number) => rank < from || taken.includes(rank);
        expect(index.size).toBe([...rejected.keys()].filter((rank) => !taken.includes(rank)).length);
        const found = nearestPair(chosen, index, { lean: otherWay(lean), within, from });
        const best = byTrying(chosen, rejected, maxLengthRatio, lean, within, isOut);
        expect(found === null).toBe(best === null);
        if (found === null || best === null) return;
        const [left, right] = found;
        expect(chosen[left]?.reply).not.toBe(rejected[right]?.reply);
        expect(Math.abs((chosen[left]?.length ?? 0) - (rejected[right]?.length ?? 0))).toBe(best.distance);
        expect(left + right).toBe(best.ranks);
      },
    ),
    { numRuns: 1000 },
  );
});

test("ranks decide between equally near ones", () => {
  const may = { leaks: false, leaksShown: false, cut: null, onlyRejected: false };
  const of = (length: number, reply: string): PairEntry => ({ row: {}, score: 0, length, reply, ...may });
  const held = (...replies: PairEntry[]) => new ReplyIndex(replies, { maxLengthRatio: Number.POSITIVE_INFINITY });
  expect(nearestPair([of(5, "x")], held(of(7, "a"), of(3, "b"), of(5, "x")))).toEqual([0, 0]);
  expect(nearestPair([of(5, "x")], held(of(7, "a"), of(3, "b")), { lean: -1 })).toEqual([0, 1]);
  expect(nearestPair([of(5, "x")], held())).toBeNull();
});
