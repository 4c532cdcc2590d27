import { OptionError } from "../errors/option-error.js";
import type { OptionRule } from "../options/check-options.js";

/** An option rule: a number strictly between 0 and 1. */
export const openShare: OptionRule = (value) =>
  typeof value === "number" && value > 0 && value < 1 ? undefined : "a number between 0 and 1, both excluded";

/** Squares of larger numbers leave the range of doubles, or sums of squares do. */
export const LARGEST_NUMBER = 1e150;

/** Throws an {@link OptionError} unless every value is a finite number: statistics of NaN are never a result. */
export function requireFinite(call: string, name: string, values: Iterable<unknown>): void {
  let index = 0;
  for (const value of values) {
    if (typeof value !== "number" || !(Math.abs(value) <= LARGEST_NUMBER))
      throw new OptionError({
        option: name,
        received: value,
        message: `${call}: \`${name}\` must hold finite numbers up to ${LARGEST_NUMBER}, but item ${index} is ${String(value)}.`,
        fix: "Leave the others out.",
      });
    index++;
  }
}

/** Throws an {@link OptionError} unless every named value is a whole number of at least 0. */
export function requireCounts(call: string, counts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(counts))
    if (!Number.isSafeInteger(value) || (value as number) < 0)
      throw new OptionError({
        option: name,
        received: value,
        message: `${call}: \`${name}\` must be a whole number of at least 0, got ${String(value)}.`,
        fix: "Pass counts.",
      });
}
