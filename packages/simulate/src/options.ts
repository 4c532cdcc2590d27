import {
  type AnyTool,
  checkOptions,
  type Execute,
  isBackend,
  isRecord,
  type JudgeFunction,
  OptionError,
  type OptionRules,
  optionRule,
  type PlannedFault,
  type Row,
  type SamplingPlan,
  type StepOf,
} from "@whileai/core";
import type { BackendLike } from "@whileai/core/settings";
import type { CoverageOptions } from "./plan/plan-situations.js";
import type { Progress } from "./progress.js";
import type { AgentFunction } from "./rollout/agent.js";
import type { SamplingOptions } from "./rollout/backend-player.js";
import type { FaultBuilder } from "./world/fault-answer.js";
import { plannedFaultRules } from "./world/planned-fault.js";

/** What a run is for: it sets how often each prompt is repeated and how many rollouts meet a fault. */
const MODES = ["explore", "sft", "rl"] as const;
export type Mode = (typeof MODES)[number];
export type RepeatPolicy = SamplingPlan["policy"];

/** Where faults come from. */
export interface FaultOptions {
  /** Share of situations with a planned fault. Default 0.5, in mode rl 0.8 (convention of the Python package). */
  readonly share?: number | undefined;
  /** Faults for every situation, instead of those that the situations plan. */
  readonly plan?: readonly PlannedFault[] | undefined;
  /** Fault modes of your own, or other answers for known ones, by name. */
  readonly modes?: Readonly<Record<string, FaultBuilder>> | undefined;
}

export interface TurnOptions {
  /** Most model calls of one rollout; for agents that are models. Default 8. */
  readonly max?: number | undefined;
}

export interface LimitOptions {
  /** Rollouts in flight. The rows do not depend on it. Default 32. */
  readonly concurrency?: number | undefined;
  /** Longest time of one rollout. Default 300 000. */
  readonly timeoutMs?: number | undefined;
  /** How often a rollout whose agent failed is tried again. Default 2. */
  readonly retries?: number | undefined;
}

export interface SimulateOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  /** The policy under test: a function, a backend or a spec string. Default: the configured agent. */
  readonly agent?: AgentFunction<StepOf<Tools>> | AgentFunction | BackendLike | undefined;
  readonly tools?: Tools | undefined;
  /** The agent's system prompt; its rules are an axis of the situations. */
  readonly systemPrompt?: string | undefined;
  /** Default explore: many prompts, one rollout each. sft: 4 of each. rl: probe 2, fill to 8 where they disagree. */
  readonly mode?: Mode | undefined;
  /** Rollouts of one prompt, k. Default by mode: 1, 4 or 8. */
  readonly repeats?: number | undefined;
  /** How the k rollouts are spent. Default by mode: none, fixed or probe. */
  readonly repeatPolicy?: RepeatPolicy | undefined;
  /** Most rows of a run; groups stay whole. Default 1000, or every task when `tasks` is given. */
  readonly budget?: number | undefined;
  /** How often the set of prompts is played. Default 1. */
  readonly runs?: number | undefined;
  /** Who writes the situations: false is the offline grammar, else a backend or spec. Default: the configured simulator. */
  readonly simulator?: false | BackendLike | undefined;
  /** Asks of your own that must all run. */
  readonly seeds?: readonly string[] | undefined;
  /** Rows, or a result, whose prompts are played again exactly. */
  readonly tasks?: Iterable<Row> | { readonly rows: Iterable<Row> } | undefined;
  /** Real bodies answer instead of the mock world, faults first: `Tool.dispatch(tools)`. */
  readonly execute?: Execute | undefined;
  /** Rewards that say whether probe rollouts disagree. Without it, behaviour decides. */
  readonly grader?: JudgeFunction | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told after every landed row, instead of the progress line. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly coverage?: CoverageOptions | undefined;
  readonly faults?: FaultOptions | undefined;
  readonly turns?: TurnOptions | undefined;
  readonly sampling?: SamplingOptions | undefined;
  readonly limits?: LimitOptions | undefined;
}

/** Convention of the Python package, as are the defaults by mode. */
const DEFAULT_BUDGET = 1000;
const DEFAULT_CONCURRENCY = 32;
const DEFAULT_TIMEOUT_MS = 300_000;
const DEFAULT_RETRIES = 2;
const DEFAULT_MAX_TURNS = 8;
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
  /** Null when `tasks` decides. */
  readonly budget: number | null;
  readonly repeatsGiven: boolean;
  readonly runs: number;
  readonly faultShare: number;
  readonly maxTurns: number;
  readonly sampling: SamplingOptions;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly retries: number;
}

const backendRule = (value: unknown): string | undefined =>
  typeof value === "string" || isBackend(value) ? undefined : "a backend or a spec string such as openai:gpt-4.1-mini";

const notBlank = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? undefined : "a text that is not blank";

const iterable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof (value as Iterable<unknown>)[Symbol.iterator] === "function";

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
  seeds: optionRule.listOf(notBlank),
  tasks: (value) =>
    iterable(value) || (isRecord(value) && iterable(value.rows)) ? undefined : "rows, or a result that has rows",
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
  },
  faults: {
    share: optionRule.number(0, 1),
    plan: optionRule.listOf(optionRule.record),
    modes: optionRule.record,
  },
  turns: { max: optionRule.integer(1) },
  sampling: {
    temperature: optionRule.number(0, 2),
    maxTokens: optionRule.integer(1),
    logprobs: optionRule.oneOf([true, false, "tokens"]),
  },
  limits: {
    concurrency: optionRule.integer(1),
    timeoutMs: optionRule.positive,
    retries: optionRule.integer(0),
  },
};

function refuse(option: string, received: unknown, message: string, fix: string): never {
  throw new OptionError({ option, received, message: `simulate: ${message}`, fix });
}

/** Checks the options of `simulate()` before anything is spent, and fills in the defaults. */
export function resolveOptions(options: SimulateOptions): ResolvedOptions {
  checkOptions("simulate", options ?? {}, RULES);
  const { mode = "explore", systemPrompt = "", tasks, seeds = [], limits = {}, faults = {} } = options;
  const defaults = DEFAULTS_BY_MODE[mode];
  if (options.agent === undefined && options.tools === undefined && systemPrompt.trim() === "") {
    refuse("agent", undefined, "there is no agent, no tools and no system prompt.", "Give at least one of them.");
  }
  if (tasks !== undefined && seeds.length > 0) {
    refuse("seeds", seeds, "`seeds` and `tasks` cannot go together.", "Leave one of them out.");
  }
  checkFaultPlan(faults);
  const samplingPlan = planOf(options, defaults);
  const budget = options.budget ?? (tasks === undefined ? DEFAULT_BUDGET : null);
  if (budget !== null) checkBudget(budget, samplingPlan.k);
  // A seed that is given twice is played as one.
  const asks = new Set(seeds).size;
  if (budget !== null && asks * samplingPlan.k > budget) {
    refuse(
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
    maxTurns: options.turns?.max ?? DEFAULT_MAX_TURNS,
    sampling: { ...options.sampling },
    concurrency: limits.concurrency ?? DEFAULT_CONCURRENCY,
    timeoutMs: limits.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    retries: limits.retries ?? DEFAULT_RETRIES,
  };
}

function planOf(options: SimulateOptions, defaults: { repeats: number; policy: RepeatPolicy }): SamplingPlan {
  const { repeats, repeatPolicy } = options;
  if (repeatPolicy === "none" && repeats !== undefined && repeats > 1) {
    refuse("repeatPolicy", repeatPolicy, `policy "none" plays each prompt once, not ${repeats} times.`, 'Use "fixed".');
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
  refuse(
    "budget",
    budget,
    `\`budget\` (${budget}) is smaller than one group of ${k} rollouts.`,
    `Raise budget to at least ${k}, or lower repeats.`,
  );
}

function checkFaultPlan({ plan = [], modes = {} }: FaultOptions): void {
  for (const [name, builder] of Object.entries(modes)) {
    if (typeof builder !== "function") {
      refuse(`faults.modes.${name}`, builder, `\`faults.modes.${name}\` must be a function.`, "It answers the call.");
    }
  }
  const rules = plannedFaultRules(modes);
  for (const [index, fault] of plan.entries()) {
    const prefix = `faults.plan[${index}].`;
    const required = { ...{ tool: null, mode: null }, ...fault };
    checkOptions("simulate", required, rules, prefix);
  }
}
