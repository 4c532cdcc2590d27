import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ForbiddenTuple } from "./constraint.js";
import { coverageOf } from "./coverage-of.js";
import { coveringArray } from "./covering-array.js";

const grids: readonly [name: string, levels: readonly number[]][] = [
  ["one tool, no rule", [3, 1, 10, 6, 5, 5]],
  ["four tools, five rules", [6, 5, 10, 6, 5, 5]],
  ["six tools, four rules", [8, 4, 10, 6, 5, 5]],
  ["five tools, two rules", [7, 2, 10, 6, 5, 5]],
  ["no record", [3, 1, 10, 1, 5, 5]],
  ["forty tools", [42, 16, 10, 6, 5, 5]],
];

const grid = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 6 }).chain((levels) => {
  const part = fc
    .integer({ min: 0, max: levels.length - 1 })
    .chain((axis) => fc.record({ axis: fc.constant(axis), level: fc.nat(Math.max(0, (levels[axis] as number) - 1)) }));
  const tuple = fc.uniqueArray(part, { minLength: 1, maxLength: 3, selector: (one) => one.axis });
  return fc.record({ levels: fc.constant(levels), constraints: fc.array(tuple, { maxLength: 6 }) });
});

describe("coveringArray", () => {
  it.each(grids)("%s: whole, and near the smallest size there can be", (_name, levels) => {
    const { rows, feasible, covered } = coveringArray(levels);
    const [first, second] = [...levels].sort((a, b) => b - a) as [number, number];
    expect(rows.length).toBeLessThanOrEqual(1.05 * first * second);
    expect(covered).toBe(feasible);
    expect(coverageOf(rows, levels)).toMatchObject({ fraction: 1, feasible });
  });

  it.each([2, 3, 4] as const)("covers all that is feasible and nothing forbidden at strength %i", (strength) => {
    fc.assert(
      fc.property(grid, fc.nat(), ({ levels, constraints }, seed) => {
        const made = coveringArray(levels, { strength, constraints: constraints as ForbiddenTuple[], seed });
        const checked = coverageOf(made.rows, levels, { strength, constraints: constraints as ForbiddenTuple[] });
        expect(checked.forbiddenRows).toBe(0);
        expect(checked.covered).toBe(checked.feasible);
        expect(made.feasible).toBe(checked.feasible);
        expect(
          made.rows.every((row) => row.every((level, axis) => level >= 0 && level < (levels[axis] as number))),
        ).toBe(made.feasible > 0 || made.rows.length === 0);
      }),
      { numRuns: strength === 4 ? 15 : 50, seed: 11 },
    );
  });

  it("keeps mandatory rows and does not cover again what they cover", () => {
    const seeds = [
      [0, 0, 0],
      [1, 1, 1],
    ];
    const { rows } = coveringArray([2, 2, 2], { seeds });
    for (const seed of seeds) expect(rows).toContainEqual(seed);
    expect(coverageOf(rows, [2, 2, 2]).fraction).toBe(1);
    expect(rows.length).toBeLessThanOrEqual(6);
  });

  it("puts the row with the largest gain first, and shrinking gains after it", () => {
    const levels = [6, 5, 10, 6, 5, 5];
    const { rows } = coveringArray(levels);
    const covered = rows.map((_, index) => coverageOf(rows.slice(0, index + 1), levels).covered);
    const gains = covered.map((count, index) => count - (covered[index - 1] ?? 0));
    expect(gains).toEqual([...gains].sort((a, b) => b - a));
    expect(coverageOf(rows.slice(0, 16), levels).fraction).toBeGreaterThan(0.38);
  });

  it("is a function of its arguments", () => {
    expect(coveringArray([4, 3, 3], { seed: 5 })).toEqual(coveringArray([4, 3, 3], { seed: 5 }));
  });

  it("looks ahead: a level with no completion never occurs", () => {
    const constraints = [
      [
        { axis: 0, level: 0 },
        { axis: 1, level: 0 },
      ],
      [
        { axis: 0, level: 0 },
        { axis: 1, level: 1 },
      ],
    ];
    const { rows, feasible } = coveringArray([2, 2, 2], { constraints });
    expect(rows.some((row) => row[0] === 0)).toBe(false);
    expect(feasible).toBe(2 + 2 + 4);
  });

  it("refuses what it cannot use", () => {
    expect(() => coveringArray([2, 2], { seeds: [[0, 2]] })).toThrow(OptionError);
    expect(() => coveringArray([2, 0])).toThrow(OptionError);
    expect(() => coveringArray([2, 2], { strengt: 3 } as object)).toThrow(OptionError);
    expect(() => coveringArray([2, 2], { strength: 5 } as object)).toThrow(OptionError);
  });
});
