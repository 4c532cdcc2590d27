import type { Json, JsonObject } from "../json/json.js";
import type { Content } from "./content.js";

/** The schema version that rows written here carry. */
export const ROW_SCHEMA_VERSION = "1";

/** The statuses a verdict can end in. */
export const JUDGE_STATUSES = ["ok", "missing_reward", "invalid_result", "error", "timeout"] as const;

/** How judging a row ended. Only `ok` comes with a reward. */
export type JudgeStatus = (typeof JUDGE_STATUSES)[number];

/** Sampling facts of one model call; sums over the call's tokens. */
export interface SamplingFacts {
  logprob?: number;
  n_tokens?: number;
  token_logprobs?: number[];
  token_ids?: number[];
  truncated?: boolean;
  input_tokens?: number;
  output_tokens?: number;
}

/**
 * One thing that happened in a rollout, told apart by the fields it has: `{user}` is a turn of the user, `{tool, …}` a
 * call with its result (and `text` when the agent spoke before calling), `{text}` a turn of the agent without a call.
 */
export interface Step extends SamplingFacts {
  user?: Content;
  text?: string;
  tool?: string;
  arguments?: JsonObject;
  /** The argument text as the model wrote it, kept when it is not a JSON object. */
  arguments_raw?: string;
  result?: Json;
  call_id?: string;
  /** Which turn of the agent made the call; calls with the same number were made in parallel. */
  turn?: number;
  /** What the model thought before speaking. Kept apart; not exported by default. */
  reasoning?: string;
  /** True for a step that a branched rollout was given from an old one: nothing that was sampled here, and nothing to train on. */
  prefix?: boolean;
  [field: string]: unknown;
}

/** A call inside an assistant message of a row. */
export interface RowToolCall {
  id?: string;
  name: string;
  arguments: JsonObject;
  /** The argument text as the model wrote it, kept when it is not a JSON object. */
  arguments_raw?: string;
}

/** One message of a row's conversation. */
export interface Message {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  content: Content;
  name?: string;
  tool_calls?: RowToolCall[];
  tool_call_id?: string;
  [field: string]: unknown;
}

/** A fault that the plan of a rollout schedules. */
export interface PlannedFault {
  tool: string;
  mode: string;
  /** Which calls of the tool are hit, counted from 0. */
  at?: number[];
  /** The first n calls are hit. */
  first_n?: number;
  /** Each call is hit with this probability. */
  probability?: number;
  /** After this many hits the tool works again. */
  recover_after?: number;
}

/** A fault that really happened. */
export interface FiredFault {
  /** Position among the row's steps, from 0. */
  step: number;
  tool: string;
  mode: string;
}

/** How many rollouts a prompt was meant to get. */
export interface SamplingPlan {
  policy: "fixed" | "probe" | "hazard" | "none";
  /** Rollouts every prompt gets before anything is decided; only with the policies that probe. */
  probe?: number;
  /** The full group size. */
  k: number;
}

/**
 * The fields of a row that have a meaning. What takes rows of others asks for these alone: a type that is declared as an
 * interface has no index signature, and is a row all the same.
 */
export interface RowFields {
  schema_version?: string;
  prompt?: Content;
  steps?: Step[];
  final_text?: string;
  messages?: Message[];
  scenario_id?: string | number;
  task_id?: string | number;
  scenario_dimensions?: Record<string, string>;
  arm?: string;
  tier?: string;
  stance?: string;
  world_state?: string;
  faults?: Record<string, { mode: string; rate?: number }> | null;
  rollout_index?: number;
  model_version?: string;
  policy_version?: string;
  writer_model?: string;
  user_model?: string | null;
  sampling?: { temperature?: number; max_tokens?: number; model?: string; [key: string]: unknown } | null;
  seed?: number;
  behavior_signature?: string;
  finish_reason?: string;
  tools_used?: string[];
  opener?: string;
  opening?: string;
  ended_by?: string;
  seeded?: string[];
  privileged?: Record<string, unknown>;
  logprob?: number;
  n_tokens?: number;
  token_logprobs?: number[];
  usage?: { input_tokens?: number | null; output_tokens?: number | null; [key: string]: unknown } | null;
  lineage?: Record<string, unknown>;
  group_cut?: boolean;

  reward?: number | boolean | string | null;
  reason?: string | null;
  grader_reason?: string | null;
  judge_status?: string;
  judge_name?: string;
  judge_meta?: Record<string, unknown>;
  failure_class?: string;
  markers?: Record<string, number | null>;
  label_source?: string;
  calibration?: Record<string, unknown>;

  // Additions over the Python package; all optional.
  rollout_id?: string;
  faults_planned?: PlannedFault[];
  faults_fired?: FiredFault[];
  reasoning?: string;
  open_question?: boolean;
  sampling_plan?: SamplingPlan;
  token_ids?: number[];
  template_sha?: string;
  blame?: Record<string, unknown>;
}

/**
 * One rollout as a plain JSON object: the wire form that every package, the Python package, `datasets` and TRL read.
 *
 * All fields are optional here because rows come from many producers; `{scenario_id, reward}` is enough for statistics.
 * Fields that are not listed are kept.
 */
export interface Row extends RowFields {
  [field: string]: unknown;
}
