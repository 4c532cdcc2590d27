import { contentText, isRecord, recordsOf, scalarReward } from "@whileai/core";
import { DIMENSIONS, type Dimension } from "../plan/situation.js";
import { turnsOfMessages } from "./read-messages.js";
import type { Trace, TraceFacts } from "./trace.js";
import { type Turn, traceOf } from "./turns.js";

type Fields = Readonly<Record<string, unknown>>;

const ROW_FIELDS = ["schema_version", "scenario_id", "steps", "final_text", "prompt"];

/** Whether a record is a row, of ours or of the Python package, and not only a log of messages. */
export const isRow = (record: Fields): boolean =>
  ROW_FIELDS.some((field) => record[field] !== undefined && record[field] !== null);

/** What a record says of its situation and its reward. */
export function factsOf(record: Fields): TraceFacts {
  const given = isRecord(record.scenario_dimensions) ? record.scenario_dimensions : {};
  const levels = DIMENSIONS.flatMap((axis): [Dimension, string][] => {
    const level = given[axis] ?? (axis === "world_state" ? record.world_state : undefined);
    return typeof level === "string" ? [[axis, level]] : [];
  });
  return { reward: scalarReward(record), dimensions: Object.fromEntries(levels) };
}

/** A row as a trace, from its steps, else from its messages; null for a row without a prompt, a turn or a call. */
export function traceOfRow(row: Fields): Trace | null {
  const steps = recordsOf(row.steps);
  const prompt = contentText(row.prompt);
  const opening: Turn[] = prompt === "" ? [] : [{ kind: "user", text: prompt }];
  const turns =
    steps.length > 0
      ? [...opening, ...steps.flatMap((step, index) => turnsOfStep(step, `step ${index}`))]
      : turnsOfMessages(row.messages);
  if (turns.length === 0) turns.push(...opening);
  if (turns.length === 0) return null;
  return traceOf(turns, factsOf(row), typeof row.final_text === "string" ? row.final_text : undefined);
}

function turnsOfStep(step: Fields, id: string): Turn[] {
  const turns: Turn[] = [];
  const user = contentText(step.user);
  if (user !== "") turns.push({ kind: "user", text: user });
  if (typeof step.text === "string" && step.text !== "") turns.push({ kind: "agent", text: step.text });
  if (typeof step.tool !== "string" || step.tool === "") return turns;
  turns.push({
    kind: "call",
    tool: step.tool,
    id,
    isBroken: typeof step.arguments_raw === "string",
  });
  if (step.result !== undefined && step.result !== null)
    turns.push({ kind: "result", tool: step.tool, id, result: step.result, error: null });
  return turns;
}
