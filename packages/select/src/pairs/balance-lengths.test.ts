import { describe, expect, test } from "vitest";
import { build, rollout } from "./__fixtures__/rollouts.js";

describe("as many longer as shorter", () => {
  const twoWays = (index: number) => {
    const prompt = `prompt ${index}`;
    return [
      rollout(1, "x".repeat(20), { prompt }),
      rollout(0, "y".repeat(19), { prompt }),
      rollout(0, "z".repeat(22), { prompt }),
    ];
  };

  test("pairs are exchanged for ones that match almost as well", () => {
    const made = build([0, 1, 2, 3].flatMap(twoWays));
    expect(made.report.length).toMatchObject({ chosenLonger: 2, chosenShorter: 2, exchanged: 2 });
    expect(build([0, 1].flatMap(twoWays), { lengthMatch: false }).report.length.exchanged).toBe(0);
  });

  test("no more than are needed", () => {
    const made = build([0, 1, 2].flatMap(twoWays));
    expect(made.report.length).toMatchObject({ chosenLonger: 2, chosenShorter: 1, exchanged: 1 });
  });

  test.each([
    [23, 1],
    [24, 0],
  ])("a stand-in may match worse by a tenth of the longer reply: %i characters", (length, exchanged) => {
    const rows = [0, 1].flatMap((index) => {
      const prompt = `prompt ${index}`;
      return [
        rollout(1, "x".repeat(20), { prompt }),
        rollout(0, "y".repeat(19), { prompt }),
        rollout(0, "z".repeat(length), { prompt }),
      ];
    });
    expect(build(rows).report.length.exchanged).toBe(exchanged);
  });

  test("and not for ones that match much worse", () => {
    const rows = [0, 1, 2].flatMap((index) => {
      const prompt = `prompt ${index}`;
      return [
        rollout(1, "x".repeat(20), { prompt }),
        rollout(0, "y".repeat(19), { prompt }),
        rollout(0, "z".repeat(40), { prompt }),
      ];
    });
    expect(build(rows).report.length).toMatchObject({ chosenLonger: 3, exchanged: 0 });
  });

  test("an exchange that an earlier one made impossible is passed over", () => {
    const rows = [
      rollout(1, "a".repeat(40)),
      rollout(1, "b".repeat(40)),
      rollout(0, "c".repeat(39)),
      rollout(0, "d".repeat(39)),
      rollout(0, "e".repeat(41)),
      ...twoWays(0),
      ...[0, 1].flatMap((index) => {
        const prompt = `forced ${index}`;
        return [rollout(1, "long reply", { prompt }), rollout(0, "short", { prompt })];
      }),
    ];
    const made = build(rows, { maxPairsPerPrompt: 2 });
    expect(made.report.length).toMatchObject({ chosenLonger: 3, chosenShorter: 2, exchanged: 2 });
  });
});
