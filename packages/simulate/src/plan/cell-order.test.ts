import { OptionError } from "@whileai/core";
import { describe, expect, it } from "vitest";
import { gridOf, policyOf, RULES, TOOLS } from "./__fixtures__/shop.js";
import { type CellUse, cellOrder } from "./cell-order.js";
import type { PlanAim } from "./plan-aim.js";
import { planRows } from "./plan-rows.js";
import { planSituations } from "./plan-situations.js";
import { ShareMeter } from "./share-meter.js";
import { type Assignment, DIMENSIONS, type Dimension, type Situation } from "./situation.js";
import { tierOf } from "./tier-of.js";

const grid = gridOf(TOOLS, RULES.slice(0, 5));
const rows = planRows(grid, { strength: 2, seed: 0 });

interface Wanted {
  readonly share?: number;
  readonly hardShare?: number;
  readonly weights?: Partial<Record<Dimension, readonly [string, number][]>>;
}

const aimOf = (weights: Wanted["weights"]): PlanAim | undefined =>
  weights && { weights: Object.fromEntries(Object.entries(weights).map(([axis, levels]) => [axis, new Map(levels)])) };

const take = (count: number, { share = 0.5, hardShare = 0.4, weights }: Wanted = {}): Assignment[] => {
  const faults = new ShareMeter(share);
  const order = cellOrder(grid, rows, { strength: 2, faults, hardShare, seed: 0, aim: aimOf(weights) });
  return Array.from({ length: count }, () => grid.assignment((order.next().value as CellUse).row));
};

const shareOf = (cells: readonly Assignment[], axis: Dimension, level: string): number =>
  cells.filter((cell) => cell[axis] === level).length / cells.length;

describe("cellOrder on one tool without rules", () => {
  const situationsOf = (faultShare: number): Situation[] => {
    const found: Situation[] = [];
    for (const one of planSituations({ ...order, faultShare }).situations()) {
      found.push(one);
      if (found.length === 150) return found;
    }
    return found;
  };
  const order = { tools: TOOLS.slice(0, 1), systemPrompt: "", seed: 0, mode: "rl", faultShare: 0.5 } as const;

  it.each([
    [0.5, 0.45],
    [0.8, 0.5],
  ])("at a fault share of %f shows %f of all pairs in 16 situations, and all of them in 150", (share, least) => {
    const plan = planSituations(order);
    const situations = situationsOf(share);
    expect(plan.certificate(situations.slice(0, 16)).fraction).toBeGreaterThanOrEqual(least);
    expect(plan.certificate(situations)).toMatchObject({ fraction: 1 });
    let faults = 0;
    for (const [index, one] of situations.entries()) {
      if (one.faults.length > 0) faults++;
      expect(Math.abs(faults - share * (index + 1))).toBeLessThanOrEqual(1);
    }
  });

  it("certifies what was used while it is used", () => {
    const plan = planSituations(order);
    const meter = plan.meter();
    const used: Situation[] = [];
    for (const one of situationsOf(0.5).slice(0, 20)) {
      used.push(one);
      meter.add(one);
      expect(meter.certificate()).toEqual(plan.certificate(used));
    }
    expect(plan.meter().certificate().covered).toBe(0);
  });
});

describe("cellOrder with an aim", () => {
  const plain = take(1000);

  it.each([64, 1000])("brings a tool to three times its share of %i situations", (count) => {
    const aimed = take(count, { weights: { tool: [["get_order", 3]] } });
    const before = shareOf(plain.slice(0, count), "tool", "get_order");
    expect(shareOf(aimed, "tool", "get_order")).toBeGreaterThanOrEqual(2 * before);
    expect(shareOf(aimed, "tool", "get_order")).toBeLessThan(4 * before);
  });

  it("multiplies the weights of several axes", () => {
    const weights: Wanted["weights"] = { tool: [["issue_refund", 2]], history: [["prior_failure", 2]] };
    const aimed = take(1000, { weights });
    for (const [axis, level] of [["tool", "issue_refund"], ["history", "prior_failure"]] as const) // biome-ignore format: short
      expect(shareOf(aimed, axis, level)).toBeGreaterThan(1.6 * shareOf(plain, axis, level));
    const both = (cells: readonly Assignment[]): number =>
      cells.filter((cell) => cell.tool === "issue_refund" && cell.history === "prior_failure").length;
    expect(both(aimed)).toBeGreaterThan(2.5 * both(plain));
  });

  it("aims at conditions within the share of faults, and at stances instead of the share of hard ones", () => {
    const timeouts = take(1000, { weights: { tool_condition: [["timeout", 2]] } });
    expect(shareOf(timeouts, "tool_condition", "timeout")).toBeGreaterThan(
      1.6 * shareOf(plain, "tool_condition", "timeout"),
    );
    expect(shareOf(timeouts, "tool_condition", "success")).toBe(0.5);
    const hard = take(1000, { weights: { stance: [["adversarial", 5]] }, hardShare: 0 });
    expect(shareOf(hard, "stance", "adversarial")).toBeGreaterThan(0.3);
  });

  it("makes a level rare with a weight below 1, and still shows every pair", () => {
    const aimed = take(1000, { weights: { tool: [["search_products", 0]] } });
    expect(shareOf(aimed, "tool", "search_products")).toBeLessThan(0.6 * shareOf(plain, "tool", "search_products"));
    expect(shareOf(aimed, "tool", "search_products")).toBeGreaterThan(0);
  });

  it.each([0.2, 0.5, 0.8])("holds a fault share of %f at every prefix, and covers the grid", (share) => {
    const weights: Wanted["weights"] = { tool: [["get_order", 8]], rule: [[grid.axes.rule[0] as string, 8]] };
    const cells = take(3000, { share, weights });
    let faults = 0;
    for (const [index, cell] of cells.entries()) {
      if (cell.tool_condition !== "success") faults++;
      expect(Math.abs(faults - share * (index + 1))).toBeLessThanOrEqual(1);
    }
    const pairs = new Set(
      cells.flatMap((cell) =>
        DIMENSIONS.flatMap((a, at) => DIMENSIONS.slice(at + 1).map((b) => `${a}=${cell[a]} ${b}=${cell[b]}`)),
      ),
    );
    const plan = planSituations({
      tools: TOOLS,
      systemPrompt: policyOf(RULES.slice(0, 5)),
      seed: 0,
      mode: "rl",
      faultShare: share,
    });
    expect(pairs.size).toBe(plan.certificate([]).feasible);
  });

  it.each([0.2, 0.5, 0.8])(
    "has a third of plain asks and two fifths of hard ones, faulted or not, at a fault share of %f",
    (share) => {
      const later = take(1400, { share }).slice(400);
      for (const isFaulted of [false, true]) {
        const some = later.filter((cell) => (cell.tool_condition !== "success") === isFaulted);
        const easy = some.filter((cell) => tierOf(cell.stance) === "ordinary");
        expect(easy.length / some.length).toBeCloseTo(0.6, 1);
        const outOfTheBlue = easy.filter((cell) => cell.stance === "ordinary" && cell.history === "fresh");
        expect(outOfTheBlue.length / easy.length).toBeCloseTo(1 / 3, 1);
        // About anything that the others are about.
        for (const axis of ["tool", "rule", "world_state"] as const)
          for (const level of new Set(easy.map((cell) => cell[axis])))
            expect(Math.abs(shareOf(outOfTheBlue, axis, level) - shareOf(easy, axis, level))).toBeLessThan(0.12);
      }
    },
  );

  it("keeps to the hard share where there are no plain asks, and to what there is", () => {
    const only = (dimensions: Record<string, string[]>) => {
      const plan = planSituations({
        tools: TOOLS,
        systemPrompt: "",
        seed: 0,
        mode: "rl",
        faultShare: 0.5,
        coverage: { dimensions },
      });
      const found: Situation[] = [];
      for (const one of plan.situations()) {
        found.push(one);
        if (found.length === 400) break;
      }
      return found.slice(200);
    };
    const hardOf = (found: Situation[]) => found.filter(({ tier }) => tier !== "ordinary").length / found.length;
    expect(hardOf(only({ stance: ["adversarial", "hurried"] }))).toBeCloseTo(0.4, 1);
    expect(hardOf(only({ stance: ["ordinary"], history: ["fresh"] }))).toBe(0);
    expect(hardOf(only({ stance: ["adversarial"] }))).toBe(1);
    expect(hardOf(only({ stance: ["adversarial", "ordinary"], history: ["fresh"] }))).toBeCloseTo(0.4, 1);
  });

  it("begins a longer run as a shorter one, and passes over levels that are not there", () => {
    const weights: Wanted["weights"] = { tool: [["get_order", 3]] };
    expect(take(200, { weights }).slice(0, 70)).toEqual(take(70, { weights }));
    expect(take(70, { weights: { tool: [["gone", 9]] } })).toEqual(plain.slice(0, 70));
    expect(take(70, { weights: {} })).toEqual(plain.slice(0, 70));
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses a weight of %f", (weight) => {
    expect(() => take(1, { weights: { tool: [["get_order", weight]] } })).toThrow(OptionError);
  });
});
