import { describe, expect, it } from "vitest";
import { gridOf, policyOf, RULES, TOOLS } from "./__fixtures__/shop.js";
import { type CellGrid, cellGrid } from "./cell-grid.js";
import { cellOrder } from "./cell-order.js";
import { coverageOf } from "./coverage-of.js";
import type { SituationConstraint } from "./default-constraints.js";
import { planRows } from "./plan-rows.js";
import { cellIds } from "./scenario-id.js";
import { ShareMeter } from "./share-meter.js";
import type { Assignment } from "./situation.js";

interface PlannedCell {
  readonly id: string;
  readonly cell: Assignment;
}

const arrayOf = (grid: CellGrid, previous?: readonly Assignment[]): PlannedCell[] =>
  planRows(grid, { strength: 2, seed: 0, previous }).map((row) => {
    const cell = grid.assignment(row);
    return { id: cellIds(cell)(0), cell };
  });

const runOf = (grid: CellGrid, count: number): PlannedCell[] => {
  const rows = planRows(grid, { strength: 2, seed: 0 });
  const order = cellOrder(grid, rows, { strength: 2, faults: new ShareMeter(0.5), hardShare: 0.4, seed: 0 });
  return Array.from({ length: count }, () => {
    const use = order.next().value as { row: readonly number[]; pass: number };
    const cell = grid.assignment(use.row);
    return { id: cellIds(cell)(use.pass), cell };
  });
};

/** Of the cells that do not name a rule, the share whose ids are still there. */
const keptShare = (before: readonly PlannedCell[], after: readonly PlannedCell[], rule: string): number => {
  const ids = new Set(after.map(({ id }) => id));
  const others = before.filter(({ cell }) => cell.rule !== rule);
  expect(others.length).toBeGreaterThan(10);
  return others.filter(({ id }) => ids.has(id)).length / others.length;
};

const without = (rules: readonly string[], rule: string): string[] => rules.filter((one) => one !== rule);
const replaced = (rules: readonly string[], rule: string, by: string): string[] =>
  rules.map((one) => (one === rule ? by : one));

describe.each([5, 12])("planRows with %i rules", (count) => {
  const rules = RULES.slice(0, count);
  const middle = rules[Math.floor(count / 2)] as string;
  const grid = gridOf(TOOLS, rules);
  const before = arrayOf(grid);

  it.each([2, 3] as const)("shows every combination of %i that can be true, and nothing that cannot", (strength) => {
    const rows = planRows(grid, { strength, seed: 0 });
    const { constraints } = grid;
    expect(coverageOf(rows, grid.levels, { strength, constraints })).toMatchObject({ fraction: 1, forbiddenRows: 0 });
    expect(new Set(rows.map(String)).size).toBe(rows.length);
  });

  it("costs less than a block of its own for each rule", () => {
    expect(before.length).toBeLessThan(60 + count * 10);
  });

  it.each([rules[0] as string, middle, rules.at(-1) as string])(
    "keeps the other cells without '%s', with and without the old plan",
    (rule) => {
      const smaller = gridOf(TOOLS, without(rules, rule));
      const cells = before.map(({ cell }) => cell);
      expect(keptShare(before, arrayOf(smaller), rule)).toBe(1);
      expect(keptShare(before, arrayOf(smaller, cells), rule)).toBe(1);
    },
  );

  it("keeps them in every prefix of a run, too", () => {
    const smaller = gridOf(TOOLS, without(rules, middle));
    for (const length of [32, 64, 128, 300])
      expect(keptShare(runOf(grid, length), runOf(smaller, length), middle)).toBeGreaterThanOrEqual(0.9);
  });

  it("keeps most of them when a rule is added or reworded, and all with the old plan", () => {
    const added = gridOf(TOOLS, [...rules.slice(0, 2), "Never give legal advice to anyone", ...rules.slice(2)]);
    const reworded = gridOf(TOOLS, replaced(rules, middle, "Something wholly different is asked for here"));
    const cells = before.map(({ cell }) => cell);
    for (const other of [added, reworded]) {
      expect(keptShare(before, arrayOf(other), middle)).toBeGreaterThan(0.8);
      expect(keptShare(before, arrayOf(other, cells), middle)).toBe(1);
    }
  });

  it("moves nothing at all when rules change places or a number in one changes", () => {
    const reversed = arrayOf(gridOf(TOOLS, [...rules].reverse()));
    expect(new Set(reversed.map(({ id }) => id))).toEqual(new Set(before.map(({ id }) => id)));
    const dearer = gridOf(
      TOOLS,
      replaced(rules, "Refunds over $200 need a manager", "Refunds over $950 need a manager"),
    );
    expect(keptShare(runOf(grid, 40), runOf(dearer, 40), "Refunds over $200 need a manager")).toBe(1);
  });
});

describe("planRows", () => {
  const constraints: SituationConstraint[] = [
    { rule: RULES[0] as string, stance: ["hurried", "ordinary", "retry"] },
    { rule: RULES[1] as string, tool: "get_order", history: "fresh" },
    { rule: RULES.slice(0, 4), world_state: "unknown" },
  ];
  const grid = cellGrid({ tools: TOOLS, systemPrompt: policyOf(RULES.slice(0, 4)), constraints });

  it.each([2, 3] as const)("obeys constraints on rules, strength %i", (strength) => {
    const rows = planRows(grid, { strength, seed: 0 });
    const found = coverageOf(rows, grid.levels, { strength, constraints: grid.constraints });
    expect(found).toMatchObject({ fraction: 1, forbiddenRows: 0 });
    const unknown = grid.axes.world_state.indexOf("unknown");
    expect(rows.some((row) => row[3] === unknown)).toBe(false);
  });

  it("of an earlier plan keeps what can still be true, and drops the rest", () => {
    const free = gridOf(TOOLS, RULES.slice(0, 4));
    const earlier = planRows(free, { strength: 2, seed: 0 }).map((row) => free.assignment(row));
    const foreign = { ...(earlier[0] as Assignment), tool: "no_such_tool" };
    const rows = planRows(grid, { strength: 2, seed: 0, previous: [...earlier, foreign] });
    expect(coverageOf(rows, grid.levels, { constraints: grid.constraints })).toMatchObject({
      fraction: 1,
      forbiddenRows: 0,
    });
    const ids = new Set(rows.map((row) => cellIds(grid.assignment(row))(0)));
    const kept = earlier.filter((cell) => ids.has(cellIds(cell)(0)));
    expect(kept.length).toBeGreaterThan(earlier.length / 2);
    expect(kept.length).toBeLessThan(earlier.length);
  });

  it("has no rows where nothing can be true", () => {
    const none = cellGrid({ tools: TOOLS, systemPrompt: "", constraints: [{ rule: "unspecified" }] });
    expect(planRows(none, { strength: 2, seed: 0 })).toEqual([]);
    expect(cellOrder(none, [], { strength: 2, faults: new ShareMeter(0.5), hardShare: 0, seed: 0 }).next().done).toBe(
      true,
    );
  });
});
