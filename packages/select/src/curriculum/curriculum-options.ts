import { checkOptions, OptionError, optionRule } from "@whileai/core";
import { type Band, bandRule, DEFAULT_BAND } from "../signal/band.js";

/** Pass rate above which a task teaches little. The upper edge of the default band. */
const DEFAULT_SOLVED = 0.8;
/** Pass rate below which a task is out of reach. The lower edge of the default band. */
const DEFAULT_FLOOR = 0.2;
/** Steps of a curriculum. Convention. */
const DEFAULT_TIERS = 3;
/** Graded rollouts without which a pass rate says nothing. Convention: the fewest that can disagree. */
const DEFAULT_MINIMUM_ROLLOUTS = 2;

/** Options of `retireSolved`. */
export interface RetireOptions {
  /** Tasks that pass more often are solved. Default 0.8. */
  solved?: number | undefined;
  /** Graded rollouts that a task needs before it is judged. Default 2. */
  minRollouts?: number | undefined;
}

/** Options of `curriculum`. */
export interface CurriculumOptions extends RetireOptions {
  /** Tasks that pass less often are not ready yet. Default 0.2. */
  floor?: number | undefined;
  /** Pass rates that count as in band. Default [0.2, 0.8]. */
  band?: Band | undefined;
  /** Steps that the schedule is cut into. Default 3. */
  tiers?: number | undefined;
}

/** Options with the defaults filled in. */
export interface CurriculumSettings {
  readonly solved: number;
  readonly floor: number;
  readonly band: Band;
  readonly tiers: number;
  readonly minRollouts: number;
}

const rate = optionRule.number(0, 1);
const retireRules = { solved: rate, minRollouts: optionRule.integer(1) };

/** Checks the options of `curriculum` and fills in the defaults. */
export function curriculumSettings(options: CurriculumOptions): CurriculumSettings {
  checkOptions("curriculum", options, {
    ...retireRules,
    floor: rate,
    band: bandRule,
    tiers: optionRule.integer(1),
  });
  const settings = {
    solved: options.solved ?? DEFAULT_SOLVED,
    floor: options.floor ?? DEFAULT_FLOOR,
    band: options.band ?? DEFAULT_BAND,
    tiers: options.tiers ?? DEFAULT_TIERS,
    minRollouts: options.minRollouts ?? DEFAULT_MINIMUM_ROLLOUTS,
  };
  if (settings.floor > settings.solved)
    throw new OptionError({
      option: "floor",
      received: settings.floor,
      message: `curriculum: \`floor\` (${settings.floor}) is above \`solved\` (${settings.solved}), so no task could be trained on.`,
      fix: "Set floor below solved.",
    });
  return settings;
}

/** Checks the options of `retireSolved` and fills in the defaults. */
export function retireSettings(options: RetireOptions): Pick<CurriculumSettings, "solved" | "minRollouts"> {
  checkOptions("retireSolved", options, retireRules);
  return {
    solved: options.solved ?? DEFAULT_SOLVED,
    minRollouts: options.minRollouts ?? DEFAULT_MINIMUM_ROLLOUTS,
  };
}
