import { checkOptions, OptionError, optionRule } from "@whileai/core";
import { buildArray } from "./build-array.js";
import { checkConstraints, checkLevels, checkSize } from "./check-model.js";
import { type Completable, completable, type ForbiddenTuple } from "./constraint.js";
import { GainQueue, Shown } from "./gain-queue.js";
import { allInteractions } from "./interactions.js";

/** Axes per combination when nothing else is said: every pair. */
export const DEFAULT_STRENGTH = 2;
/** Combinations looked at in search of a smaller array: one to three seconds of work where a model stays above its bound. */
const EFFORT = 100_000_000;

export interface CoveringArrayOptions {
  readonly strength?: 2 | 3 | 4 | undefined;
  readonly constraints?: readonly ForbiddenTuple[] | undefined;
  /** Rows that must be in the array. */
  readonly seeds?: readonly (readonly number[])[] | undefined;
  /** Breaks ties; other seeds give other arrays of about the same size. */
  readonly seed?: number | undefined;
}

export interface CoveringArray {
  /** One level per axis, the row that adds most combinations first. */
  readonly rows: readonly (readonly number[])[];
  readonly feasible: number;
  readonly covered: number;
}

const checkSeeds = (levels: readonly number[], seeds: readonly (readonly number[])[], possible: Completable): void => {
  for (const [index, seed] of seeds.entries()) {
    const inRange =
      seed.length === levels.length &&
      seed.every((level, axis) => Number.isInteger(level) && level >= 0 && level < (levels[axis] as number));
    if (!inRange || !possible(Int16Array.from(seed))) {
      throw new OptionError({
        message: `coveringArray: seeds[${index}] must hold one allowed level per axis and break no constraint.`,
        option: "seeds",
        received: seed,
        fix: "Give one level position per axis, and drop the row or the constraint it breaks.",
      });
    }
  }
};

const unique = (rows: readonly (readonly number[])[]): (readonly number[])[] => [
  ...new Map(rows.map((row) => [row.join(), row])).values(),
];

/**
 * Rows in which every combination of `strength` axes that the constraints allow occurs at least once, and no forbidden
 * tuple does. Grown axis by axis, then searched for rows it can do without, by a fixed amount of work: the same arguments
 * give the same rows on any machine. Rows come in order of gain, each adding as many combinations not seen before as any
 * that is left, so that a prefix covers as much as it can. Mandatory rows have no place of their own in that order.
 *
 * @param levels - How many levels each axis has.
 * @param options.strength - Axes per combination, 2 (default) to 4; never more than there are axes.
 * @param options.constraints - Forbidden tuples. What can only be completed through one of them does not occur either, and
 *   is not counted as feasible; where nothing is feasible there are no rows.
 * @param options.seeds - Mandatory rows, as of an earlier array: what they cover is not covered again.
 * @param options.seed - Breaks ties, default 0; other seeds give other arrays of about the same size.
 * @throws OptionError for an unknown option, an axis without levels, a constraint on a level that does not exist, or a
 *   mandatory row that breaks a constraint.
 *
 * @example
 * coveringArray([3, 2, 2]).rows.length; // 6
 */
export function coveringArray(levels: readonly number[], options: CoveringArrayOptions = {}): CoveringArray {
  checkOptions("coveringArray", options, {
    strength: optionRule.integer(2, 4),
    constraints: optionRule.listOf(optionRule.listOf(optionRule.record, 1)),
    seeds: optionRule.listOf(optionRule.listOf(optionRule.integer(0))),
    seed: optionRule.integer(0),
  });
  checkLevels("coveringArray", levels);
  const constraints = options.constraints ?? [];
  checkConstraints("coveringArray", levels, constraints);
  const strength = Math.min(options.strength ?? DEFAULT_STRENGTH, levels.length);
  checkSize("coveringArray", levels, strength);
  const possible = completable(levels, constraints);
  const seeds = unique(options.seeds ?? []);
  checkSeeds(levels, seeds, possible);

  const interactions = allInteractions(levels, strength, possible);
  const built = buildArray({ levels, strength, possible, seeds }, interactions, {
    seed: options.seed ?? 0,
    effort: EFFORT,
  });
  const shown = new Shown(levels, interactions);
  const queue = new GainQueue(shown, built, (_, index) => index);
  const rows: number[][] = [];
  for (let row = queue.next(); row !== undefined; row = queue.next()) rows.push(Array.from(row));
  const feasible = interactions.reduce((sum, one) => sum + one.feasibleCount, 0);
  return { rows, feasible, covered: shown.covered };
}
