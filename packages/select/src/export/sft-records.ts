import { type GroupStamp, sha1Hex } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";
import type { ExportRecord, TrainingMessage } from "./export-record.js";
import { recordMetadata } from "./record-metadata.js";
import { type RowSample, sampleFacts } from "./row-sample.js";

/** Hex digits kept of a prompt's hash. */
const PROMPT_DIGITS = 12;

/** One record with the mask of its messages, which the report counts. */
export interface MaskedRecord {
  readonly record: ExportRecord;
  readonly mask: readonly (0 | 1)[];
}

/** What every record of a file shares. */
export interface RecordContext {
  readonly mask: "assistant" | "final";
  readonly tools: unknown;
  readonly stamp: GroupStamp | undefined;
}

const SCHEMA = { schema_version: "1" };

const toolsColumn = ({ tools }: RecordContext): ExportRecord => (tools === undefined ? {} : { tools });

/** The mask that trains on one message alone. */
function maskOf(messages: readonly TrainingMessage[], trained: number): (0 | 1)[] {
  return messages.map((_, index) => (index === trained ? 1 : 0));
}

/** The mask a whole conversation gets. */
function conversationMask(sample: RowSample, mask: "assistant" | "final"): readonly (0 | 1)[] {
  return mask === "assistant" ? sample.mask : maskOf(sample.messages, sample.turns.at(-1) ?? -1);
}

/** `openai`: the whole conversation with its mask beside it, the ask as a text. */
export function openAiRecord(sample: RowSample, context: RecordContext): MaskedRecord {
  const mask = conversationMask(sample, context.mask);
  const record = {
    messages: sample.messages,
    loss_mask: mask,
    ...toolsColumn(context),
    ...recordMetadata(sample),
    prompt: promptText(sample.row),
    ...cutColumns(sample),
    ...SCHEMA,
    ...context.stamp,
  };
  return { record, mask };
}

/** `trl` on all turns: the conversation alone; the trainer masks with `assistant_only_loss`. */
export function trlMessagesRecord(sample: RowSample, context: RecordContext): MaskedRecord {
  const record = {
    messages: sample.messages,
    ...toolsColumn(context),
    ...recordMetadata(sample),
    prompt_text: promptText(sample.row),
    ...cutColumns(sample),
    ...SCHEMA,
    ...context.stamp,
  };
  return { record, mask: sample.mask };
}

/** `trl` on the last turn: what came before as the prompt, the turn as the completion. */
export function trlFinalRecord(sample: RowSample, context: RecordContext): MaskedRecord {
  const last = sample.turns.at(-1) as number;
  const messages = sample.messages.slice(0, last + 1);
  const record = {
    prompt: messages.slice(0, last),
    completion: messages.slice(last),
    ...toolsColumn(context),
    ...recordMetadata(sample),
    prompt_text: promptText(sample.row),
    ...cutColumns(sample),
    ...SCHEMA,
    ...context.stamp,
  };
  return { record, mask: maskOf(messages, last) };
}

/** One record for each turn of the agent, ending at the turn, with the turn's own sampling facts. */
export function unrolledRecords(sample: RowSample, context: RecordContext, format: "openai" | "trl"): MaskedRecord[] {
  const { logprob: _, n_tokens: __, token_logprobs: ___, ...metadata } = recordMetadata(sample);
  const prompt = promptText(sample.row);
  const assistants = sample.messages.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  const facts = sampleFacts(sample);
  return sample.turns.map((at, turn) => {
    const messages = sample.messages.slice(0, at + 1);
    const mask = maskOf(messages, at);
    const shape =
      format === "openai"
        ? { messages, loss_mask: mask, prompt }
        : { prompt: messages.slice(0, at), completion: messages.slice(at), prompt_text: prompt };
    const record = {
      ...shape,
      ...toolsColumn(context),
      ...metadata,
      ...facts?.[assistants.indexOf(at)],
      unroll: { turn: turn + 1, turns: sample.turns.length },
      lineage: { ...(metadata.lineage as object | undefined), unrolled_from: originOf(sample, prompt) },
      ...SCHEMA,
    };
    return { record, mask };
  });
}

function originOf({ row }: RowSample, prompt: string): ExportRecord {
  // An id is text or a number; whatever else a row carries there is no id and cannot name where a sample came from.
  const id: unknown = row.scenario_id;
  return {
    prompt_sha1: sha1Hex(prompt).slice(0, PROMPT_DIGITS),
    ...(typeof row.rollout_index === "number" ? { rollout_index: row.rollout_index } : {}),
    ...(typeof id === "string" || typeof id === "number" ? { scenario_id: String(id) } : {}),
  };
}

function cutColumns({ conversation }: RowSample): ExportRecord {
  return conversation.toolOutputsCut === 0
    ? {}
    : { tool_output_truncated: conversation.toolOutputsCut, tool_output_chars_cut: conversation.toolOutputCharsCut };
}

/** `fireworks`: messages with a weight on each turn of the agent, and the tools. */
export function fireworksRecord(sample: RowSample, context: RecordContext): MaskedRecord {
  const mask = conversationMask(sample, context.mask);
  const messages = sample.messages.map((message, index): TrainingMessage => {
    if (message.role === "assistant") return { ...message, weight: mask[index] as 0 | 1 };
    if (message.role !== "tool") return message;
    const { name: _, ...kept } = message;
    return kept;
  });
  return { record: { messages, ...toolsColumn(context) }, mask };
}

/** `trl-kto`: the last turn of the agent, wanted or not. */
export function ktoRecord(sample: RowSample, context: RecordContext, label: boolean): MaskedRecord {
  const { record, mask } = trlFinalRecord(sample, context);
  const { prompt, completion, scenario_id, rollout_id } = record;
  return { record: { prompt, completion, label, ...toolsColumn(context), scenario_id, rollout_id }, mask };
}

/** `rollouts`: what an off-policy trainer needs of one graded rollout. */
export function rolloutRecord(sample: RowSample, context: RecordContext): MaskedRecord {
  const { row } = sample;
  const assistants = sample.messages.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  const facts = sampleFacts(sample) ?? [];
  const turns = facts.flatMap((known, turn) =>
    Object.keys(known).length === 0 ? [] : [{ message: assistants[turn], ...known }],
  );
  const record = {
    messages: sample.messages,
    loss_mask: sample.mask,
    ...toolsColumn(context),
    ...recordMetadata(sample),
    prompt_text: promptText(row),
    turns: turns.length === 0 ? null : turns,
    token_ids: row.token_ids ?? null,
    sampling_plan: row.sampling_plan ?? null,
    faults_fired: row.faults_fired ?? null,
    template_sha: row.template_sha ?? null,
    ...SCHEMA,
    ...context.stamp,
  };
  return { record, mask: sample.mask };
}
