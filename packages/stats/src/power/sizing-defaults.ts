import { normalQuantile, type OptionRule } from "@whileai/core";

/** Base pass rate where nothing is known. Convention. */
export const DEFAULT_BASE = 0.6;
/** Rollouts a task and side. Convention. */
export const DEFAULT_ROLLOUTS = 4;
/** The gain worth proving where none is named: five points. Convention. */
export const DEFAULT_EFFECT = 0.05;
/** Chance to see an effect that is there. Cohen 1988's convention. */
export const DEFAULT_POWER = 0.8;
/** From this pass rate on a run has too little room to size anything by. Convention. */
export const CEILING_RATE = 0.9;
/** Slack for an effect that fills the whole gap to 1, written as decimals. */
const ROUNDING = 1e-12;

/** An option rule: a rate, borders included. */
export const rate: OptionRule = (value) =>
  typeof value === "number" && value >= 0 && value <= 1 ? undefined : "a number from 0 to 1";

/** A smaller gain takes more tasks than there will ever be. */
const LEAST_GAIN = 1e-6;

/** An option rule: a gain that some number of tasks may show. */
export const gainRule: OptionRule = (value) =>
  typeof value === "number" && value >= LEAST_GAIN && value < 1
    ? undefined
    : `a number from ${LEAST_GAIN} up to 1, which is excluded`;

/** An option rule: something that rows can be read from. */
export const listOfRows: OptionRule = (value) =>
  typeof value === "object" && value !== null && Symbol.iterator in value ? undefined : "a list of rows";

/** Whether a pass rate of `base` can rise by `effect` at all. */
export const isAttainable = (base: number, effect: number): boolean => base < 1 && effect <= 1 - base + ROUNDING;

/**
 * How many standard errors an effect must measure: z at 1 - alpha/2 plus z at the power. Not below 0: a power that chance
 * alone gives needs no effect.
 */
export const neededErrors = (alpha: number, power: number): number =>
  Math.max(0, normalQuantile(1 - alpha / 2) + normalQuantile(power));

/** Tasks for an effect by the normal formula: ((z + z)·s/effect)², at least 2. */
export const plainTasks = (taskStd: number, effect: number, errors: number): number =>
  Math.max(2, Math.ceil(((errors * taskStd) / effect) ** 2));
