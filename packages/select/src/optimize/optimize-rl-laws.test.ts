import { derive } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { group, ids, optimize } from "./__fixtures__/rl-groups.js";

describe("laws", () => {
  const arbitraryGroup = fc.record({
    rewards: fc.array(fc.constantFrom(0, 1, null, 0.5, "1", true), { minLength: 1, maxLength: 6 }),
    repeats: fc.boolean(),
    cut: fc.boolean(),
    leaks: fc.boolean(),
  });
  const arbitraryRows = fc.array(arbitraryGroup, { maxLength: 8 }).map((groups) =>
    groups.flatMap(({ rewards, repeats, cut, leaks }, index) =>
      group(`t${index}`, rewards).map((row, at) => ({
        ...row,
        ...(repeats && at < 2 ? { final_text: "The same words." } : {}),
        ...(cut && at === 0 ? { finish_reason: "length" } : {}),
        ...(leaks && at === 1 ? { privileged: { reference: `the same words` } } : {}),
      })),
    ),
  );
  const policies = fc.record({
    truncated: fc.constantFrom("drop" as const, "keep" as const, "penalize" as const),
    bandRule: fc.constantFrom("point" as const, "posterior" as const),
    target: fc.constantFrom(4, 1000),
    order: fc.constantFrom("spread" as const, "middle" as const),
  });

  test("the order of the rows does not change which are kept", () => {
    fc.assert(
      fc.property(arbitraryRows, policies, fc.integer(), (rows, options, seed) => {
        const shuffled = derive(seed, "order").shuffle(rows);
        expect(new Set(ids(optimize(shuffled, options)))).toEqual(new Set(ids(optimize(rows, options))));
      }),
      { numRuns: 60 },
    );
  });

  test("repeats never trim a group", () => {
    fc.assert(
      fc.property(arbitraryRows, (rows) => {
        const selection = optimize(rows);
        expect(selection.report.duplicates.nDropped).toBe(0);
        const asks = new Set(selection.rows.map((row) => row.scenario_id));
        const lost = selection.report.dropped.filter(({ index }) => asks.has(rows[index]?.scenario_id));
        for (const { gate } of lost) expect(["privileged_leak", "truncated", "unusable_label"]).toContain(gate);
      }),
      { numRuns: 60 },
    );
  });

  test("selecting a selection keeps all of it", () => {
    fc.assert(
      fc.property(arbitraryRows, policies, (rows, options) => {
        const once = optimize(rows, options);
        const twice = optimize(once.rows, options);
        expect(new Set(ids(twice))).toEqual(new Set(ids(once)));
        expect(twice.report.dropped).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("every row is selected or dropped at one gate, and none is changed", () => {
    fc.assert(
      fc.property(arbitraryRows, policies, (rows, options) => {
        const before = structuredClone(rows);
        const selection = optimize(rows, { ...options, duplicates: "drop" });
        const { report } = selection;
        expect(report.nSelected + report.dropped.length).toBe(rows.length);
        expect(new Set(report.dropped.map((row) => row.index)).size).toBe(report.dropped.length);
        expect(report.nAfterTrim).toBe(
          report.nSelected + report.dropped.filter(({ gate }) => gate === "target").length,
        );
        const seen = [...ids(selection), ...selection.report.dropped.map((row) => row.rolloutId)];
        expect(seen.toSorted()).toEqual(ids(rows).toSorted());
        expect(rows).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});
