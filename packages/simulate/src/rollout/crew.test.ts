import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { crew } from "./crew.js";

describe("crew", () => {
  it("brings everybody in while all wait for something outside, and nobody beyond its size", async () => {
    let inside = 0;
    let most = 0;
    await crew(5, async () => {
      most = Math.max(most, ++inside);
      for (let step = 0; step < 20; step++) await turn();
      inside--;
    });
    expect(most).toBe(5);
  });

  it("leaves work that waits for nothing to one worker, and gives others their turn in between", async () => {
    let pieces = 0;
    let workers = 0;
    let turnsOfOthers = 0;
    let isOver = false;
    const other = (async () => {
      while (!isOver) {
        await turn();
        turnsOfOthers++;
      }
    })();
    await crew(8, async (pause) => {
      workers++;
      while (pieces < 1000) {
        await pause();
        await Promise.resolve();
        pieces++;
      }
    });
    isOver = true;
    await other;
    expect(workers).toBe(1);
    expect(turnsOfOthers).toBeGreaterThan(20);
  });

  it("waits for all and throws what the first threw", async () => {
    const ended: number[] = [];
    let next = 0;
    const run = crew(3, async () => {
      const own = next++;
      for (let step = 0; step < 10 * (own + 1); step++) await turn();
      ended.push(own);
      if (own > 0) throw new Error(`worker ${own}`);
    });
    await expect(run).rejects.toThrow("worker 1");
    expect(ended).toEqual([0, 1, 2]);
  });
});
