import type { Row } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { judgeRows } from "./judge-rows.js";
import { RowSource } from "./row-source.js";

const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: index }));
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("judgeRows", () => {
  it("hands outcomes over in order, and reads no further ahead than it may", async () => {
    let read = 0;
    const taken: number[] = [];
    let mostAhead = 0;
    async function* source(): AsyncGenerator<Row> {
      for (const row of rowsOf(50)) {
        read++;
        mostAhead = Math.max(mostAhead, read - taken.length);
        yield row;
      }
    }
    await judgeRows<Row, number>(new RowSource(source(), undefined), {
      concurrency: 3,
      goesFirst: false,
      window: 5,
      judgeRow: async ({ at }) => {
        // Every tenth row is slow: the others may run ahead of it, but not without end.
        for (let rounds = at % 10 === 0 ? 40 : 1; rounds > 0; rounds--) await soon();
        return at;
      },
      take: (at) => taken.push(at),
      isOver: () => false,
    });
    expect(taken).toEqual(rowsOf(50).map(({ id }) => id));
    expect(mostAhead).toBeGreaterThan(3);
    // The window, and one row for each of those at work that had looked before.
    expect(mostAhead).toBeLessThanOrEqual(5 + 3);
  });

  it("reads no more than it works on, without a window too", async () => {
    let read = 0;
    let done = 0;
    let mostOpen = 0;
    function* source(): Generator<Row> {
      for (const row of rowsOf(30)) {
        mostOpen = Math.max(mostOpen, ++read - done);
        yield row;
      }
    }
    await judgeRows(new RowSource(source(), undefined), {
      concurrency: 4,
      goesFirst: true,
      judgeRow: async () => {
        await soon();
        done++;
      },
      take: () => {},
      isOver: () => false,
    });
    expect([read, done]).toEqual([30, 30]);
    expect(mostOpen).toBeLessThanOrEqual(4);
  });

  it("throws what ends the work, when the rows in flight have ended, and closes the source", async () => {
    const finished: number[] = [];
    let isClosed = false;
    function* source(): Generator<Row> {
      try {
        yield* rowsOf(1000);
      } finally {
        isClosed = true;
      }
    }
    const work = judgeRows(new RowSource(source(), undefined), {
      concurrency: 3,
      goesFirst: false,
      window: 2,
      judgeRow: async ({ at }) => {
        await soon();
        if (at === 5) throw new Error("disk full");
        finished.push(at);
      },
      take: () => {},
      isOver: () => false,
    });
    await expect(work).rejects.toThrow("disk full");
    expect(finished.length).toBeLessThan(10);
    expect(isClosed).toBe(true);
  });
});
