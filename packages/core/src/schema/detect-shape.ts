import { isRecord } from "../json/json.js";

/** The shapes rows come in; all but `v1` are older or foreign. */
export type RowShape = "v1" | "hf_flat" | "training" | "engine" | "platform_pull" | "otel" | "loose";

const FLAT_COLUMNS = ["steps_json", "messages_json", "metadata_json"];

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Which shape a row is in, told by its keys: a version stamp (`v1`), columns of JSON text (`hf_flat`), messages alone
 * (`training`), a scenario (`engine`), a tool trace (`platform_pull`), a traced conversation (`otel`), or none of these
 * (`loose`).
 *
 * @example
 * detectShape({ messages: [{ role: "user", content: "hi" }] }); // "training"
 */
export function detectShape(row: unknown): RowShape {
  if (!isRecord(row)) return "loose";
  if (isPresent(row.schema_version)) return "v1";
  if (FLAT_COLUMNS.some((column) => typeof row[column] === "string")) return "hf_flat";
  const hasSteps = isList(row.steps) && row.steps.length > 0;
  const hasMessages = isList(row.messages) && row.messages.length > 0;
  if (hasMessages && !hasSteps && !Object.hasOwn(row, "final_text")) return "training";
  if (isPresent(row.scenario_id)) return "engine";
  if (isList(row.tool_trace) && !hasSteps) return "platform_pull";
  return isPresent(row.conversation_id) ? "otel" : "loose";
}
