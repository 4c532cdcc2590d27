import { z } from "zod";
import { JUDGE_STATUSES, ROW_SCHEMA_VERSION } from "../row/row.js";

const text = z.string();
const count = z.int().min(0);
const anything = z.record(z.string(), z.unknown());

const contentPart = z.looseObject({ type: text });
const content = z.union([text, z.array(contentPart)]);

/** The axes a situation may be tagged with; free values, tags that were not sampled are absent. */
const axes = Object.fromEntries(
  [
    ...["tier", "ask_family", "intent_known", "tool_known", "stance", "tone", "length", "ask", "vagueness", "phrasing"],
    ...["pressure", "user", "texture", "history"],
  ].map((name) => [name, z.unknown().optional()]),
);

const samplingFacts = {
  logprob: z.number().nullish(),
  n_tokens: count.nullish(),
  token_logprobs: z.array(z.number()).nullish(),
  token_ids: z.array(z.int()).nullish(),
  truncated: z.boolean().nullish(),
  input_tokens: count.nullish(),
  output_tokens: count.nullish(),
};

/** One step: a turn of the user, a tool call with its result, or a turn of the agent. */
export const stepSchema = z.looseObject({
  user: content.nullish(),
  text: text.nullish(),
  tool: text.nullish(),
  arguments: anything.nullish(),
  arguments_raw: text.nullish(),
  result: z.unknown().optional(),
  call_id: text.nullish(),
  turn: z.int().nullish(),
  reasoning: text.nullish(),
  ...samplingFacts,
});

/** One message of a row: calls are `{name, arguments}`, without the OpenAI envelope. */
export const messageSchema = z.looseObject({
  role: text,
  content: content.nullish(),
  name: text.nullish(),
  tool_call_id: text.nullish(),
  tool_calls: z.array(z.looseObject({ id: text.nullish(), name: text.optional() })).nullish(),
});

/** How often a student passes a task. */
export const calibrationSchema = z.looseObject({
  n: z.number().min(1),
  pass_rate: z.number().min(0).max(1),
  task_id: z.union([text, z.number()]).nullish(),
  student: z.union([text, anything]).nullish(),
  pass_rate_ci95: z.array(z.number()).nullish(),
  mean_kl: z.number().nullish(),
});

/** A row, schema version 1: one rollout with its verdict. Unknown fields are allowed and kept. */
export const rowSchema = z.looseObject({
  schema_version: z.literal(ROW_SCHEMA_VERSION),
  prompt: content,
  steps: z.array(stepSchema),
  final_text: text,
  messages: z.array(messageSchema).nullish(),
  scenario_id: z.union([text, z.number()]).nullish(),
  task_id: z.union([text, z.number()]).nullish(),
  ...axes,
  scenario_dimensions: anything.nullish(),
  arm: text.nullish(),
  world_state: text.nullish(),
  faults: anything.nullish(),
  fault_detected: z.boolean().nullish(),
  opener: text.nullish(),
  opening: text.nullish(),
  ended_by: text.nullish(),
  seed: z.unknown().optional(),
  spec_id: z.unknown().optional(),
  privileged: anything.nullish(),
  rollout_id: text.nullish(),
  rollout_index: z.int().nullish(),
  model_version: text.nullish(),
  policy_version: text.nullish(),
  writer_model: text.nullish(),
  user_model: text.nullish(),
  sampling: anything.nullish(),
  sampling_plan: z
    .looseObject({ policy: z.enum(["fixed", "probe", "hazard", "none"]), probe: count.nullish(), k: count })
    .nullish(),
  behavior_signature: text.nullish(),
  finish_reason: text.nullish(),
  tools_used: z.array(text).nullish(),
  reward: z.number().nullish(),
  reason: text.nullish(),
  grader_reason: text.nullish(),
  label_source: text.nullish(),
  judge_name: text.nullish(),
  judge_status: z.enum(JUDGE_STATUSES).nullish(),
  judge_meta: anything.nullish(),
  failure_class: text.nullish(),
  markers: z.record(z.string(), z.number().nullable()).nullish(),
  gold_reward: z.number().nullish(),
  gold_labels: z.array(anything).nullish(),
  calibration: calibrationSchema.nullish(),
  faults_planned: z.array(anything).nullish(),
  faults_fired: z.array(anything).nullish(),
  reasoning: text.nullish(),
  open_question: z.boolean().nullish(),
  template_sha: text.nullish(),
  blame: anything.nullish(),
  usage: anything.nullish(),
  lineage: anything.nullish(),
  group_cut: z.boolean().nullish(),
  ...samplingFacts,
});

/** A row of a training file: a conversation, with a mask beside it when the trainer reads one. */
export const trainingRowSchema = z.looseObject({
  schema_version: z.literal(ROW_SCHEMA_VERSION).nullish(),
  messages: z.array(messageSchema).min(1),
  loss_mask: z.array(z.union([z.literal(0), z.literal(1)])).nullish(),
  tools: z.array(anything).nullish(),
  reward: z.number().nullish(),
});

/** A row of a preference file: the better and the worse continuation of one prompt. */
export const preferenceRowSchema = z.looseObject({
  schema_version: z.literal(ROW_SCHEMA_VERSION).nullish(),
  prompt: z.union([text, z.array(messageSchema)]).nullish(),
  chosen: z.array(messageSchema).min(1),
  rejected: z.array(messageSchema).min(1),
  tools: z.array(anything).nullish(),
});
