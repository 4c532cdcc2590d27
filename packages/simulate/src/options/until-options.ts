import { type OptionRules, optionRule } from "@whileai/core";
import { refuseOption } from "./refuse-option.js";

/** When enough is known. Needs a `grader`; give at least one of `halfWidth` and `decidedAgainst`. */
export interface UntilOptions {
  /** Enough when the interval is at most this wide to either side, above 0 and below 0.5. */
  readonly halfWidth?: number | undefined;
  /** Enough when the interval leaves out this rate, 0 to 1. */
  readonly decidedAgainst?: number | undefined;
  /** Chance that an interval holds the rate, whenever one looks. Default 0.95. */
  readonly level?: number | undefined;
}

const between = (highest: number) => (value: unknown) =>
  typeof value === "number" && value > 0 && value < highest ? undefined : `a number above 0 and below ${highest}`;

export const UNTIL_RULES: OptionRules = {
  halfWidth: between(0.5),
  decidedAgainst: optionRule.number(0, 1),
  level: between(1),
};

/** Throws an OptionError for a stop that can never be decided. */
export function checkUntil(until: UntilOptions | undefined, grader: unknown): void {
  if (until === undefined) return;
  if (until.halfWidth === undefined && until.decidedAgainst === undefined) {
    refuseOption("until", until, "`until` says nothing.", "Give until.halfWidth or until.decidedAgainst.");
  }
  if (grader === undefined) {
    refuseOption("until", until, "`until` needs rewards to look at.", "Give `grader`.");
  }
}
