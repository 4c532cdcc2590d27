import { type Row, rolloutId } from "@whileai/core";
import { printedName } from "../hack-scan/printed-name.js";

/** What a row is found by. */
export interface RowName {
  /** Its `rollout_id`, or its scenario with its `rollout_index`; null where it has neither. */
  readonly rolloutId: string | null;
  /** Where it has no id, its place among the rows of the call, from 0; null otherwise. */
  readonly index: number | null;
}

/** Characters of an id that a text shows. */
const LONGEST_ID = 40;

/** What a row is found by: its own fields, as a hash of its text would find it nowhere, or its place. */
export function rowName(row: Row, place: number): RowName {
  const { rollout_id: id, scenario_id: scenario, rollout_index: index } = row as Record<string, unknown>;
  const isName = (value: unknown) => (typeof value === "string" && value !== "") || typeof value === "number";
  const hasId = isName(id) || (isName(scenario) && isName(index));
  return hasId ? { rolloutId: rolloutId(row), index: null } : { rolloutId: null, index: place };
}

/** The name of a row in a text. Rows without an id are counted from 1. */
export function rowNameText({ rolloutId: id, index }: RowName): string {
  return id === null ? `row ${(index ?? 0) + 1}` : printedName(id, LONGEST_ID);
}
