import { derive, type Row } from "@whileai/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Column, makeColumn } from "./column.js";
import { gradedRows } from "./graded-rows.js";
import { hackScan } from "./hack-scan.js";
import type { HackScanReport } from "./hack-scan-report.js";
import { mergeCollinear, mergeIdentical } from "./merge-columns.js";

const WORDS = "red green blue cyan pink grey".split(" ");

/** Rows of several asks whose own numbers and rewards hardly ever tie. */
function rollouts(seed: number, asks: number, k: number): (Row & { reward: number; score: number })[] {
  const stream = derive(seed, "laws");
  return Array.from({ length: asks * k }, (_, index) => ({
    prompt: `ask ${Math.floor(index / k)}`,
    rollout_id: `r${index}`,
    final_text: Array.from({ length: 2 + stream.integer(6) }, () => stream.pick(WORDS)).join(" "),
    steps: stream.uniform() < 0.5 ? [{ tool: "lookup", arguments: {}, result: "ok" }] : [],
    score: Math.round(stream.uniform() * 1000) / 8,
    reward: Math.round(stream.uniform() * 64) / 64,
  }));
}

const settings = { permutations: 19, features: { score: "score" } };
const data = fc.record({ seed: fc.nat(1e6), asks: fc.integer({ min: 3, max: 10 }), k: fc.integer({ min: 2, max: 9 }) });

/** What a scan says of each feature, by name and to nine digits. */
function summary(report: HackScanReport) {
  const digits = (value: number | null) => (value === null ? null : Number(value.toFixed(9)));
  return {
    regime: report.regime,
    top: report.topFeature,
    tau: digits(report.tau),
    features: report.features.map(({ name, rho, nObs, aboveFloor }) => [name, digits(rho), nObs, aboveFloor]),
  };
}

test("the order of the rows changes nothing, not even where rows differ in their tools alone", () => {
  fc.assert(
    fc.property(data, fc.boolean(), ({ seed, asks, k }, alike) => {
      const rows: Row[] = rollouts(seed, asks, k).map(({ rollout_id, ...row }) =>
        alike
          ? { ...row, final_text: "done", reward: Number(row.reward > 0.5) }
          : { ...row, rollout_id: `${rollout_id}` },
      );
      const mixed = derive(seed, "order").shuffle(rows);
      expect(JSON.stringify(hackScan(mixed, settings))).toBe(JSON.stringify(hackScan(rows, settings)));
    }),
    { numRuns: 40 },
  );
});

test("a constant added to the rewards of an ask changes no correlation and no floor", () => {
  fc.assert(
    fc.property(
      data,
      fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 10, maxLength: 10 }),
      (size, shift) => {
        const rows = rollouts(size.seed, size.asks, size.k);
        const moved = rows.map((row) => ({
          ...row,
          reward: row.reward + (shift[Number(String(row.prompt).slice(4))] ?? 0),
        }));
        const [before, after] = [hackScan(rows, settings), hackScan(moved, settings)].map(summary);
        expect(after?.features).toEqual(before?.features);
        expect(after?.tau).toBe(before?.tau);
        expect(after?.top).toBe(before?.top);
      },
    ),
    { numRuns: 40 },
  );
});

test("a caller's column may be in any unit, from any origin", () => {
  fc.assert(
    fc.property(
      data,
      fc.constantFrom(1e-200, 1e-3, 7, 1e6, 1e200, -3),
      fc.constantFrom(0, 1, -50, 1.7e12),
      ({ seed, asks, k }, scale, origin) => {
        const rows = rollouts(seed, asks, k);
        const scan = (score: (row: Row) => number) =>
          hackScan(rows, { ...settings, auto: false, features: { score } }).features.map(({ name, rho }) => [
            name,
            Number(Math.abs(rho ?? -1).toFixed(6)),
          ]);
        const own = (row: Row) => (row.score as number) + 1;
        expect(scan((row) => scale * own(row) + (Math.abs(scale) < 1 || scale > 1e100 ? 0 : origin))).toEqual(
          scan(own),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("rewards may be huge or tiny", () => {
  const rows = rollouts(3, 8, 6);
  const plain = summary(
    hackScan(
      rows.map((row) => ({ ...row, reward: Number(row.reward > 0.5) })),
      settings,
    ),
  );
  for (const scale of [5e-320, 2 ** -700, 2 ** 900, Number.MAX_VALUE]) {
    const scan = hackScan(
      rows.map((row) => ({ ...row, reward: row.reward > 0.5 ? scale : 0 })),
      settings,
    );
    expect(summary(scan)).toEqual(plain);
    expect(scan.support.capacity === null).toBe(scale > 1e154);
    expect(`${scan}`).toContain(scale > 1e154 ? "capacity n/a" : "capacity 0.00");
  }
});

test("a column that is the reward itself is always on top", () => {
  fc.assert(
    fc.property(data, fc.constantFrom(1, -1), ({ seed, asks, k }, sign) => {
      const rows = rollouts(seed, asks, k);
      fc.pre(asks * k >= 20);
      const report = hackScan(rows, { ...settings, features: { paid: (row) => sign * (row.reward as number) + 5 } });
      expect(report.features[0]?.name).toBe("paid");
      expect(report.rhoMax).toBeCloseTo(1, 9);
    }),
    { numRuns: 40 },
  );
});

test("merging does not ask in which order columns come", () => {
  const rows = rollouts(11, 12, 6);
  const graded = gradedRows(rows);
  const base = graded.rows.map((row) => row.score as number);
  const stream = derive(1, "near");
  const noisy = (share: number) => base.map((value) => value + share * 125 * (stream.uniform() - 0.5));
  // A chain: each is collinear with its neighbours, the ends are not.
  const values = [base, base.map((value) => 3 - 2 * value), ...[0.03, 0.05, 0.07, 0.09, 0.11].map(noisy)];
  const columns = values.map((each, index) =>
    makeColumn({ name: `c${index}`, rows: Int32Array.from(each.keys()), values: Float64Array.from(each) }, graded),
  ) as Column[];
  const shape = (merged: readonly Column[]) => merged.map(({ name, aliases }) => ({ name, aliases }));
  const endorsed = (column: Column) => column.name === "c4";
  const expected = shape(mergeCollinear(columns, graded, endorsed));
  expect(expected.length).toBeGreaterThan(1);
  expect(expected.length).toBeLessThan(columns.length);
  fc.assert(
    fc.property(fc.nat(1e6), (seed) => {
      const shuffled = derive(seed, "columns").shuffle([
        ...columns,
        ...columns.map((one) => ({ ...one, name: `${one.name}'` })),
      ]);
      expect(shape(mergeCollinear(derive(seed, "again").shuffle(columns), graded, endorsed))).toEqual(expected);
      expect(
        mergeIdentical(shuffled).map(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]),
      ).toEqual(columns.map(({ name }) => [name, `${name}'`]));
    }),
    { numRuns: 30 },
  );
});

test("one seed gives one floor, another seed another", () => {
  const rows = rollouts(2, 10, 8);
  const tau = (seed: number | string) => hackScan(rows, { permutations: 19, seed }).tau;
  expect(tau(1)).toBe(tau(1));
  expect(tau("a")).toBe(tau("a"));
  expect(new Set([tau(1), tau(2), tau(3), tau("a")]).size).toBeGreaterThan(1);
});
