import { contentText, isRecord, type Row, rolloutId, sha1Hex, taskKey } from "@whileai/core";

/** Separates prompt and final text where both make a key; as in `rolloutId`. */
const UNIT_SEPARATOR = "\u001f";
const ID_DIGITS = 16;

/** The key of a row that is known by what it says alone. */
export const contentKey = (prompt: unknown, finalText: unknown): string =>
  sha1Hex(`${contentText(prompt)}${UNIT_SEPARATOR}${contentText(finalText)}`).slice(0, ID_DIGITS);

/** The key of a numbered rollout, `scenario_id#rollout_index`; undefined where either is missing. */
export const numberedKey = (scenario: unknown, index: unknown): string | undefined =>
  present(scenario) && present(index) ? `${scenario}#${index}` : undefined;

/** Finds the rows that a key names: none, one, or several, which is ambiguous. */
export interface LabelTargets {
  find(key: string): readonly number[];
}

/**
 * Rows by every key that may name them. A more exact key wins: `rollout_id`, then `scenario_id#rollout_index`, then the
 * hash of prompt and final text, then the bare task.
 */
export function labelTargets(rows: readonly unknown[]): LabelTargets {
  const byRollout = new Map<string, number[]>();
  const byContent = new Map<string, number[]>();
  const byTask = new Map<string, number[]>();
  const add = (index: Map<string, number[]>, key: string, at: number): void => {
    const found = index.get(key);
    if (found === undefined) index.set(key, [at]);
    else found.push(at);
  };
  for (const [at, entry] of rows.entries()) {
    if (!isRecord(entry)) continue;
    const row = entry as Row;
    const numbered = numberedKey(row.scenario_id, row.rollout_index);
    const own = rolloutId(row);
    const content = contentKey(row.prompt, row.final_text);
    if (own !== content) add(byRollout, own, at);
    if (numbered !== undefined && numbered !== own) add(byRollout, numbered, at);
    add(byContent, content, at);
    const task = taskKey(row);
    if (task !== "") add(byTask, task, at);
  }
  return { find: (key) => byRollout.get(key) ?? byContent.get(key) ?? byTask.get(key) ?? [] };
}

/** Whether an id is one: 0 is, "" is not. */
export const present = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";
