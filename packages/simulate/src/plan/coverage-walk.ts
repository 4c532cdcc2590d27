import type { CellGrid } from "./cell-grid.js";
import { completable } from "./constraint.js";
import { GainQueue, Shown } from "./gain-queue.js";
import { allInteractions } from "./interactions.js";
import { ruleKeys } from "./rule-keys.js";
import { DIMENSIONS } from "./situation.js";
import { textHash } from "./text-hash.js";

const RULE = DIMENSIONS.indexOf("rule");

type Row = readonly number[];

/** Rows of one kind, in the order of what they add to all that was handed out. */
export interface WalkedRows {
  /** The row that adds most, or undefined once none adds anything. */
  next(): Row | undefined;
}

/** Walks rows so that each prefix shows as many combinations as it can. */
export interface CoverageWalk {
  /** Some of the rows, to be drawn from in turn with other kinds. */
  of(kind: readonly Row[]): WalkedRows;
}

/** Of the rows that differ in their rule alone, the one whose rule ranks it highest. */
const leaders = (grid: CellGrid, rows: readonly Row[]): Set<Row> => {
  const keys = ruleKeys(grid.axes.rule);
  const best = new Map<string, { row: Row; rank: number }>();
  for (const row of rows) {
    const others = row.filter((_, axis) => axis !== RULE).join();
    const rank = textHash(`${keys[row[RULE] as number]}\n${others}`).high;
    if (rank > (best.get(others)?.rank ?? -1)) best.set(others, { row, rank });
  }
  return new Set([...best.values()].map(({ row }) => row));
};

/**
 * The order in which rows are walked. Where there are rules to choose from, first one row of each that differ in the rule
 * alone, by what they show of the other axes: that order knows nothing of the policy, so a changed rule moves no row of
 * another. Then what is left, by what it shows of all axes.
 *
 * @param options.rankOf - Decides among rows that show equally much; the lower comes first. Told whether the rule counts.
 */
export function coverageWalk(
  grid: CellGrid,
  rows: readonly Row[],
  options: { strength: number; rankOf: (row: Row, isOfAll: boolean) => number },
): CoverageWalk {
  const { rankOf, strength } = options;
  const all = allInteractions(grid.levels, strength, completable(grid.levels, grid.constraints));
  const hasRules = grid.axes.rule.length > 1;
  const first = hasRules ? leaders(grid, rows) : new Set<Row>();
  const shownOfOthers = new Shown(grid.levels, hasRules ? all.filter((one) => !one.axes.includes(RULE)) : []);
  const shownOfAll = new Shown(grid.levels, all);
  return {
    of(kind) {
      const leading = kind.filter((row) => first.has(row));
      const early = new GainQueue(shownOfOthers, leading, (row) => rankOf(row, false));
      const late = new GainQueue(shownOfAll, kind, (row) => rankOf(row, true));
      return {
        next() {
          const leader = early.next(1);
          if (leader !== undefined) {
            shownOfAll.add(shownOfAll.codes(leader));
            return leader;
          }
          const row = late.next(1);
          if (row !== undefined) shownOfOthers.add(shownOfOthers.codes(row));
          return row;
        },
      };
    },
  };
}
