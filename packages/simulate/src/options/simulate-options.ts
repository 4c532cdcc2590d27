import type { AnyTool, Execute, JudgeFunction, Row, StepOf } from "@whileai/core";
import type { BackendLike } from "@whileai/core/settings";
import type { BranchPoint } from "../branch/branch-point.js";
import type { CoverageOptions } from "../plan/plan-situations.js";
import type { Progress } from "../progress.js";
import type { AgentFunction } from "../rollout/agent.js";
import type { SamplingOptions } from "../rollout/backend-player.js";
import type { DistractorOptions } from "./distractor-options.js";
import type { FaultOptions } from "./fault-options.js";
import type { LimitOptions } from "./limit-options.js";
import type { Mode, RepeatPolicy } from "./mode.js";
import type { StoreOptions } from "./store-options.js";
import type { TurnOptions } from "./turn-options.js";
import type { UntilOptions } from "./until-options.js";

/** What `simulate()` can be told. */
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
  /** Most rows of a run; groups stay whole. Default 1000, or every task when `tasks` or `branchFrom` is given. */
  readonly budget?: number | undefined;
  /** How often the set of prompts is played. Default 1. */
  readonly runs?: number | undefined;
  /** Who writes the situations: false is the offline grammar, else a backend or spec. Default: the configured simulator. */
  readonly simulator?: false | BackendLike | undefined;
  /** Asks of your own that must all run. */
  readonly seeds?: readonly string[] | undefined;
  /** Rows, or a result, whose prompts are played again exactly. */
  readonly tasks?: Iterable<Row> | { readonly rows: Iterable<Row> } | undefined;
  /**
   * Unrelated tools that are put among the given ones: how many, or also all names replaced by ones that tell nothing.
   * Situations are planned on the given tools; rows keep the tools' own names, and `lineage.distractors` says what the agent
   * saw. A function sees them as `context.tools`; one that has its tools from elsewhere, as seededAgent does, ignores them.
   */
  readonly distractors?: number | DistractorOptions | undefined;
  /**
   * New rollouts from the middle of old ones: the steps before `step` are given, their calls made again in a fresh world, and
   * the agent goes on from there. Each point is a task of its own with `repeats` rollouts (default by mode). The given steps
   * stand on the new rows with `prefix: true`; a function finds them in `context.messages`, its message is what the person
   * said last. Bodies of `execute` are not run again for them.
   */
  readonly branchFrom?: BranchPoint | readonly BranchPoint[] | undefined;
  /**
   * Past conversations that aim the situations at what failed in them: rows, message logs of OpenAI or Anthropic,
   * OpenTelemetry spans with GenAI attributes, or a result that has rows. None of their asks becomes a prompt.
   */
  readonly traces?: Iterable<object> | { readonly rows: Iterable<Row> } | undefined;
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
  /** Where the run is kept, and whether the same call goes on with it. */
  readonly store?: StoreOptions | undefined;
  /** Ends tasks, and the run, when an interval that may be looked at any time says enough. Needs `grader`. */
  readonly until?: UntilOptions | undefined;
}
