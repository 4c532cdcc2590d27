import {
  contentText,
  conversation,
  isRecord,
  type JsonObject,
  jsonText,
  type Message,
  type Row,
  stepFault,
} from "@whileai/core";

/** The privileged part of a record. */
interface JudgeOnly {
  principle?: string;
  reference?: string;
  hidden_state?: unknown;
}

/** One step as the judge sees it, or how many were left out in its place. */
export type RecordStep = JsonObject | { skipped_steps: number };

/** What a judge is shown of a row. `steps` comes last, because it shrinks first. */
export interface JudgeRecord {
  payload_reduced?: true;
  tools?: string[];
  tools_called: string[];
  tools_not_called?: string[];
  situation: string;
  world_state?: unknown;
  injected_faults?: unknown;
  final_text: string;
  agent_policy?: string;
  judge_only?: JudgeOnly;
  steps: RecordStep[];
}

/** What a record is made from besides the row. */
export interface RecordSource {
  /** Names of the tools that the agent had; the row's own `tools` unless given. */
  readonly tools?: readonly string[] | undefined;
  /** The agent's policy; the row's system message unless given. */
  readonly policy?: string | undefined;
  readonly usePrivileged: boolean;
}

/** Fields of a step that say what happened; sampling facts and thoughts are not evidence. */
const STEP_FIELDS = ["user", "text", "tool", "arguments", "arguments_raw", "result"] as const;

/** What a judge is shown of a row, at full length. */
export function judgeRecord(row: Readonly<Row>, source: RecordSource): JudgeRecord {
  const steps = recordSteps(row);
  const called = [
    ...new Set(steps.filter((step) => step.tool !== undefined && "result" in step).map((step) => nameText(step.tool))),
  ];
  const declared = source.tools ?? declaredTools(row);
  const policy = source.policy ?? policyOf(row);
  const faults = row.faults_fired ?? row.faults_planned ?? row.faults;
  const judgeOnly = source.usePrivileged ? judgeOnlyOf(row) : undefined;
  return {
    ...(declared.length === 0 ? {} : { tools: [...declared] }),
    tools_called: called,
    ...(declared.length === 0 ? {} : { tools_not_called: declared.filter((name) => !called.includes(name)) }),
    situation: shownText(row.prompt),
    ...(present(row.world_state) ? { world_state: row.world_state } : {}),
    ...(present(faults) && Object.keys(faults as object).length > 0 ? { injected_faults: faults } : {}),
    final_text: shownText(row.final_text) || lastAgentText(row),
    ...(policy === "" ? {} : { agent_policy: policy }),
    ...(judgeOnly === undefined ? {} : { judge_only: judgeOnly }),
    steps,
  };
}

/** True for a step in which a tool failed. */
export const isFaultStep = (step: unknown): boolean => stepFault(step) !== null;

/** A name as text, whatever stands in its place: rows come from anywhere. */
const nameText = (value: unknown): string => (typeof value === "string" ? value : jsonText(value ?? null));

const present = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** A message as text; parts that are not text are named, so that the judge knows there was something. */
function shownText(content: unknown): string {
  if (!Array.isArray(content)) return contentText(content);
  const others = content
    .filter((part) => isRecord(part) && typeof part.text !== "string")
    .map((part) => `[${nameText(part.type)} not shown]`);
  return [contentText(content), ...others].filter((text) => text !== "").join("\n");
}

function recordSteps(row: Readonly<Row>): JsonObject[] {
  const given: unknown = row.steps;
  const steps = Array.isArray(given) ? given.filter(isRecord) : [];
  if (steps.length > 0) return steps.map(shownStep);
  const messages = conversation(row);
  const opening = messages.findIndex((message) => message.role === "user");
  return messages.slice(opening + 1).flatMap(messageSteps);
}

function shownStep(step: Record<string, unknown>): JsonObject {
  const shown: JsonObject = {};
  for (const field of STEP_FIELDS) {
    const value = step[field];
    if (value === undefined) continue;
    shown[field] = (field === "user" || field === "text" ? shownText(value) : value) as JsonObject[string];
  }
  return shown;
}

function messageSteps(message: Message): JsonObject[] {
  const text = shownText(message.content);
  if (message.role === "user") return [{ user: text }];
  if (message.role === "tool") return [{ tool: message.name ?? "tool", result: text }];
  if (message.role !== "assistant") return [];
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return [
    ...(text === "" ? [] : [{ text }]),
    ...calls
      .filter(isRecord)
      .map((call) => ({ tool: nameText(call.name), arguments: (call.arguments ?? {}) as JsonObject })),
  ];
}

function lastAgentText(row: Readonly<Row>): string {
  const last = conversation(row).findLast(
    (message) => message.role === "assistant" && contentText(message.content) !== "",
  );
  return last === undefined ? "" : shownText(last.content);
}

/** Names of the tools that a row says the agent had. */
export function declaredTools(row: Readonly<Row>): string[] {
  const tools: unknown = row.tools;
  if (!Array.isArray(tools)) return [];
  const names = tools.map((tool) => {
    if (typeof tool === "string") return tool;
    if (!isRecord(tool)) return undefined;
    return isRecord(tool.function) ? tool.function.name : tool.name;
  });
  return [...new Set(names.filter((name): name is string => typeof name === "string" && name !== ""))];
}

function policyOf(row: Readonly<Row>): string {
  if (typeof row.system_prompt === "string") return row.system_prompt;
  const system = conversation(row).find((message) => message.role === "system" || message.role === "developer");
  return system === undefined ? "" : contentText(system.content);
}

function judgeOnlyOf({ privileged }: Readonly<Row>): JudgeOnly | undefined {
  if (!isRecord(privileged)) return undefined;
  const { principle, reference, hidden_state } = privileged;
  const asText = (value: unknown): string => (typeof value === "string" ? value : jsonText(value));
  const block: JudgeOnly = {
    ...(present(principle) ? { principle: asText(principle) } : {}),
    ...(present(reference) ? { reference: asText(reference) } : {}),
    ...(present(hidden_state) ? { hidden_state } : {}),
  };
  return Object.keys(block).length > 0 ? block : undefined;
}
