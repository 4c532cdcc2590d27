import type { RowLike } from "@whileai/core";

/** The ids of a row's task, as texts: its `scenario_id` and its `task_id`, where they are present. 0 is an id. What throws when it is read is none. */
export function rowIds(row: RowLike): string[] {
  return ["scenario_id", "task_id"].map((name) => idText(row, name)).filter((id) => id !== null);
}

/** What a row calls itself in its field `id`, which says nothing of its task; null for nothing. */
export function ownId(row: RowLike): string | null {
  return idText(row, "id");
}

function idText(row: RowLike, name: string): string | null {
  try {
    const id: unknown = (row as Record<string, unknown>)[name];
    const isId = typeof id === "number" || typeof id === "bigint" || typeof id === "boolean" || typeof id === "string";
    return isId && id !== "" ? String(id) : null;
  } catch {
    return null;
  }
}
