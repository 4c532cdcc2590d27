import type { Row } from "@whileai/core";
import { describe, expect, test } from "vitest";
import { codes, marked, passes, runRows } from "./__fixtures__/run-rows.js";
import { deltaReport } from "./delta-report.js";

describe("slices", () => {
  const side = (easy: number, hard: number): Row[] => [
    ...runRows({ rewards: passes(8, easy), fields: () => ({ category: "easy" }) }),
    ...runRows({ rewards: passes(6, hard), from: 8, fields: () => ({ category: "hard" }) }),
  ];

  test("weak ones come first, and what fell is named", () => {
    const report = deltaReport(side(1, 3), side(4, 1));
    expect([...report.groups.keys()]).toEqual(["hard", "easy"]);
    expect(report).toMatchObject({ groupsDown: ["hard"], groupsWeak: ["hard"], by: "category", bySource: "auto" });
    expect(report.groups.get("hard")?.weakReasons).toEqual(["low", "no_gain"]);
    expect(codes(report)).toContain("group_down");
    expect(`${report}`).toMatch(/hard +0\.750 -> 0\.250 .* DOWN .* weak: low, no_gain/);
  });

  test("none when not wanted, or when one value covers everything", () => {
    expect(deltaReport(side(1, 3), side(4, 1), { by: false })).toMatchObject({
      by: null,
      bySource: null,
      groupsWeak: [],
    });
    const one = side(1, 3).map((row) => ({ ...row, category: "all" }));
    expect(deltaReport(one, one).by).toBeNull();
  });

  test("by a function, a marker, a field that only some rows have", () => {
    const byFunction = deltaReport(side(1, 3), side(4, 1), { by: ({ category }) => `is ${String(category)}` });
    expect(byFunction).toMatchObject({ by: "function", bySource: "given" });
    expect([...byFunction.groups.keys()]).toEqual(["is hard", "is easy"]);
    const byMarker = deltaReport(marked(12, 6, 1), marked(12, 6, 1), { by: "marker:honest" });
    expect(new Set(byMarker.groups.keys())).toEqual(new Set(["0", "1"]));
    const some = side(1, 3).map(({ category, ...row }) => (category === "easy" ? { ...row, category } : row)) as Row[];
    const partly = deltaReport(some, some, { by: "category" });
    expect([...partly.groups.keys()]).toEqual(["easy"]);
    expect(codes(partly)).toContain("no_group");
  });

  test("of many, a fall that luck explains is told to be one", () => {
    const names = Array.from({ length: 9 }, (_, slice) => `slice ${slice}`);
    const many = (count: number) =>
      names.flatMap((category, slice) =>
        runRows({ rewards: passes(6, slice === 0 ? count : 2), from: slice * 6, fields: () => ({ category }) }),
      );
    const report = deltaReport(many(3), many(1));
    const slice = report.groups.get("slice 0");
    // Six of six fell: p is 2/64, and the least of nine.
    expect(slice?.pValue).toBe(1 / 32);
    expect(slice?.adjustedPValue).toBeCloseTo(9 / 32, 12);
    expect(report.groupsDown).toEqual(["slice 0"]);
    expect(report.notes.find(({ code }) => code === "group_down")?.message).toBe(
      "got worse in slice 0; allowing for 9 slices (Benjamini and Hochberg), no longer shown.",
    );
    const all = deltaReport(side(3, 3), side(0, 0));
    expect(all.notes.find(({ code }) => code === "group_down")?.message).toMatch(/for 2 slices .*, still so\.$/);
  });

  test("few tasks are no gain and no loss, only few", () => {
    const tiny = (count: number) => [
      ...side(1, 1),
      ...runRows({ rewards: passes(2, count), from: 20, fields: () => ({ category: "tiny" }) }),
    ];
    const group = deltaReport(tiny(1), tiny(1)).groups.get("tiny");
    expect(group).toMatchObject({ lowN: true, weakReasons: ["low"], verdict: "insufficient_data" });
  });
});
