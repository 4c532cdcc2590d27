import { OptionError } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constrainedModel, everyRow, feasibleCombinations, shownCombinations } from "./__fixtures__/models.js";
import type { ForbiddenTuple } from "./constraint.js";
import { coverageOf } from "./coverage-of.js";
import { coveringArray } from "./covering-array.js";

const times = (count: number, levels: number): number[] => Array<number>(count).fill(levels);

/** Rows that must do. The floor is the product of the most levels; PICT's own sizes are in the benchmark. */
const models: readonly [name: string, levels: readonly number[], strength: 2 | 3, most: number][] = [
  ["one tool, no rule", [3, 1, 10, 6, 5, 5], 2, 60],
  ["four tools, five rules", [6, 5, 10, 6, 5, 5], 2, 61],
  ["six tools, four rules", [8, 4, 10, 6, 5, 5], 2, 80],
  ["five tools, two rules", [7, 2, 10, 6, 5, 5], 2, 70],
  ["no record", [3, 1, 10, 1, 5, 5], 2, 50],
  ["forty tools", [42, 16, 10, 6, 5, 5], 2, 672],
  ["one tool, no rule, triples", [3, 1, 10, 6, 5, 5], 3, 310],
  ["four tools, five rules, triples", [6, 5, 10, 6, 5, 5], 3, 375],
  ["3^4", times(4, 3), 2, 9],
  ["3^13", times(13, 3), 2, 15],
  ["4^15 3^17 2^29", [...times(15, 4), ...times(17, 3), ...times(29, 2)], 2, 31],
  ["4 3^39 2^35", [4, ...times(39, 3), ...times(35, 2)], 2, 23],
  ["2^100", times(100, 2), 2, 10],
  ["10^20", times(20, 10), 2, 185],
  ["6^10, from a starter", times(10, 6), 2, 51],
  ["nearly even", [6, 6, 6, 6, 6, 6, 6, 5, 5, 4], 2, 52],
];

const grid = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 6 }).chain((levels) => {
  const part = fc
    .integer({ min: 0, max: levels.length - 1 })
    .chain((axis) => fc.record({ axis: fc.constant(axis), level: fc.nat(Math.max(0, (levels[axis] as number) - 1)) }));
  const tuple = fc.uniqueArray(part, { minLength: 1, maxLength: 3, selector: (one) => one.axis });
  return fc.record({ levels: fc.constant(levels), constraints: fc.array(tuple, { maxLength: 6 }) });
});

/** Long searches: seconds on an idle machine, more than the usual limit beside other work. */
const SEARCH_TIMEOUT_MS = 240_000;

describe("coveringArray", { timeout: SEARCH_TIMEOUT_MS }, () => {
  it.each(models)("%s: whole, and near the smallest size there can be", (_name, levels, strength, most) => {
    const { rows, feasible, covered } = coveringArray(levels, { strength });
    expect(rows.length).toBeLessThanOrEqual(most);
    expect(covered).toBe(feasible);
    expect(coverageOf(rows, levels, { strength })).toMatchObject({ fraction: 1, feasible });
  });

  it.each([2, 3] as const)(
    "shows exactly what can occur in constrained models with mandatory rows, strength %i",
    (strength) => {
      fc.assert(
        fc.property(constrainedModel, ({ levels, constraints, picks, seed }) => {
          const allowed = everyRow(levels, constraints);
          const seeds = allowed.length === 0 ? [] : picks.map((pick) => allowed[pick % allowed.length] as number[]);
          const options = { strength, constraints, seeds, seed };
          const made = coveringArray(levels, options);
          const wanted = feasibleCombinations(levels, constraints, strength);
          expect(shownCombinations(made.rows, strength)).toEqual(wanted);
          expect(made).toMatchObject({ feasible: wanted.size, covered: wanted.size });
          const whole = new Set(allowed.map(String));
          expect(made.rows.every((row) => whole.has(String(row)))).toBe(true);
          for (const row of seeds) expect(made.rows.map(String)).toContain(String(row));
          expect(coverageOf(made.rows, levels, options)).toMatchObject({
            feasible: wanted.size,
            covered: wanted.size,
            forbiddenRows: 0,
            uncovered: [],
          });
          expect(coveringArray(levels, options)).toEqual(made);
        }),
        { numRuns: 200, seed: 4 },
      );
    },
  );

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

  it("obeys a forbidden triple where every pair is allowed", () => {
    const constraints = [0, 1, 2, 3].flatMap((level) => [[0, 1, 2].map((axis) => ({ axis, level }))]);
    const { rows, feasible } = coveringArray(times(6, 4), { constraints });
    expect(feasible).toBe(15 * 16);
    expect(coverageOf(rows, times(6, 4), { constraints })).toMatchObject({ fraction: 1, forbiddenRows: 0 });
  });

  it("is empty where nothing can occur", () => {
    const constraints = [0, 1].map((level) => [{ axis: 0, level }]);
    expect(coveringArray([2, 3], { constraints })).toEqual({ rows: [], feasible: 0, covered: 0 });
    expect(coverageOf([], [2, 3], { constraints })).toMatchObject({ feasible: 0, fraction: 1 });
  });

  it("adds to an earlier array only what a new level needs", () => {
    const before = coveringArray([4, 5, 3]).rows;
    const after = coveringArray([4, 6, 3], { seeds: before }).rows;
    expect(after).toEqual(expect.arrayContaining([...before]));
    expect(after.length).toBeLessThanOrEqual(before.length + 5);
    expect(after.filter((row) => !before.map(String).includes(String(row))).every((row) => row[1] === 5)).toBe(true);
  });

  it("holds a mandatory row that is given twice once", () => {
    const rows = coveringArray([2, 2], { seeds: [[0, 1], [0, 1]] }).rows; // biome-ignore format: short
    expect(rows.map(String).sort()).toEqual(["0,0", "0,1", "1,0", "1,1"]);
  });

  it("makes a long array in time", () => {
    expect(coveringArray([150, 150]).rows).toHaveLength(150 * 150);
    expect(coveringArray([80, 80, 2]).rows).toHaveLength(80 * 80);
  });

  it.each<[string, () => unknown, RegExp]>([
    ["too many combinations of two axes", () => coveringArray([32_000, 32_000]), /coveringArray: .*1\.0e\+9/],
    ["too many sets of axes", () => coveringArray(times(400, 2), { strength: 4 }), /combinations of 4/],
    ["too many to check", () => coverageOf([], [32_000, 32_000]), /coverageOf: .*1\.0e\+9/],
    ["rows and levels in the wrong order", () => coverageOf([2, 2] as never, { rows: [[0, 0]] } as never), /levels/],
    ["a short row", () => coverageOf([[0, 0], [0]], [2, 2]), /rows\[1\]/],
    ["a level that does not exist", () => coverageOf([[0, 2]], [2, 2]), /rows\[0\]/],
    ["a row that is none", () => coverageOf([null] as never, [2, 2]), /rows\[0\]/],
    ["an option of another name", () => coverageOf([], [2, 2], { strengh: 3 } as never), /strength/],
    ["no strength", () => coverageOf([], [2, 2], { strength: 0 }), /strength/],
    ["a constraint on no axis", () => coverageOf([], [2, 2], { constraints: [[{ axis: 2, level: 0 }]] }), /axis 2/],
  ])("refuses %s", (_, make, message) => {
    expect(make).toThrow(OptionError);
    expect(make).toThrow(message);
  });

  it("counts a level that is open in no combination", () => {
    expect(coverageOf([[0, -1, 1]], [2, 2, 2])).toMatchObject({ covered: 1, feasible: 12 });
  });

  it("refuses what it cannot use", () => {
    expect(() => coveringArray([2, 2], { constraints: [[{ axis: 2, level: 0 }]] })).toThrow(/axis 2/);
    expect(() => coveringArray([2, 2], { constraints: [[{ axis: 0, level: 2 }]] })).toThrow(OptionError);
    expect(() => coveringArray([2, 2], { constraints: [[{ axis: 0, level: 0 }]], seeds: [[0, 1]] })).toThrow(/seeds/);
    expect(() => coveringArray([2, 2], { seeds: [[0, 2]] })).toThrow(OptionError);
    expect(() => coveringArray([2, 0])).toThrow(OptionError);
    expect(() => coveringArray([2, 2], { strengt: 3 } as object)).toThrow(OptionError);
    expect(() => coveringArray([2, 2], { strength: 5 } as object)).toThrow(OptionError);
  });
});
