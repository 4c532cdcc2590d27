import { checkOptions, OptionError, optionRule } from "@whileai/core";
import { endorsedRule } from "../hack-scan/hack-scan-options.js";
import { type Band, bandRule, DEFAULT_BAND } from "../signal/band.js";
import type { SplitHoldoutOptions } from "./holdout-options.js";

/** Options of `gradientGate`. */
export interface GradientGateOptions {
  /** What the rows are for. Default: `rl` when any task has two rows, else `sft`. */
  mode?: "rl" | "sft" | undefined;
  /** Pass rates that count as in band. Default [0.2, 0.8]. */
  band?: Band | undefined;
  /** What the reward is meant to pay for, for the hack scan. */
  endorsed?: readonly string[] | undefined;
  /** Throw what is refused (default) or report it as `ok: false`. */
  strict?: boolean | undefined;
  /**
   * Refuse rows whose hack scan says reward hack, and rows of which no scan can say it: nothing in them matches `endorsed`
   * (`endorsed_unmatched`), or no task has two rows (`no_groups`). Needs `endorsed`. Default false.
   */
  strictHacks?: boolean | undefined;
}

/** Options of `gateSplit`. */
export interface GateSplitOptions extends GradientGateOptions {
  /** The share to hold out, or options of `splitHoldout`. Default 0.2. */
  holdout?: number | SplitHoldoutOptions | undefined;
}

/** Options with the defaults filled in. */
export interface GateSettings {
  readonly mode: "rl" | "sft" | null;
  readonly band: Band;
  readonly endorsed: readonly string[];
  readonly strict: boolean;
  readonly strictHacks: boolean;
}

const rules = {
  mode: optionRule.oneOf(["rl", "sft"]),
  band: bandRule,
  endorsed: endorsedRule,
  strict: optionRule.flag,
  strictHacks: optionRule.flag,
};

/** Checks the options of `gradientGate` and fills in the defaults. */
export function gateSettings(options: GradientGateOptions): GateSettings {
  checkOptions("gradientGate", options, rules);
  return withDefaults("gradientGate", options);
}

/** Checks the options of `gateSplit`; those of the split are checked by `splitHoldout`. */
export function gateSplitSettings(options: GateSplitOptions): GateSettings {
  checkOptions("gateSplit", options, { ...rules, holdout: optionRule.any });
  return withDefaults("gateSplit", options);
}

function withDefaults(call: string, options: GradientGateOptions): GateSettings {
  refuseUnguarded(call, options);
  return {
    mode: options.mode ?? null,
    band: options.band ?? DEFAULT_BAND,
    endorsed: options.endorsed ?? [],
    strict: options.strict ?? true,
    strictHacks: options.strictHacks ?? false,
  };
}

/** A guard that could never refuse anything is refused itself. */
function refuseUnguarded(call: string, { strictHacks, endorsed, mode }: GradientGateOptions): void {
  if (strictHacks !== true) return;
  const refused = (message: string, fix: string) =>
    new OptionError({ option: "strictHacks", received: true, message: `${call}: ${message}`, fix });
  if (mode === "sft")
    throw refused(
      '`strictHacks` and `mode: "sft"` do not go together: such rows are not scanned for hacks.',
      "Leave `strictHacks` out, or scan the rollouts before one of each prompt is picked.",
    );
  if (endorsed === undefined || endorsed.length === 0)
    throw refused(
      "`strictHacks` refuses what is paid beside `endorsed`, and nothing is endorsed.",
      "Name in `endorsed` what the reward is meant to pay for, with parts of feature names such as tool:get_order.",
    );
}
