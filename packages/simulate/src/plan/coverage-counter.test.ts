import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constrainedModel, everyRow, feasibleCombinations, shownCombinations } from "./__fixtures__/models.js";
import { CoverageCounter } from "./coverage-counter.js";

describe("CoverageCounter", () => {
  it("agrees with trying every row", () => {
    fc.assert(
      fc.property(constrainedModel, fc.integer({ min: 1, max: 3 }), ({ levels, constraints, picks }, strength) => {
        const allowed = everyRow(levels, constraints);
        const rows = allowed.length === 0 ? [] : picks.map((pick) => allowed[pick % allowed.length] as number[]);
        const counter = new CoverageCounter(levels, strength, constraints);
        for (const row of rows) counter.add(row);
        const wanted = feasibleCombinations(levels, constraints, strength);
        const { feasible, covered, uncovered, forbiddenRows } = counter.report();
        expect({ feasible, covered, forbiddenRows }).toEqual({
          feasible: wanted.size,
          covered: shownCombinations(rows, strength).size,
          forbiddenRows: 0,
        });
        expect(uncovered).toHaveLength(Math.min(20, feasible - covered));
        for (const one of uncovered)
          expect(wanted.has(one.map(({ axis, level }) => `${axis}=${level}`).join())).toBe(true);
      }),
      { numRuns: 200, seed: 2 },
    );
  });

  it("counts rows that are forbidden, and of those only what can occur", () => {
    const counter = new CoverageCounter([2, 2, 2], 2, [
      [
        { axis: 0, level: 0 },
        { axis: 1, level: 0 },
      ],
    ]);
    counter.add([0, 0, 0]);
    expect(counter.report()).toMatchObject({ forbiddenRows: 1, feasible: 11, covered: 2 });
  });

  it("takes no part of a row that is open or does not exist for a level", () => {
    const counter = new CoverageCounter([2, 2, 2], 2, []);
    for (const row of [[-1, 0, 0], [0, 2, 0], [0.5, 1, 1], [Number.NaN, 1, 1], [1]]) counter.add(row); // biome-ignore format: short
    expect(counter.report()).toMatchObject({ feasible: 12, covered: 3 });
  });

  it("can be asked at any time", () => {
    const counter = new CoverageCounter([2, 2], 2, []);
    expect(counter.report().fraction).toBe(0);
    counter.add([0, 1]);
    expect(counter.report().fraction).toBe(0.25);
    counter.add([0, 1]);
    expect(counter.report().fraction).toBe(0.25);
  });
});
