import { contentText } from "./content.js";

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
  for (const value of [row.scenario_id, row.task_id, row.prompt]) {
    if (!present(value)) continue;
    if (typeof value === "object")
      return Array.isArray(value) ? contentText(value) || JSON.stringify(value) : JSON.stringify(value);
    return String(value);
  }
  return "";
}
