import { isRecord, OptionError } from "@whileai/core";
import { contentKey, numberedKey, present } from "./label-targets.js";

/** A label as it was given, with the key of the row it is for; null for a record that names none. */
export interface GivenLabel {
  readonly key: string | null;
  readonly value: unknown;
  readonly annotator?: unknown;
  readonly kind?: unknown;
  readonly note?: unknown;
  readonly ts?: unknown;
}

/** Labels by key, or records that name their row themselves. */
export type LabelsInput =
  | ReadonlyMap<string, unknown>
  | Readonly<Record<string, unknown>>
  | Iterable<Readonly<Record<string, unknown>>>;

const LABEL_NAMES = ["label", "gold_reward", "reward"] as const;

/** Reads labels in any of the accepted forms. A bare list of numbers says not which row is meant and is refused. */
export function readLabels(labels: LabelsInput): GivenLabel[] {
  if (labels instanceof Map) return [...labels].map(([key, value]) => givenLabel(String(key), value));
  if (typeof labels === "object" && labels !== null && Symbol.iterator in labels) {
    const records: unknown[] = [...(labels as Iterable<unknown>)];
    if (!records.every(isRecord)) throw refused("a list of bare values, which does not say which row each is for");
    return records.map(labelOfRecord);
  }
  if (isRecord(labels)) return Object.entries(labels).map(([key, value]) => givenLabel(key, value));
  throw refused(labels === null ? "null" : `a ${typeof labels}`);
}

function refused(what: string): OptionError {
  return new OptionError({
    option: "labels",
    received: what,
    message: `attachLabels: labels must name their rows, got ${what}.`,
    fix: 'Write { "<rollout_id or scenario_id#rollout_index>": 1 }, or records { key, label, annotator }.',
  });
}

/** An entry of labels by key: the label itself, or a record with more than that. */
function givenLabel(key: string, value: unknown): GivenLabel {
  return isRecord(value) ? { ...detailsOf(value), key } : { key, value };
}

function labelOfRecord(record: Record<string, unknown>): GivenLabel {
  const { key, rollout_id, scenario_id, rollout_index, task_id, prompt, final_text } = record;
  const named = [
    key,
    rollout_id,
    numberedKey(scenario_id, rollout_index),
    prompt !== undefined && final_text !== undefined ? contentKey(prompt, final_text) : undefined,
    scenario_id,
    task_id,
  ].find(present);
  return { ...detailsOf(record), key: named === undefined ? null : String(named) };
}

/** A graded row: its reward is what the labels are there to check, and no label. */
const isVerdictOf = ({ judge_status, judge_name }: Record<string, unknown>): boolean =>
  present(judge_status) || present(judge_name);

function detailsOf(record: Record<string, unknown>): Omit<GivenLabel, "key"> {
  const name = LABEL_NAMES.find((field) => record[field] !== undefined && !(field === "reward" && isVerdictOf(record)));
  const { annotator, kind, note, ts } = record;
  return { value: name === undefined ? undefined : record[name], annotator, kind, note, ts };
}
