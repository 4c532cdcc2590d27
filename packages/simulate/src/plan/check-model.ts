import { OptionError, optionRule } from "@whileai/core";
import type { ForbiddenTuple } from "./constraint.js";

const LEVEL_COUNTS = optionRule.listOf(optionRule.integer(1, 32_000), 1);
/** One byte is kept for each, more than once. */
const MOST_COMBINATIONS = 50_000_000;

/** Throws an OptionError where these are no level counts. */
export const checkLevels = (call: string, levels: readonly number[]): void => {
  const complaint = LEVEL_COUNTS(levels);
  if (complaint === undefined) return;
  throw new OptionError({
    message: `${call}: \`levels\` must be ${complaint}.`,
    option: "levels",
    received: levels,
    fix: "Give how many levels each axis has, such as [3, 2, 2].",
  });
};

export const checkConstraints = (
  call: string,
  levels: readonly number[],
  constraints: readonly ForbiddenTuple[],
): void => {
  for (const [index, tuple] of constraints.entries()) {
    for (const { axis, level } of tuple) {
      const count = Number.isInteger(axis) ? levels[axis] : undefined;
      if (count !== undefined && Number.isInteger(level) && level >= 0 && level < count) continue;
      throw new OptionError({
        message: `${call}: constraints[${index}] names a level that does not exist: axis ${axis}, level ${level}.`,
        option: "constraints",
        received: tuple,
        fix: "Name axes and levels by position, from 0.",
      });
    }
  }
};

/** How many combinations of `strength` axes there are. */
const countCombinations = (levels: readonly number[], strength: number): number => {
  const bySize = [1, ...Array<number>(strength).fill(0)];
  for (const count of levels)
    for (let size = strength; size > 0; size--)
      bySize[size] = (bySize[size] as number) + (bySize[size - 1] as number) * count;
  return bySize[strength] as number;
};

/** Throws an OptionError where there are more combinations than memory and time allow for. */
export const checkSize = (call: string, levels: readonly number[], strength: number): void => {
  const combinations = countCombinations(levels, strength);
  if (combinations <= MOST_COMBINATIONS) return;
  throw new OptionError({
    message: `${call}: these axes have ${combinations.toExponential(1)} combinations of ${strength} levels, more than ${MOST_COMBINATIONS}.`,
    option: "levels",
    received: levels,
    fix: "Group the levels of the longest axes, or lower strength.",
  });
};
