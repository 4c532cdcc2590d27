import { frozenCopy, type Row } from "@whileai/core";
import { optimize as optimizeGiven, type RlSelection } from "../optimize.js";
import type { RlOptions } from "../optimize-options.js";

/** Selects for RL; every row is frozen to the bottom. */
export const optimize = (rows: Iterable<Row>, options?: RlOptions): RlSelection =>
  optimizeGiven([...rows].map(frozenCopy), options);

const REPLIES = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet"];

/** A group of rollouts with these rewards; every reply differs. */
export function group(task: string, rewards: readonly unknown[], extra: Row = {}): Row[] {
  return rewards.map((reward, index) => ({
    rollout_id: `${task}-${index}`,
    scenario_id: task,
    prompt: `please handle ${task} for me today`,
    final_text: `Reply ${REPLIES[index % REPLIES.length]} ${index} for ${task}.`,
    steps: [],
    reward: reward as number,
    ...extra,
  }));
}

/** The ids of rows, in their order. */
export const ids = (rows: Iterable<Row>) => [...rows].map((row) => row.rollout_id);

/** The codes of a selection's notes. */
export const codes = (selection: { report: { notes: readonly { code: string }[] } }) =>
  selection.report.notes.map((note) => note.code);

/** The gate of every dropped row, by its id. */
export const gateOf = (selection: RlSelection) =>
  Object.fromEntries(selection.report.dropped.map((row) => [row.rolloutId ?? `#${row.index}`, row.gate]));
