import { canonicalJson, derive, taskKey } from "@whileai/core";
import type { Sides } from "./delta-report-types.js";
import type { WireRow } from "./survey-rows.js";

function byTask(rows: readonly WireRow[]): Map<string, WireRow[]> {
  const tasks = new Map<string, WireRow[]>();
  for (const row of rows) {
    const key = taskKey(row);
    const known = tasks.get(key);
    if (known === undefined) tasks.set(key, [row]);
    else known.push(row);
  }
  return tasks;
}

/** Text that equal rows share, so that which rows are drawn does not depend on the order they came in. */
function contentOf(row: WireRow): string {
  try {
    return canonicalJson(row);
  } catch {
    return "";
  }
}

function draw(rows: readonly WireRow[], count: number, seed: number | string, task: string): WireRow[] {
  if (rows.length <= count) return [...rows];
  const sorted = rows
    .map((row) => ({ row, content: contentOf(row) }))
    .sort((left, right) => (left.content < right.content ? -1 : Number(left.content > right.content)));
  // One stream for both sides: which of a task's rollouts stay must not depend on the side.
  return derive(seed, "balance", task)
    .shuffle(sorted)
    .slice(0, count)
    .map(({ row }) => row);
}

/** Keeps, of every task on both sides, as many rows as the shorter side has; tasks of one side stay whole. */
export function balanceRollouts(
  { before, after }: Sides<readonly WireRow[]>,
  seed: number | string,
): Sides<readonly WireRow[]> {
  const tasks = { before: byTask(before), after: byTask(after) };
  const trim = (own: ReadonlyMap<string, WireRow[]>, other: ReadonlyMap<string, WireRow[]>): WireRow[] =>
    [...own].flatMap(([task, rows]) => draw(rows, other.get(task)?.length ?? rows.length, seed, task));
  return { before: trim(tasks.before, tasks.after), after: trim(tasks.after, tasks.before) };
}
