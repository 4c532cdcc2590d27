import { frozenCopy, type Row } from "@whileai/core";
import { buildPreferencePairs, type PreferencePairs } from "../build-preference-pairs.js";
import type { PreferencePairsOptions } from "../pair-options.js";

let made = 0;

/** A rollout of one prompt with an id of its own. */
export const rollout = (reward: unknown, text: string, extra: Row = {}): Row => ({
  rollout_id: `r${made++}`,
  prompt: "Where is my order?",
  final_text: text,
  reward: reward as number,
  ...extra,
});

/** Builds pairs of rows that are frozen to the bottom. */
export const build = (rows: readonly unknown[], options?: PreferencePairsOptions): PreferencePairs =>
  buildPreferencePairs(rows.map((row) => frozenCopy(row)) as Row[], options);

/** The codes of a report's notes. */
export const codes = ({ report }: PreferencePairs): string[] => report.notes.map((note) => note.code);
