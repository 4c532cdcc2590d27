import { compareText } from "./compare-text.js";

/** How many rows went for a reason. */
export interface CauseCount<Cause extends string> {
  readonly cause: Cause;
  readonly rows: number;
}

/** Causes with their counts, as text. */
export function causesText(causes: readonly CauseCount<string>[]): string {
  return causes.map(({ cause, rows }) => `${cause.replaceAll("_", " ")} ${rows}`).join(", ");
}

/** Counts causes; the most frequent first, ties by name. */
export function countCauses<Cause extends string>(causes: Iterable<Cause>): CauseCount<Cause>[] {
  const counts = new Map<Cause, number>();
  for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts]
    .map(([cause, rows]) => ({ cause, rows }))
    .sort((left, right) => right.rows - left.rows || compareText(left.cause, right.cause));
}
