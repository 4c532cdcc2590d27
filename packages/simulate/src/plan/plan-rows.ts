import { buildArray } from "./build-array.js";
import type { CellGrid } from "./cell-grid.js";
import { type Completable, completable } from "./constraint.js";
import { GainQueue, Shown } from "./gain-queue.js";
import { allInteractions } from "./interactions.js";
import { ruleKeys } from "./rule-keys.js";
import { type Assignment, DIMENSIONS } from "./situation.js";
import { textHash } from "./text-hash.js";

const RULE = DIMENSIONS.indexOf("rule");
/** Combinations looked at in search of a smaller array. A plan is read once and starts a run, so it is not kept waiting. */
const EFFORT = 2_000_000;

type Row = readonly number[];

const withRule = (row: ArrayLike<number>, rule: number): number[] => {
  const levels = Array.from(row);
  levels.splice(RULE, 0, rule);
  return levels;
};

const rankOf = (key: string, row: ArrayLike<number>): number => textHash(`${key}\n${Array.from(row).join()}`).low;

/**
 * An array that a change of one rule leaves nearly as it was. The other axes have an array of their own; each rule picks,
 * by its own words alone, rows of it that show the rule with every level (at strength 3, every pair) of the others; a row
 * that no rule picked goes to the one that ranks it highest. A rule that comes, goes or is reworded so touches no row of
 * another. Costs more rows than one array over all axes, and fewer than a block for each rule.
 */
const stableRows = (grid: CellGrid, strength: number, seed: number): Row[] => {
  const possible = completable(grid.levels, grid.constraints);
  const given = (rule: number): Completable => {
    const row = new Int16Array(grid.levels.length);
    return (others) => {
      row.set(others.subarray(0, RULE));
      row[RULE] = rule;
      row.set(others.subarray(RULE), RULE + 1);
      return possible(row);
    };
  };
  const levels = grid.levels.filter((_, axis) => axis !== RULE);
  const build = (size: number, allowed: Completable, seeds: readonly Row[], effort: number): Int16Array[] => {
    const task = { levels, strength: size, possible: allowed, seeds };
    return buildArray(task, allInteractions(levels, size, allowed), { seed, effort });
  };
  const base = build(Math.min(strength, levels.length), given(-1), [], EFFORT);
  const taken = new Set<Int16Array>();
  const rows: Row[] = [];
  const keys = ruleKeys(grid.axes.rule);
  for (const [rule, key] of keys.entries()) {
    const allowed = given(rule);
    const interactions = allInteractions(levels, strength - 1, allowed);
    const shown = new Shown(levels, interactions);
    const queue = new GainQueue(shown, base.filter(allowed), (row) => rankOf(key, row));
    const picked: Int16Array[] = [];
    for (let row = queue.next(1); row !== undefined; row = queue.next(1)) picked.push(row);
    for (const row of picked) taken.add(row);
    const isWhole = shown.covered === interactions.reduce((sum, one) => sum + one.feasibleCount, 0);
    // Rows of the base may be forbidden with this rule where others show the same levels: those are made up for it.
    const own = isWhole ? picked : build(strength - 1, allowed, picked.map((row) => Array.from(row)), 0); // biome-ignore format: one thought
    for (const row of own) rows.push(withRule(row, rule));
  }
  for (const row of base) {
    if (taken.has(row)) continue;
    const ranked = keys
      .map((key, rule) => ({ rule, rank: rankOf(key, row) }))
      .filter(({ rule }) => given(rule)(row))
      .sort((a, b) => b.rank - a.rank || a.rule - b.rule);
    if (ranked[0]) rows.push(withRule(row, ranked[0].rule));
  }
  return rows;
};

/**
 * The rows of a plan, in no order: every combination of `strength` levels that can be true is in one of them.
 *
 * @param options.previous - Cells of an earlier plan. Those that can still be true are kept, and only what they do not show
 *   is added.
 */
export function planRows(
  grid: CellGrid,
  options: { strength: number; seed: number; previous?: Iterable<Assignment> | undefined },
): Row[] {
  const strength = Math.min(options.strength, grid.levels.length);
  const fresh = stableRows(grid, strength, options.seed);
  if (options.previous === undefined) return fresh;
  const possible = completable(grid.levels, grid.constraints);
  const kept = new Map<string, Row>();
  for (const assignment of options.previous) {
    const row = grid.row(assignment);
    if (!row.includes(-1) && possible(row)) kept.set(row.join(), Array.from(row));
  }
  const shown = new Shown(grid.levels, allInteractions(grid.levels, strength, possible));
  for (const row of kept.values()) shown.add(shown.codes(row));
  const queue = new GainQueue(shown, fresh, (row) => textHash(row.join()).low);
  const rows = [...kept.values()];
  for (let row = queue.next(1); row !== undefined; row = queue.next(1)) rows.push(row);
  return rows;
}
