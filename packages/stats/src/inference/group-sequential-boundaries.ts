import {
  checkOptions,
  normalQuantile,
  normalTwoSidedTail,
  OptionError,
  openShare,
  optionRule,
  requireOptions,
} from "@whileai/core";
import { normalLowerTail } from "./normal-lower-tail.js";

/** Chance of a false "better" or "worse" over all looks. Convention. */
const DEFAULT_ALPHA = 0.05;
/** Steps of the integration for each standard deviation between looks. */
const STEPS_PER_DEVIATION = 24;
const MAX_STEPS = 6000;
/** A look that may spend less than this on a side does not stop: its boundary is beyond 8 standard errors. */
const SMALLEST_SPENT = 1e-15;
const HALVINGS = 60;

/** Options of {@link groupSequentialBoundaries}. */
export interface GroupSequentialOptions {
  /** How many equally spaced looks, the last one included; or the share of all tasks at each look, up to 1. */
  readonly looks: number | readonly number[];
  /** Two-sided. Default 0.05. */
  readonly alpha?: number | undefined;
  /** `obrien-fleming` (default) spends next to nothing early; `pocock` spends about evenly. */
  readonly spending?: "obrien-fleming" | "pocock" | undefined;
}

/** One planned look. */
export interface SequentialBoundary {
  /** Share of all tasks seen. */
  readonly share: number;
  /** Stop when |estimate / standard error| is at least this; null when this look cannot stop. */
  readonly z: number | null;
  /** The same as a two-sided p-value: stop when p is at most this; 0 when this look cannot stop. */
  readonly p: number;
  /** What of alpha is spent up to this look. */
  readonly spent: number;
}

/** What one side may spend up to a share of the information (Lan and DeMets 1983). */
const SPENDING = {
  "obrien-fleming": (share: number, alpha: number) =>
    normalTwoSidedTail(normalQuantile(1 - alpha / 2) / Math.sqrt(share)),
  pocock: (share: number, alpha: number) => alpha * Math.log(1 + (Math.E - 1) * share),
};

const looksRule = /* @__PURE__ */ (() =>
  optionRule.either(optionRule.integer(1, 100), optionRule.listOf(optionRule.number(1e-6, 1), 1)))();

function sharesOf(looks: number | readonly number[]): readonly number[] {
  if (typeof looks === "number") return Array.from({ length: looks }, (_, index) => (index + 1) / looks);
  const rising = looks.every((share, index) => index === 0 || share > (looks[index - 1] as number));
  if (rising && looks.at(-1) === 1) return looks;
  throw new OptionError({
    option: "looks",
    received: looks,
    message: "groupSequentialBoundaries: `looks` must rise and end at 1.",
    fix: "Give the share of all tasks at each look, such as [0.5, 1].",
  });
}

/** A density on an even grid, with Simpson's weights folded in. */
interface Grid {
  readonly points: Float64Array;
  readonly masses: Float64Array;
}

/** Chance that a path which stayed inside so far is at `bound` or above after a step of the given deviation. */
function crossing({ points, masses }: Grid, bound: number, deviation: number): number {
  let chance = 0;
  for (let index = 0; index < points.length; index++)
    chance += (masses[index] as number) * normalLowerTail(((points[index] as number) - bound) / deviation);
  return chance;
}

/** The paths that stay inside ±bound after one more step. */
function advance({ points, masses }: Grid, bound: number, deviation: number, steps: number): Grid {
  const width = (2 * bound) / steps;
  const nextPoints = Float64Array.from({ length: steps + 1 }, (_, index) => -bound + index * width);
  const nextMasses = nextPoints.map((point, index) => {
    let density = 0;
    for (let from = 0; from < points.length; from++) {
      const z = (point - (points[from] as number)) / deviation;
      density += (masses[from] as number) * Math.exp((-z * z) / 2);
    }
    const weight = index === 0 || index === steps ? 1 : index % 2 === 1 ? 4 : 2;
    return (density * weight * width) / 3 / (deviation * Math.sqrt(2 * Math.PI));
  });
  return { points: nextPoints, masses: nextMasses };
}

/** The bound at which the chance to cross is `chance`, by bisection. */
function boundFor(grid: Grid, chance: number, deviation: number, largest: number): number {
  let [low, high] = [0, largest];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (crossing(grid, middle, deviation) > chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Boundaries for looking at a comparison before all tasks have run: with them, the chance of ever stopping on a
 * difference that is not there is `alpha`, where looking five times at p ≤ 0.05 makes it 14%. Alpha is spent look by
 * look (Lan and DeMets 1983, Biometrika 70), half on each side, and each boundary comes from the recursive integration
 * of Armitage, McPherson and Rowe (1969).
 *
 * Throws an `OptionError` for looks that are missing or do not rise to 1.
 *
 * Wrong when: a look is added because of what an earlier one showed; tasks do not come in random order; a look has few
 * tasks (the statistic must be about normal: use exact p-values at each look, which err on the safe side). After
 * stopping early the difference is overestimated.
 *
 * @example
 * groupSequentialBoundaries({ looks: 5 }).map((look) => look.z); // about [4.877, 3.357, 2.680, 2.290, 2.031]
 */
export function groupSequentialBoundaries(options: GroupSequentialOptions): readonly SequentialBoundary[] {
  checkOptions("groupSequentialBoundaries", options, {
    looks: looksRule,
    alpha: openShare,
    spending: optionRule.oneOf(Object.keys(SPENDING)),
  });
  requireOptions("groupSequentialBoundaries", options, { looks: looksRule });
  const { looks, alpha = DEFAULT_ALPHA, spending = "obrien-fleming" } = options;
  const boundaries: SequentialBoundary[] = [];
  let grid: Grid = { points: new Float64Array(1), masses: Float64Array.of(1) };
  let [previous, spent] = [0, 0];
  for (const share of sharesOf(looks)) {
    const upTo = share === 1 ? alpha / 2 : SPENDING[spending](share, alpha / 2);
    const deviation = Math.sqrt(share - previous);
    // Beyond 9 standard errors is nothing that a double tells from 0.
    const largest = 9 * Math.sqrt(share);
    const stops = upTo - spent >= SMALLEST_SPENT;
    const bound = stops ? boundFor(grid, upTo - spent, deviation, largest) : largest;
    if (stops) spent = upTo;
    const z = bound / Math.sqrt(share);
    boundaries.push({ share, z: stops ? z : null, p: stops ? normalTwoSidedTail(z) : 0, spent: 2 * spent });
    if (share === 1) break;
    const steps = 2 * Math.ceil(Math.min(MAX_STEPS, Math.max(60, (2 * bound * STEPS_PER_DEVIATION) / deviation)) / 2);
    grid = advance(grid, bound, deviation, steps);
    previous = share;
  }
  return boundaries;
}
