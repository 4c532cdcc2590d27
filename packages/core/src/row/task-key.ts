import { jsonText } from "../json/json-text.js";
import { contentText } from "./content.js";
import { looseRow } from "./loose-row.js";

/** The fields a task key is read from. */
export interface TaskKeyFields {
  scenario_id?: unknown;
  task_id?: unknown;
  prompt?: unknown;
}

const present = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/**
 * The task a row belongs to: the first present of `scenario_id`, `task_id` and `prompt`, as text; "" when none is.
 * `null`, absent and "" are not present; 0 is an id.
 *
 * @example
 * taskKey({ scenario_id: 0 }); // "0"
 */
export function taskKey(row: TaskKeyFields): string {
  const { scenario_id, task_id, prompt } = looseRow(row);
  for (const value of [scenario_id, task_id, prompt]) {
    if (!present(value)) continue;
    return typeof value === "object" ? contentText(value) || jsonText(value) : String(value);
  }
  return "";
}
