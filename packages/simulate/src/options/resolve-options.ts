import {
  checkOptions,
  isRecord,
  LONGEST_TIMER_MS,
  type OptionRule,
  type OptionRules,
  optionRule,
  type PlannedFault,
  requireOptions,
  type SamplingPlan,
} from "@whileai/core";
import type { Distraction } from "../distractors/tool-view.js";
import { type Redaction, readRedaction } from "../redaction/redaction.js";
import type { SamplingOptions } from "../rollout/backend-player.js";
import { backendRule } from "./backend-rule.js";
import { checkBranchFrom } from "./branch-options.js";
import { type ResolvedCassette, readCassette } from "./cassette-option.js";
import { DISTRACTOR_RULE, DISTRACTOR_RULES, readDistraction } from "./distractor-options.js";
import { FAULT_RULES, readFaultPlan } from "./fault-options.js";
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT_MS,
  LIMIT_RULES,
  type ResolvedLimits,
} from "./limit-options.js";
import { MODES, type Mode, type RepeatPolicy } from "./mode.js";
import { refuseOption } from "./refuse-option.js";
import type { SimulateOptions } from "./simulate-options.js";
import { STORE_RULES } from "./store-options.js";
import { type ResolvedTurns, resolveTurns, TURN_RULES } from "./turn-options.js";
import { checkUntil, UNTIL_RULES } from "./until-options.js";

/** Convention of the Python package, as are the defaults by mode. */
const DEFAULT_BUDGET = 1000;
const DEFAULTS_BY_MODE: Readonly<Record<Mode, { repeats: number; policy: RepeatPolicy; faultShare: number }>> = {
  explore: { repeats: 1, policy: "none", faultShare: 0.5 },
  sft: { repeats: 4, policy: "fixed", faultShare: 0.5 },
  rl: { repeats: 8, policy: "probe", faultShare: 0.8 },
};
/** Rollouts that every prompt gets before it is decided whether the rest is worth it. */
const PROBE_SIZE = 2;

/** Options with their defaults filled in and checked against each other. */
export interface ResolvedOptions {
  readonly mode: Mode;
  readonly seed: number;
  readonly systemPrompt: string;
  readonly samplingPlan: SamplingPlan;
  /** Null when `tasks` or `branchFrom` decides. */
  readonly budget: number | null;
  readonly repeatsGiven: boolean;
  readonly runs: number;
  readonly faultShare: number;
  /** Faults of every situation; undefined where each has its own. */
  readonly faultPlan: readonly PlannedFault[] | undefined;
  /** Undefined where the agent sees the given tools as they are. */
  readonly distraction: Distraction | undefined;
  readonly turns: ResolvedTurns;
  readonly sampling: SamplingOptions;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly limits: ResolvedLimits;
  readonly cassette: ResolvedCassette | undefined;
  readonly redaction: Redaction | undefined;
}

const iterable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof (value as Iterable<unknown>)[Symbol.iterator] === "function";

const rowsOr =
  (expected: string): OptionRule =>
  (value) =>
    iterable(value) || (isRecord(value) && iterable(value.rows)) ? undefined : expected;

const rowsRule = rowsOr("rows, or a result that has rows");

const RULES: OptionRules = {
  agent: optionRule.either(optionRule.callable, backendRule),
  // normalizeTools says what is wrong with a tool list, place by place.
  tools: optionRule.any,
  systemPrompt: optionRule.text,
  mode: optionRule.oneOf(MODES),
  repeats: optionRule.integer(1),
  repeatPolicy: optionRule.oneOf(["fixed", "probe", "hazard", "none"]),
  budget: optionRule.integer(1),
  runs: optionRule.integer(1),
  simulator: optionRule.either(optionRule.oneOf([false]), backendRule),
  seeds: optionRule.listOf(optionRule.notBlank),
  tasks: rowsRule,
  traces: rowsOr(
    "rows, message logs or spans in a list (loadRows of @whileai/core/node reads a file), or a result that has rows",
  ),
  distractors: optionRule.either(DISTRACTOR_RULE, optionRule.record),
  branchFrom: optionRule.either(optionRule.record, optionRule.listOf(optionRule.record, 1)),
  execute: optionRule.callable,
  grader: optionRule.callable,
  seed: optionRule.integer(0),
  signal: optionRule.signal,
  onProgress: optionRule.callable,
  coverage: {
    strength: optionRule.oneOf([2, 3, 4]),
    constraints: optionRule.listOf(optionRule.record),
    dimensions: optionRule.record,
    hardShare: optionRule.number(0, 1),
    previous: rowsRule,
  },
  faults: FAULT_RULES,
  turns: TURN_RULES,
  sampling: {
    temperature: optionRule.number(0, 2),
    maxTokens: optionRule.integer(1),
    logprobs: optionRule.oneOf([true, false, "tokens"]),
  },
  limits: LIMIT_RULES,
  store: STORE_RULES,
  until: UNTIL_RULES,
};

/** Checks the options of `simulate()` before anything is spent, and fills in the defaults. */
export function resolveOptions(options: SimulateOptions): ResolvedOptions {
  checkOptions("simulate", options ?? {}, RULES);
  const { mode = "explore", systemPrompt = "", tasks, seeds = [], limits = {}, faults = {} } = options;
  const defaults = DEFAULTS_BY_MODE[mode];
  if (options.agent === undefined && options.tools === undefined && systemPrompt.trim() === "") {
    refuseOption("agent", undefined, "there is no agent, no tools and no system prompt.", "Give at least one of them.");
  }
  if (tasks !== undefined && seeds.length > 0) {
    refuseOption("seeds", seeds, "`seeds` and `tasks` cannot go together.", "Leave one of them out.");
  }
  if (tasks !== undefined && options.traces !== undefined) {
    refuseOption("traces", options.traces, "`traces` and `tasks` cannot go together.", "A replay has nothing to aim.");
  }
  checkBranchFrom(options);
  if (typeof options.distractors === "object") {
    checkOptions("simulate", options.distractors, DISTRACTOR_RULES, "distractors.");
    requireOptions("simulate", options.distractors, { count: DISTRACTOR_RULE }, "distractors.");
  }
  const faultPlan = readFaultPlan(faults);
  checkUntil(options.until, options.grader);
  const samplingPlan = planOf(options, defaults);
  const budget = options.budget ?? (tasks === undefined && options.branchFrom === undefined ? DEFAULT_BUDGET : null);
  if (budget !== null) checkBudget(budget, samplingPlan.k);
  // A seed that is given twice is played as one.
  const asks = new Set(seeds).size;
  if (budget !== null && asks * samplingPlan.k > budget) {
    refuseOption(
      "seeds",
      seeds,
      `${asks} seeds with ${samplingPlan.k} rollouts each do not fit the budget of ${budget}.`,
      `Raise budget to at least ${asks * samplingPlan.k}.`,
    );
  }
  return {
    mode,
    seed: options.seed ?? 0,
    systemPrompt,
    samplingPlan,
    budget,
    repeatsGiven: options.repeats !== undefined,
    runs: options.runs ?? 1,
    faultShare: faults.share ?? defaults.faultShare,
    faultPlan,
    distraction: readDistraction(options.distractors),
    turns: resolveTurns(options.turns ?? {}),
    sampling: { ...options.sampling },
    concurrency: limits.concurrency ?? DEFAULT_CONCURRENCY,
    timeoutMs: Math.min(limits.timeoutMs ?? DEFAULT_TIMEOUT_MS, LONGEST_TIMER_MS),
    retries: limits.retries ?? DEFAULT_RETRIES,
    limits: { ...limits },
    cassette: readCassette(options.store?.cassette),
    redaction: readRedaction(options.store?.redact),
  };
}

function planOf(options: SimulateOptions, defaults: { repeats: number; policy: RepeatPolicy }): SamplingPlan {
  const { repeats, repeatPolicy } = options;
  if (repeatPolicy === "none" && repeats !== undefined && repeats > 1) {
    refuseOption(
      "repeatPolicy",
      repeatPolicy,
      `policy "none" plays each prompt once, not ${repeats} times.`,
      'Use "fixed".',
    );
  }
  const k = repeatPolicy === "none" ? 1 : (repeats ?? defaults.repeats);
  return samplingPlan(repeatPolicy ?? (defaults.policy === "none" && k > 1 ? "fixed" : defaults.policy), k);
}

/** The plan of a group of k; `probe` is there for the policies that probe. */
export function samplingPlan(policy: RepeatPolicy, k: number): SamplingPlan {
  return policy === "probe" || policy === "hazard" ? { policy, probe: Math.min(PROBE_SIZE, k), k } : { policy, k };
}

/** Throws an OptionError for a budget in which not even one group fits. */
export function checkBudget(budget: number, k: number): void {
  if (budget >= k) return;
  refuseOption(
    "budget",
    budget,
    `\`budget\` (${budget}) is smaller than one group of ${k} rollouts.`,
    `Raise budget to at least ${k}, or lower repeats.`,
  );
}
