import { OptionError } from "../errors/option-error.js";
import { sha256Hex } from "../hash/hash.js";

/** The largest number that the eight hex digits of the draw can be. */
const DRAW_LIMIT = 0xffffffff;

/** The side of a split that a task falls on. */
export type HoldoutSide = "train" | "holdout";

/**
 * The one rule that splits tasks into train and holdout, in files, pushes and environments alike: a task is held out when
 * the first eight hex digits of the SHA-256 of its key, as a share of 0xffffffff, are below the fraction. The side
 * depends on the key and the fraction alone, so a task never changes sides between runs or as the data grows.
 *
 * @param key - The task's key, see `taskKey`.
 * @param fraction - Share of tasks to hold out, from 0 (none) to 1.
 * @throws OptionError when the fraction is not in [0, 1].
 *
 * @example
 * holdoutSide("s7", 0.2); // "holdout"
 */
export function holdoutSide(key: string, fraction: number): HoldoutSide {
  if (typeof fraction !== "number" || !(fraction >= 0 && fraction <= 1))
    throw new OptionError({
      option: "fraction",
      received: fraction,
      message: `holdoutSide: \`fraction\` must be a number from 0 to 1, got ${String(fraction)}.`,
      fix: "Give the share of tasks to hold out, for example 0.2.",
    });
  return Number.parseInt(sha256Hex(key).slice(0, 8), 16) / DRAW_LIMIT < fraction ? "holdout" : "train";
}
