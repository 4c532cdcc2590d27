import { type Row, toNumber } from "@whileai/core";
import { resultRow, saidOf } from "../result-row.js";
import type { ResultsTally } from "../results-tally.js";
import { scoreNumber } from "../score-value.js";
import { rewarded, unrewarded } from "../verdict-of.js";

/** Fields that can be read from a column. `eval_run` goes to `lineage`. */
export const ROW_FIELDS = [
  "scenario_id",
  "task_id",
  "reward",
  "prompt",
  "final_text",
  "rollout_index",
  "policy_version",
  "model_version",
  "reason",
  "seed",
  "eval_run",
] as const;

export const MARKER_PREFIX = "marker:";

/** A field of a row that a column can be read into. */
export type CsvField = (typeof ROW_FIELDS)[number] | `marker:${string}`;

/** Whether a name is one of a field. */
export const isCsvField = (name: string): name is CsvField =>
  (ROW_FIELDS as readonly string[]).includes(name) || (name.startsWith(MARKER_PREFIX) && name !== MARKER_PREFIX);

/** What the rows of one table share. */
export interface CsvTable {
  readonly header: readonly string[];
  readonly columns: ReadonlyMap<CsvField, number>;
  readonly passValue: string | number | boolean | undefined;
  readonly tally: ResultsTally;
  readonly name: string | undefined;
}

/** One line of a table as a row. */
export function csvRow(cells: readonly string[], { header, columns, passValue, tally, name }: CsvTable): Row {
  const cell = (field: CsvField): string | undefined => {
    const at = columns.get(field);
    const text = at === undefined ? undefined : cells[at];
    return text === "" ? undefined : text;
  };
  const prompt = cell("prompt");
  const task = cell("scenario_id") ?? cell("task_id") ?? prompt;
  if (task === undefined) throw new Error("no task is named");
  const policy = cell("policy_version") ?? cell("model_version");
  const run = cell("eval_run");
  const rolloutIndex = columns.has("rollout_index")
    ? writtenIndex(cell("rollout_index"))
    : tally.nextRollout(JSON.stringify([run, policy]), task);
  const taken = new Set(columns.values());
  const rest = header.flatMap((column, at): [string, unknown][] =>
    taken.has(at) || cells[at] === "" ? [] : [[column, cells[at]]],
  );
  const written = cell("reward");
  const reward = scoreNumber(written, passValue);
  const seed = toNumber(cell("seed"));
  return resultRow({
    task,
    prompt,
    finalText: cell("final_text"),
    verdict:
      reward !== null
        ? rewarded(reward, cell("reason"))
        : written === undefined
          ? unrewarded("missing_reward", cell("reason") ?? "no reward is written")
          : unrewarded("invalid_result", `"${written}" is not a reward`),
    markers: markersOf(columns, cells),
    rolloutIndex,
    model: cell("model_version"),
    policyVersion: policy,
    seed: seed === null ? undefined : seed,
    lineage: { source: "csv", file: name, eval_run: run, columns: saidOf(Object.fromEntries(rest)) },
  });
}

/** An index that is not written stays unknown: counting on could meet one that is. */
function writtenIndex(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const index = toNumber(text);
  if (index === null || !Number.isSafeInteger(index))
    throw new Error(`the rollout index "${text}" is not a whole number`);
  return index;
}

function markersOf(columns: CsvTable["columns"], cells: readonly string[]): Map<string, number | null> {
  const markers = new Map<string, number | null>();
  for (const [field, at] of columns)
    if (field.startsWith(MARKER_PREFIX)) markers.set(field.slice(MARKER_PREFIX.length), scoreNumber(cells[at]));
  return markers;
}
