import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OptionError } from "@whileai/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SimulateOptions } from "./options/simulate-options.js";
import type { SimulatedRow } from "./rollout/simulated-row.js";
import { seededAgent } from "./seeded-agent/seeded-agent.js";
import { simulate } from "./simulate.js";

const TOOLS = [
  {
    name: "get_order",
    description: "Look up an order by id.",
    parameters: { type: "object", properties: { order_id: { type: "string" } }, required: ["order_id"] },
  },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whileai-stream-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const options = (more: Partial<SimulateOptions> = {}): SimulateOptions => ({
  agent: seededAgent(TOOLS),
  tools: TOOLS,
  simulator: false,
  mode: "rl",
  repeats: 4,
  budget: 200,
  ...more,
  store: { keepRows: false, ...more.store },
});

const linesOf = async (dir: string): Promise<string[]> =>
  (await readFile(join(dir, "rows.jsonl"), "utf8")).trimEnd().split("\n");

describe("a run that keeps no rows", () => {
  it("hands every row to one reader, and reports as a run that keeps them", async () => {
    const run = simulate(options());
    const rows: SimulatedRow[] = [];
    for await (const row of run) rows.push(row);
    const { rows: kept, report } = await run;
    const whole = await simulate(options({ store: { keepRows: true } }));
    expect(kept).toEqual([]);
    expect(report.notes.map(({ code }) => code)).toContain("rows_not_kept");
    const sorted = (list: readonly SimulatedRow[]) => list.map((row) => JSON.stringify(row)).sort();
    expect(sorted(rows)).toEqual(sorted(whole.rows));
    const { notes: _, ...fields } = report.toJSON();
    const { notes: __, ...wholeFields } = whole.report.toJSON();
    expect(fields).toEqual(wholeFields);
  });

  it("plays no further ahead of its reader than rows may wait", async () => {
    let played = 0;
    let read = 0;
    let ahead = 0;
    const agent = () => {
      played++;
      return "fine";
    };
    for await (const _ of simulate(options({ agent, mode: "explore", repeats: 1, limits: { concurrency: 2 } }))) {
      read++;
      for (let wait = 0; wait < 5; wait++) await new Promise((resolve) => setImmediate(resolve));
      ahead = Math.max(ahead, played - read);
    }
    expect(read).toBe(200);
    // Twice the rollouts in flight may wait, and each rollout in flight holds one more.
    expect(ahead).toBeLessThanOrEqual(6);
  });

  it("leaves them to its folder when nobody reads", async () => {
    const dir = join(folder, "unread");
    const { rows, report } = await simulate(options({ store: { dir } }));
    expect(rows).toEqual([]);
    expect(await linesOf(dir)).toHaveLength(report.rows);
    expect(report.rows).toBeGreaterThan(100);
  });

  it("hands resumed rows to its reader too", async () => {
    const dir = join(folder, "resumed");
    await simulate(options({ store: { dir } }));
    const rows: SimulatedRow[] = [];
    for await (const row of simulate(options({ store: { dir } }))) rows.push(row);
    expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual((await linesOf(dir)).sort());
  });

  it("is refused when its rows would be lost", async () => {
    await expect(simulate(options())).rejects.toMatchObject({ name: "OptionError", option: "store.keepRows" });
  });

  it("has one reader only", async () => {
    const run = simulate(options());
    const first = run[Symbol.asyncIterator]();
    await first.next();
    const second = run[Symbol.asyncIterator]();
    await expect(second.next()).rejects.toThrow(OptionError);
    await expect(second.next()).resolves.toMatchObject({ done: true });
    await first.return?.();
    const started = simulate(options({ store: { dir: join(folder, "started") } })).start();
    await expect(started[Symbol.asyncIterator]().next()).rejects.toThrow(/handed out once.*readRows/);
    await started;
  });

  it.each(["leaves", "throws"])("ends with a reader who %s", async (how) => {
    const dir = join(folder, how);
    const run = simulate(options({ store: { dir } }));
    const reading = (async () => {
      for await (const _ of run) {
        if (how === "throws") throw new RangeError("no more");
        break;
      }
    })();
    if (how === "throws") await expect(reading).rejects.toThrow("no more");
    else await reading;
    const { report } = await run;
    expect(report.stoppedBecause).toBe("aborted");
    expect(await linesOf(dir)).toHaveLength(report.rows);
    expect(report.rows).toBeLessThan(200);
  });

  it("ends while rows wait for a reader who is slow", async () => {
    const ending = new AbortController();
    const run = simulate(options({ signal: ending.signal, limits: { concurrency: 2 } }));
    const reader = run[Symbol.asyncIterator]();
    await reader.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    ending.abort();
    const { report } = await run;
    expect(report.stoppedBecause).toBe("aborted");
    let rest = 0;
    while (!(await reader.next()).done) rest++;
    expect(rest).toBeGreaterThan(0);
  });
});
