import type { Row } from "@whileai/core";

/** The ids of a row's task, as texts: its `scenario_id` and its `task_id`, where they are present. 0 is an id. What throws when it is read is none. */
export function rowIds(row: Row): string[] {
  const ids: string[] = [];
  for (const name of ["scenario_id", "task_id"]) {
    const id = readId(row, name);
    const isId = typeof id === "number" || typeof id === "bigint" || typeof id === "boolean" || typeof id === "string";
    if (isId && id !== "") ids.push(String(id));
  }
  return ids;
}

function readId(row: Row, name: string): unknown {
  try {
    return row[name];
  } catch {
    return undefined;
  }
}
