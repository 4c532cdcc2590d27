import fc from "fast-check";
import { expect, test } from "vitest";
import { closestMatches, type Match } from "./closest-matches.js";

/** The best matching by trying all: most matches first, then least cost. */
function bestByTrying(costs: readonly (readonly (number | null)[])[], limit: number): { size: number; total: number } {
  let best = { size: 0, total: 0 };
  const visit = (left: number, taken: ReadonlySet<number>, size: number, total: number): void => {
    if (size > best.size || (size === best.size && total < best.total)) best = { size, total };
    if (left === costs.length || size === limit) return;
    visit(left + 1, taken, size, total);
    for (const [right, cost] of (costs[left] as readonly (number | null)[]).entries())
      if (cost !== null && !taken.has(right)) visit(left + 1, new Set([...taken, right]), size + 1, total + cost);
  };
  visit(0, new Set(), 0, 0);
  return best;
}

const costTable = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([lefts, rights]) =>
  fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 20 })), { minLength: rights, maxLength: rights }), {
    minLength: lefts,
    maxLength: lefts,
  }),
);

test("finds as many matches as can be, at the least cost", () => {
  fc.assert(
    fc.property(costTable, fc.integer({ min: 1, max: 5 }), (costs, limit) => {
      const cost = (left: number, right: number) => costs[left]?.[right] ?? null;
      const matches = closestMatches({ lefts: costs.length, rights: costs[0]?.length ?? 0, limit, cost });
      const total = matches.reduce((sum, [left, right]) => sum + (cost(left, right) ?? Number.NaN), 0);
      expect({ size: matches.length, total }).toEqual(bestByTrying(costs, limit));
      expect(new Set(matches.map(([left]) => left)).size).toBe(matches.length);
      expect(new Set(matches.map(([, right]) => right)).size).toBe(matches.length);
    }),
  );
});

test("gives up the cheapest match where two others cost less together", () => {
  const costs = [
    [0, 1],
    [1, 9],
  ];
  const cost = (left: number, right: number) => costs[left]?.[right] ?? null;
  const expected: Match[] = [
    [0, 1],
    [1, 0],
  ];
  expect(closestMatches({ lefts: 2, rights: 2, limit: 2, cost })).toEqual(expected);
  expect(closestMatches({ lefts: 2, rights: 2, limit: 1, cost })).toEqual([[0, 0]]);
});

test("nothing to match", () => {
  expect(closestMatches({ lefts: 0, rights: 3, limit: 2, cost: () => 0 })).toEqual([]);
  expect(closestMatches({ lefts: 2, rights: 2, limit: 2, cost: () => null })).toEqual([]);
  expect(closestMatches({ lefts: 1, rights: 1, limit: 1, cost: () => null })).toEqual([]);
});
