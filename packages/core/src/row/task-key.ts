import { contentText } from "./content.js";
import { looseRow } from "./loose-row.js";

/** The fields a task key is read from. */
export interface TaskKeyFields {
  scenario_id?: unknown;
  task_id?: unknown;
  prompt?: unknown;
}

/** A key as text; "" for none, and for what no JSON stands for (a key that contains itself). */
function keyText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  try {
    return contentText(value) || JSON.stringify(value);
  } catch {
    return "";
  }
}

/**
 * The task a row belongs to: the first present of `scenario_id`, `task_id` and `prompt`, as text; "" when none is.
 * `null`, absent and "" are not present; 0 is an id.
 *
 * @example
 * taskKey({ scenario_id: 0 }); // "0"
 */
export function taskKey(row: TaskKeyFields): string {
  const { scenario_id, task_id, prompt } = looseRow(row);
  return keyText(scenario_id) || keyText(task_id) || keyText(prompt);
}
