import { conversation, isRecord, type Row, sha1Hex, taskKey } from "@whileai/core";
import { isMeasuredOutOfRange, measuredReward } from "../optimize/measured-reward.js";
import { promptText } from "../signal/ask-key.js";
import type { RowPosition } from "./export-problem.js";
import type { ExportRecord } from "./export-record.js";
import { refuseNotJson } from "./row-sample.js";
import { type MessageRules, type TrainingConversation, trainingMessages } from "./training-messages.js";

/** Hex digits that tell further prompts of one task apart. */
const PROMPT_DIGITS = 8;

interface PromptGroup {
  readonly first: RowPosition;
  readonly key: string;
  readonly prompt: string;
  readonly rows: Readonly<Row>[];
}

/** One prompt of a prompt set, with the conversation that it was taken from. */
interface GrpoPrompt {
  readonly record: ExportRecord;
  readonly opening: TrainingConversation;
  readonly position: RowPosition;
}

export interface GrpoPrompts {
  readonly prompts: readonly GrpoPrompt[];
  /** Rows without a user turn. */
  readonly withoutPrompt: readonly RowPosition[];
  /** Prompts beyond the first of their task. */
  readonly furtherPrompts: number;
}

/**
 * The prompt set of an RL run: one record for each task with what stands before the agent's first own turn, the task's id,
 * its reference answer when there is one, and as JSON text what is known about it. A task that was asked in several
 * ways gives one record for each; the further ones have `~` and a hash after the task's id. `pass_rate` and `n` in `info`
 * are measured anew over the rows given for that very prompt, as selections do (rewards from 0 to 1 of a judge that
 * answered, before any penalty), so they may differ from a `calibration` that was measured before rows were dropped.
 */
export function grpoPrompts(
  positions: readonly RowPosition[],
  rules: MessageRules,
  reference: (row: Readonly<Row>) => string | null | undefined,
): GrpoPrompts {
  const groups = new Map<string, PromptGroup>();
  const firstPrompts = new Map<string, string>();
  const withoutPrompt: RowPosition[] = [];
  for (const position of positions) {
    const prompt = promptText(position.row);
    if (prompt === "") {
      withoutPrompt.push(position);
      continue;
    }
    const key = taskKey(position.row);
    if (!firstPrompts.has(key)) firstPrompts.set(key, prompt);
    const id = JSON.stringify([key, prompt]);
    const group = groups.get(id);
    if (group) group.rows.push(position.row);
    else groups.set(id, { first: position, key, prompt, rows: [position.row] });
  }
  const prompts = [...groups.values()].map((group) => promptRecord(group, firstPrompts, rules, reference));
  return { prompts, withoutPrompt, furtherPrompts: groups.size - firstPrompts.size };
}

function promptRecord(
  { first, key, prompt, rows }: PromptGroup,
  firstPrompts: ReadonlyMap<string, string>,
  rules: MessageRules,
  reference: (row: Readonly<Row>) => string | null | undefined,
): GrpoPrompt {
  refuseNotJson(first);
  const opening = trainingMessages({ ...first, row: openingOf(first.row) }, rules);
  const answer = reference(first.row);
  const isFirst = firstPrompts.get(key) === prompt;
  const record = {
    prompt: opening.messages,
    task_id: isFirst ? key : `${key}~${sha1Hex(prompt).slice(0, PROMPT_DIGITS)}`,
    ...(typeof answer === "string" && answer !== "" ? { reference: answer } : {}),
    info: JSON.stringify(infoOf(first.row, rows)),
  };
  return { record, opening, position: first };
}

/** The row cut after its first user turn; that of a branch, before the first turn that was sampled in it. */
function openingOf(row: Readonly<Row>): Row {
  const messages = conversation(row);
  const asked = messages.findIndex((message) => message.role === "user");
  const isBranch = messages.some((message) => message.prefix === true);
  const sampled = messages.findIndex((message) => message.role === "assistant" && message.prefix !== true);
  const end = isBranch && sampled > asked ? sampled : asked + 1;
  return { ...row, messages: messages.slice(0, end) };
}

function infoOf(row: Readonly<Row>, rows: readonly Readonly<Row>[]): ExportRecord {
  const labels = rows.some(isMeasuredOutOfRange) ? [] : rows.map(measuredReward).filter((label) => label !== null);
  const sum = labels.reduce((total, label) => total + label, 0);
  return {
    pass_rate: labels.length === 0 ? null : sum / labels.length,
    n: labels.length,
    faults: isRecord(row.faults) ? row.faults : {},
    ...(typeof row.world_state === "string" ? { world_state: row.world_state } : {}),
    ...(typeof row.seed === "number" ? { seed: row.seed } : {}),
    ...(isRecord(row.scenario_dimensions) ? { scenario_dimensions: row.scenario_dimensions } : {}),
  };
}
