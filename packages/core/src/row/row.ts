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
 * A step as callers declare it. An interface of theirs has no index signature, and its arguments may be anything; what is
 * read of a step has its type here too. `object` lets in steps that have none of these fields.
 */
type StepFields = object & Readonly<Pick<Step, "text" | "tool" | "arguments_raw" | "call_id" | "turn">>;

/** A message as callers declare it: what {@link StepFields} is to a step. */
type MessageFields = object & {
  readonly role?: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly object[] | null;
};

/**
 * The fields of a row that have a meaning. What takes rows of others asks for these alone: a type that is declared as an
 * interface has no index signature, and is a row all the same. For the same reason what is nested is loose here: lists may
 * be read-only, and objects may be interfaces. {@link Row} says what each of them holds.
 */
export interface RowFields {
  schema_version?: string;
  prompt?: string | readonly object[];
  steps?: readonly (Step | StepFields)[];
  final_text?: string;
  messages?: readonly (Message | MessageFields)[];
  scenario_id?: string | number;
  task_id?: string | number;
  scenario_dimensions?: object;
  arm?: string;
  tier?: string;
  stance?: string;
  world_state?: string;
  faults?: object | null;
  rollout_index?: number;
  model_version?: string;
  policy_version?: string;
  writer_model?: string;
  user_model?: string | null;
  sampling?: object | null;
  seed?: number;
  behavior_signature?: string;
  finish_reason?: string;
  tools_used?: readonly string[];
  opener?: string;
  opening?: string;
  ended_by?: string;
  seeded?: readonly string[];
  privileged?: object;
  logprob?: number;
  n_tokens?: number;
  token_logprobs?: readonly number[];
  usage?: object | null;
  lineage?: object;
  group_cut?: boolean;

  reward?: number | boolean | string | null;
  reason?: string | null;
  grader_reason?: string | null;
  judge_status?: string;
  judge_name?: string;
  judge_meta?: object;
  failure_class?: string;
  markers?: object;
  label_source?: string;
  calibration?: object;

  // Additions over the Python package; all optional.
  rollout_id?: string;
  faults_planned?: readonly object[];
  faults_fired?: readonly object[];
  reasoning?: string;
  open_question?: boolean;
  sampling_plan?: object;
  token_ids?: readonly number[];
  template_sha?: string;
  blame?: object;
}

/**
 * One rollout as a plain JSON object: the wire form that every package, the Python package, `datasets` and TRL read.
 *
 * All fields are optional here because rows come from many producers; `{scenario_id, reward}` is enough for statistics.
 * Fields that are not listed are kept.
 */
export interface Row extends RowFields {
  prompt?: Content;
  steps?: Step[];
  messages?: Message[];
  scenario_dimensions?: Record<string, string>;
  faults?: Record<string, { mode: string; rate?: number }> | null;
  sampling?: { temperature?: number; max_tokens?: number; model?: string; [key: string]: unknown } | null;
  tools_used?: string[];
  seeded?: string[];
  privileged?: Record<string, unknown>;
  token_logprobs?: number[];
  usage?: { input_tokens?: number | null; output_tokens?: number | null; [key: string]: unknown } | null;
  lineage?: Record<string, unknown>;
  judge_meta?: Record<string, unknown>;
  markers?: Record<string, number | null>;
  calibration?: Record<string, unknown>;
  faults_planned?: PlannedFault[];
  faults_fired?: FiredFault[];
  sampling_plan?: SamplingPlan;
  token_ids?: number[];
  blame?: Record<string, unknown>;
  [field: string]: unknown;
}

/** A row as callers have it: one with whatever further fields, or one whose type is declared as an interface. */
export type RowLike = Row | RowFields;
