import { describe, expect, test } from "vitest";
import { fitBetaBinomial } from "./beta-binomial.js";
import { outcomeCells } from "./outcome-cells.js";
import { fitRateMixture } from "./rate-mixture.js";

/** Expected outcomes of many tasks whose rates follow the given weights: no sampling noise. */
function expectedCells(rates: readonly [rate: number, weight: number][], rollouts: number) {
  const chance = (rate: number, passes: number) => {
    let product = 1;
    for (let index = 0; index < passes; index++) product *= ((rollouts - index) / (index + 1)) * rate;
    return product * (1 - rate) ** (rollouts - passes);
  };
  const passes = Array.from({ length: rollouts + 1 }, (_, index) => index);
  return {
    rollouts: passes.map(() => rollouts),
    passes,
    tasks: Float64Array.from(passes, (count) =>
      rates.reduce((sum, [rate, weight]) => sum + 10_000 * weight * chance(rate, count), 0),
    ),
  };
}

/** Beta(2, 3) as many narrow kinds of equal weight. */
const betaRates = Array.from({ length: 2000 }, (_, index): [number, number] => {
  const rate = (index + 0.5) / 2000;
  return [rate, (12 * rate * (1 - rate) ** 2) / 2000];
});

describe("fitBetaBinomial", () => {
  test("finds Beta(2, 3) from its expected outcomes", () => {
    const model = fitBetaBinomial(expectedCells(betaRates, 6));
    expect(model.mean).toBeCloseTo(0.4, 4);
    // B(2 + 4, 3) / B(2, 3) and 1 - B(2, 3 + 4) / B(2, 3).
    expect(model.passPowK(4)).toBeCloseTo(1 / 14, 3);
    expect(model.passAtK(4)).toBeCloseTo(1 - (3 * 4 * 5 * 6) / (5 * 6 * 7 * 8), 3);
  });

  test("one shared rate has no spread", () => {
    const model = fitBetaBinomial(expectedCells([[0.3, 1]], 8));
    expect(model.mean).toBeCloseTo(0.3, 6);
    expect(model.passAtK(8)).toBeCloseTo(1 - 0.7 ** 8, 4);
  });

  test("tasks that always pass or always fail have full spread", () => {
    const model = fitBetaBinomial(
      outcomeCells([
        { rollouts: 4, passes: 4 },
        { rollouts: 4, passes: 0 },
        { rollouts: 4, passes: 0 },
      ]),
    );
    expect(model.passAtK(9)).toBeCloseTo(1 / 3, 3);
    expect(model.passPowK(9)).toBeCloseTo(1 / 3, 3);
  });
});

describe("a k far beyond any group", () => {
  const shared: [number, number][] = [[0.999, 1]];
  const apart: [number, number][] = [
    [0.2, 0.5],
    [0.9, 0.5],
  ];

  test.each([{ rates: shared }, { rates: apart }])(
    "goes on from the product that is multiplied out: $rates",
    ({ rates }) => {
      const model = fitBetaBinomial(expectedCells(rates, 8));
      // Two k on either side of where the way of computing changes: the sequence has no step there.
      const ratio = (k: number) => model.passPowK(k + 1) / model.passPowK(k);
      expect(ratio(1000)).toBeCloseTo(ratio(999), 4);
      expect(model.passPowK(5000)).toBeLessThan(model.passPowK(1001));
    },
  );

  test("takes no longer, and stays a chance", () => {
    for (const passes of [0, 3, 4]) {
      const model = fitBetaBinomial(outcomeCells([0, 1, passes].map((count) => ({ rollouts: 4, passes: count }))));
      for (const chance of [model.passPowK(2 ** 53 - 1), model.passAtK(2 ** 53 - 1)]) {
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe("fitRateMixture", () => {
  test("finds kinds of tasks that no Beta describes", () => {
    const cells = expectedCells(
      [
        [0.1, 0.5],
        [0.9, 0.5],
      ],
      10,
    );
    const mixture = fitRateMixture(cells);
    expect(mixture.mean).toBeCloseTo(0.5, 3);
    expect(mixture.passAtK(4)).toBeCloseTo((1 - 0.9 ** 4 + 1 - 0.1 ** 4) / 2, 2);
    expect(mixture.passPowK(4)).toBeCloseTo((0.1 ** 4 + 0.9 ** 4) / 2, 2);
    expect(mixture.logLikelihood - fitBetaBinomial(cells).logLikelihood).toBeGreaterThan(100);
  });

  test("hardly gains where a Beta is right, so the choice between them is clear", () => {
    const cells = expectedCells(betaRates, 6);
    expect(fitRateMixture(cells).logLikelihood - fitBetaBinomial(cells).logLikelihood).toBeLessThan(1);
  });

  test("long groups do not underflow", () => {
    const mixture = fitRateMixture(
      outcomeCells([
        { rollouts: 5000, passes: 2500 },
        { rollouts: 5000, passes: 1 },
      ]),
    );
    expect(Number.isFinite(mixture.logLikelihood)).toBe(true);
    expect(mixture.mean).toBeCloseTo(0.25, 1);
  });
});

test("outcomeCells counts tasks by what they showed, in a fixed order", () => {
  const cells = outcomeCells([
    { rollouts: 8, passes: 1 },
    { rollouts: 2, passes: 2 },
    { rollouts: 8, passes: 1 },
    { rollouts: 2, passes: 0 },
  ]);
  expect(cells).toEqual({ rollouts: [2, 2, 8], passes: [0, 2, 1], tasks: Float64Array.of(1, 1, 2) });
});
