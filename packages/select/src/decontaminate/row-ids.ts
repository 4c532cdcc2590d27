import type { Row } from "@whileai/core";

/** The ids of a row's task, as texts: its `scenario_id` and its `task_id`, where they are present. 0 is an id. */
export function rowIds(row: Row): string[] {
  const ids: string[] = [];
  for (const id of [row.scenario_id, row.task_id] as unknown[]) {
    const isId = typeof id === "number" || typeof id === "bigint" || typeof id === "boolean" || typeof id === "string";
    if (isId && id !== "") ids.push(String(id));
  }
  return ids;
}
