import { checkOptions, OptionError, optionRule } from "@whileai/core";
import type { DecontaminatorOptions } from "../decontaminate/decontaminate-options.js";

/** Share of tasks that is held out. Convention. */
const DEFAULT_FRACTION = 0.2;

/** What is held out as a whole. */
export type HoldoutUnit = "task" | "tool" | "rule" | "cell";

const UNITS: readonly HoldoutUnit[] = ["task", "tool", "rule", "cell"];

/** Options of `splitHoldout`. */
export interface SplitHoldoutOptions {
  /** Share to hold out, from 0 (nothing) to below 1. Default 0.2. */
  fraction?: number | undefined;
  /**
   * What is held out as a whole: tasks (default), or compositions that training must never see: all tasks that touch a
   * held tool, that are about a held rule of the policy, or that lie in a held cell of the situation grid.
   */
  by?: HoldoutUnit | undefined;
  /** With `by: "task"`: hold out the share to within one task, instead of one draw for each task. Default false. */
  exact?: boolean | undefined;
  /** The tools, rules, cells or task keys to hold out, in the place of a share. */
  held?: readonly string[] | undefined;
  /** With `by: "cell"`: the axes of `scenario_dimensions` that make a cell. Default: all. */
  axes?: readonly string[] | undefined;
  /**
   * Drop train rows that repeat the holdout (default true), by the rules of `decontaminate`; its options say how. False
   * leaves them in, and the report says so.
   */
  decontaminate?: boolean | DecontaminatorOptions | undefined;
}

/** Options with the defaults filled in. */
export interface HoldoutSettings {
  readonly fraction: number;
  readonly by: HoldoutUnit;
  readonly exact: boolean;
  readonly held: readonly string[] | null;
  readonly axes: readonly string[] | null;
  /** Null: train rows are not compared with the holdout. */
  readonly decontaminate: DecontaminatorOptions | null;
}

const share = (value: unknown) =>
  typeof value === "number" && value >= 0 && value < 1 ? undefined : "a number from 0 to below 1";

/** Checks the fraction or the options of `splitHoldout` and fills in the defaults. */
export function holdoutSettings(given: number | SplitHoldoutOptions): HoldoutSettings {
  const options = typeof given === "number" ? { fraction: given } : given;
  checkOptions("splitHoldout", options, {
    fraction: share,
    by: optionRule.oneOf(UNITS),
    exact: optionRule.flag,
    held: optionRule.listOf(optionRule.notBlank, 1),
    axes: optionRule.listOf(optionRule.notBlank, 1),
    decontaminate: optionRule.either(optionRule.flag, optionRule.record),
  });
  const by = options.by ?? "task";
  refuseTogether(options, by);
  return {
    fraction: options.fraction ?? DEFAULT_FRACTION,
    by,
    exact: options.exact ?? false,
    held: options.held ?? null,
    axes: options.axes ?? null,
    decontaminate: decontaminatorOptions(options.decontaminate ?? true),
  };
}

function decontaminatorOptions(given: boolean | DecontaminatorOptions): DecontaminatorOptions | null {
  if (typeof given === "boolean") return given ? {} : null;
  return given;
}

/** Options that say nothing together are refused, so that none of them is passed over in silence. */
function refuseTogether({ held, fraction, exact, axes }: SplitHoldoutOptions, by: HoldoutUnit): void {
  if (held !== undefined && fraction !== undefined)
    throw conflict("held", held, "`held` and `fraction` both say what to hold out", "Give one of the two.");
  if (exact === true && (by !== "task" || held !== undefined))
    throw conflict(
      "exact",
      exact,
      "`exact` is about a share of tasks",
      "Leave it out: named values and compositions are always held as a whole.",
    );
  if (axes !== undefined && by !== "cell")
    throw conflict("axes", axes, '`axes` is about `by: "cell"`', 'Set by to "cell", or leave axes out.');
}

function conflict(option: string, received: unknown, message: string, fix: string): OptionError {
  return new OptionError({ option, received, message: `splitHoldout: ${message}.`, fix });
}
