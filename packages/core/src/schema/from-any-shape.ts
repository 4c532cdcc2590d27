import { RowError } from "../errors/row-error.js";
import { sha256Hex } from "../hash/hash.js";
import { isRecord } from "../json/json.js";
import { contentText } from "../row/content.js";
import { conversation } from "../row/conversation.js";
import { scalarReward } from "../row/reward.js";
import { ROW_SCHEMA_VERSION, type Row } from "../row/row.js";
import { taskKey } from "../row/task-key.js";
import { detectShape } from "./detect-shape.js";
import { stepsFromMessages } from "./steps-from-messages.js";

/** Hex digits of the prompt's hash in a minted scenario id. */
const MINTED_DIGITS = 12;
const JSON_COLUMN = "_json";

type Fields = Record<string, unknown>;

/**
 * A row of any known shape as a version 1 row. Version 1 rows come back equal, older shapes keep every field they have:
 * columns of JSON text are parsed into the fields they stand for, a `tool_trace` becomes `steps`, messages alone give
 * the prompt, the steps and the final text, and a numeric text or a boolean in `reward` becomes a number. Without any
 * id a `scenario_id` is minted from the prompt, so equal prompts stay one task.
 *
 * @throws RowError when a row is not an object, or a column of JSON text does not parse.
 *
 * @example
 * fromAnyShape({ prompt: "hi", tool_trace: [{ tool: "t", input: { a: 1 }, output: "r" }], final_text: "x" }).steps;
 * // [{ tool: "t", arguments: { a: 1 }, result: "r" }]
 */
export function fromAnyShape(row: unknown): Row {
  if (!isRecord(row))
    throw new RowError({ message: "a row must be an object.", fix: "Give one JSON object for each row." });
  const shape = detectShape(row);
  if (shape === "v1") return { ...row } as Row;
  const fields = shape === "hf_flat" ? parsedColumns(row) : { ...row };
  if (Array.isArray(fields.tool_trace) && !isFilled(fields.steps)) {
    fields.steps = fields.tool_trace.filter(isRecord).map(stepFromTrace);
    delete fields.tool_trace;
  }
  if (isFilled(fields.messages) && !isFilled(fields.steps)) fillFromMessages(fields);
  return stamped(fields);
}

const isFilled = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;

function parsedColumns(row: Fields): Fields {
  const entries: [string, unknown][] = [];
  let metadata: unknown;
  for (const [key, value] of Object.entries(row)) {
    const name = key.slice(0, -JSON_COLUMN.length);
    if (!key.endsWith(JSON_COLUMN) || typeof value !== "string" || Object.hasOwn(row, name)) entries.push([key, value]);
    else if (key === `metadata${JSON_COLUMN}`) metadata = parsed(key, value);
    else entries.push([name, parsed(key, value)]);
  }
  return Object.fromEntries([...(isRecord(metadata) ? Object.entries(metadata) : []), ...entries]);
}

function parsed(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RowError({
      field: key,
      message: `\`${key}\` is not JSON text.`,
      fix: "Write this column again as JSON.",
      cause,
    });
  }
}

function stepFromTrace(entry: Fields): Fields {
  const { input, output, ...kept } = entry;
  return {
    ...kept,
    ...(input === undefined ? {} : { arguments: input }),
    ...(output === undefined ? {} : { result: output }),
  };
}

function fillFromMessages(fields: Fields): void {
  const { opener, prompt, steps, finalText } = stepsFromMessages((fields.messages as unknown[]).filter(isRecord));
  if (opener !== undefined && fields.opener === undefined) fields.opener = opener;
  if (fields.prompt === undefined || fields.prompt === null) fields.prompt = prompt;
  fields.steps = steps;
  if (typeof fields.final_text !== "string" || fields.final_text === "") fields.final_text = finalText;
}

function stamped(fields: Fields): Row {
  const { prompt = "", steps = [], final_text = "" } = fields;
  const reward = scalarReward(fields);
  const row = {
    ...fields,
    schema_version: ROW_SCHEMA_VERSION,
    prompt: prompt ?? "",
    steps: Array.isArray(steps) ? steps : [],
    final_text: typeof final_text === "string" ? final_text : contentText(final_text),
    ...(reward === null ? {} : { reward }),
  } as Row;
  const hasId = taskKey({ scenario_id: row.scenario_id, task_id: row.task_id }) !== "";
  const key = taskKey({ prompt: row.prompt });
  if (!hasId && key !== "") row.scenario_id = `task_${sha256Hex(key).slice(0, MINTED_DIGITS)}`;
  if (!isFilled(row.messages)) row.messages = conversation(row);
  return row;
}
