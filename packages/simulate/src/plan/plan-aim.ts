import { OptionError } from "@whileai/core";
import type { CellGrid } from "./cell-grid.js";
import { DIMENSIONS, type Dimension } from "./situation.js";

/** What a plan should show more often than it would by itself. */
export interface PlanAim {
  /**
   * By axis and level: how many times its plain share of the situations a level should have, 0 or more. Levels that are not
   * named have 1 among themselves; levels the grid does not have are passed over. Weights of several axes multiply.
   */
  readonly weights: Readonly<Partial<Record<Dimension, ReadonlyMap<string, number>>>>;
}

/** What one axis may give to its aimed levels at most, and what the plain plan keeps of all situations at least. Convention. */
const MOST_OF_AN_AXIS = 0.9;
const LEAST_PLAIN_SHARE = 0.25;

/** How to reach an aim: a share of the situations is drawn by weight, the others go on as they would. */
export interface AimedDraw {
  readonly share: number;
  /** One for each row, 0 where it is never drawn for the aim. */
  readonly weights: readonly number[];
}

const checkAim = (aim: PlanAim): void => {
  for (const [axis, weights] of Object.entries(aim.weights)) {
    for (const [level, weight] of weights ?? []) {
      if (Number.isFinite(weight) && weight >= 0) continue;
      throw new OptionError({
        message: `the weight of ${axis} "${level}" must be a number of at least 0`,
        option: "aim",
        received: weight,
        fix: "Give how many times its plain share the level should have.",
      });
    }
  }
};

/** By level of an axis: what brings it from its plain share to the share it should have. */
const factorsOf = (counts: readonly number[], wanted: readonly (number | undefined)[], size: number): number[] => {
  const shares = counts.map((count, level) => ((wanted[level] ?? 0) * count) / size);
  const asked = shares.reduce((sum, share) => sum + share, 0);
  const plain = counts.reduce((sum, count, level) => sum + (wanted[level] === undefined ? count / size : 0), 0);
  // Where no level is left to give way, the shares that are asked for are all there is.
  const most = plain === 0 ? 1 : MOST_OF_AN_AXIS;
  const scale = asked > most || plain === 0 ? most / (asked || 1) : 1;
  return counts.map((_, level) => {
    const weight = wanted[level];
    return weight === undefined ? (1 - asked * scale) / plain : weight * scale;
  });
};

/**
 * How rows that would come equally often are drawn so that each aimed level has its share among them.
 *
 * @throws OptionError for a weight that is no number of at least 0.
 */
export function aimedDraw(rows: readonly (readonly number[])[], grid: CellGrid, aim: PlanAim): AimedDraw {
  checkAim(aim);
  const factors = DIMENSIONS.map((axis, at) => {
    const wanted = grid.axes[axis].map((level) => aim.weights[axis]?.get(level));
    if (wanted.every((weight) => weight === undefined)) return undefined;
    const counts = grid.axes[axis].map((_, level) => rows.filter((row) => row[at] === level).length);
    return factorsOf(counts, wanted, rows.length);
  });
  const products = rows.map((row) =>
    factors.reduce((product, levels, at) => product * (levels?.[row[at] as number] ?? 1), 1),
  );
  const mean = products.reduce((sum, product) => sum + product, 0) / rows.length;
  if (!(mean > 0)) return { share: 0, weights: rows.map(() => 0) };
  const lowest = products.reduce((least, product) => Math.min(least, product), Number.POSITIVE_INFINITY) / mean;
  return {
    share: Math.min(1 - lowest, 1 - LEAST_PLAIN_SHARE),
    weights: products.map((product) => product / mean - lowest),
  };
}
