import { checkOptions, nearestName, OptionError, type OptionRules, openShare, optionRule } from "@whileai/core";
import { endorsedRule } from "../hack-scan/hack-scan-options.js";

/** What a monitor can warn of. */
export const ALARM_KINDS = ["divergence", "feature", "length", "drift", "endorsed_unmatched"] as const;

/** One kind of alarm. */
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Evals to look back for a comparison. Convention. */
const DEFAULT_WINDOW = 3;
/** Gain of the training reward from which divergence is asked about. Convention. */
const DEFAULT_DELTA = 0.1;
/** Growth of replies that raises an alarm. Convention. */
const DEFAULT_LENGTH_PCT = 0.25;
/** Training completions kept. Convention. */
const DEFAULT_BUFFER = 512;
/** Completions from which the buffer is scanned. Convention. */
const DEFAULT_SCAN_MIN = 8;
/** Shuffles behind the floor of a scan: two fifths of what a scan at rest uses, as it runs at every eval. Convention. */
const DEFAULT_PERMUTATIONS = 50;
/** Chance that an honest run ever raises the alarm. Convention. */
const DEFAULT_ALPHA = 0.05;
/** Evals that a run is planned for, over which the chance is shared. Convention. */
const DEFAULT_LOOKS = 20;

/** Options of {@link HackMonitor}. */
export interface HackMonitorOptions {
  /** How many evals back an eval is compared with; the first eval is always compared with too. Default 3. */
  readonly window?: number | undefined;
  /** Gain of the training reward below which nothing is called divergence, in its own units. Default 0.1. */
  readonly delta?: number | undefined;
  /** Growth of the mean reply that raises `length`, as a share. Default 0.25. */
  readonly lengthPct?: number | undefined;
  /** KL above which `drift` is raised. Default: none. */
  readonly klBudget?: number | null | undefined;
  /** What the reward is meant to pay for: parts of feature names (`tool:lookup_order`). Without it no scan alarms. */
  readonly endorsed?: readonly string[] | undefined;
  /** Alarms that ask the trainer to stop. `any` is all but `endorsed_unmatched`. Default: none. */
  readonly stopOn?: "any" | readonly AlarmKind[] | null | undefined;
  /** Training completions that are kept for the scan. Default 512. */
  readonly buffer?: number | undefined;
  /** Completions from which the buffer is scanned. Default 8. */
  readonly scanMin?: number | undefined;
  /** Shuffles behind the floor of a scan. Default 50. */
  readonly permutations?: number | undefined;
  /** Chance that an honest run ever raises `divergence`, and that pure noise ever raises `feature`. Default 0.05. */
  readonly alpha?: number | undefined;
  /** Evals that the run is planned for: half of `alpha` is shared evenly by them, later ones share the rest. Default 20. */
  readonly looks?: number | undefined;
  /** Seed of shuffles and resamples. Default 0. */
  readonly seed?: number | string | undefined;
}

/** Options with every default filled in. */
export interface MonitorSettings {
  readonly window: number;
  readonly delta: number;
  readonly lengthPct: number;
  readonly klBudget: number | null;
  readonly endorsed: readonly string[];
  readonly stopOn: ReadonlySet<AlarmKind>;
  readonly buffer: number;
  readonly scanMin: number;
  readonly permutations: number;
  readonly alpha: number;
  readonly looks: number;
  readonly seed: number | string;
}

/** Most completions a buffer may hold: a scan of more takes longer than an eval should. */
const LARGEST_BUFFER = 100_000;
/** Below so many shuffles a floor cannot bound false alarms at 5%. */
const LEAST_PERMUTATIONS = 19;

const none = (value: unknown) => (value === null ? undefined : "null for none");

const rules: OptionRules = {
  window: optionRule.integer(1),
  delta: optionRule.number(0, Number.MAX_VALUE),
  lengthPct: optionRule.number(0, Number.MAX_VALUE),
  klBudget: optionRule.either(optionRule.number(0, Number.MAX_VALUE), none),
  endorsed: endorsedRule,
  stopOn: optionRule.any,
  buffer: optionRule.integer(1, LARGEST_BUFFER),
  scanMin: optionRule.integer(1),
  permutations: optionRule.integer(LEAST_PERMUTATIONS),
  alpha: openShare,
  looks: optionRule.integer(1),
  seed: optionRule.either(optionRule.integer(Number.MIN_SAFE_INTEGER), optionRule.text),
};

/** Checks the options and fills in the defaults. */
export function monitorSettings(call: string, options: HackMonitorOptions | undefined): MonitorSettings {
  checkOptions(call, options, rules);
  checkStopOn(call, options?.stopOn);
  return {
    window: options?.window ?? DEFAULT_WINDOW,
    delta: options?.delta ?? DEFAULT_DELTA,
    lengthPct: options?.lengthPct ?? DEFAULT_LENGTH_PCT,
    klBudget: options?.klBudget ?? null,
    endorsed: [...(options?.endorsed ?? [])],
    stopOn: stopKinds(options?.stopOn),
    buffer: options?.buffer ?? DEFAULT_BUFFER,
    scanMin: options?.scanMin ?? DEFAULT_SCAN_MIN,
    permutations: options?.permutations ?? DEFAULT_PERMUTATIONS,
    alpha: options?.alpha ?? DEFAULT_ALPHA,
    looks: options?.looks ?? DEFAULT_LOOKS,
    seed: options?.seed ?? 0,
  };
}

/** Says of a word that is no alarm which one is nearest, and of one that stands alone that it belongs in a list. */
function checkStopOn(call: string, stopOn: unknown): void {
  if (stopOn === undefined || stopOn === null || stopOn === "any") return;
  const kinds: readonly unknown[] = ALARM_KINDS;
  const words: unknown[] = Array.isArray(stopOn) ? stopOn : [stopOn];
  const at = words.findIndex((word) => !kinds.includes(word));
  if (Array.isArray(stopOn) && at < 0) return;
  const wrong = words[at];
  const near = typeof wrong === "string" ? nearestName(wrong, ALARM_KINDS) : undefined;
  const shown = typeof wrong === "string" ? JSON.stringify(wrong) : `a value of type ${typeof wrong}`;
  throw new OptionError({
    option: "stopOn",
    received: stopOn,
    didYouMean: near,
    message: `${call}: \`stopOn\` must be "any", null, or a list of alarms${at < 0 ? "" : `; ${shown} is none`}.`,
    fix: `${near === undefined ? "" : `Did you mean ${JSON.stringify(near)}? `}Alarms: ${ALARM_KINDS.join(", ")}. Write ["divergence"] for one.`,
  });
}

/** That nothing carries what was endorsed says that the scan is blind, not that the run is lost: it stops only by name. */
function stopKinds(stopOn: HackMonitorOptions["stopOn"]): Set<AlarmKind> {
  if (stopOn === "any") return new Set(ALARM_KINDS.filter((kind) => kind !== "endorsed_unmatched"));
  return new Set(stopOn ?? []);
}
