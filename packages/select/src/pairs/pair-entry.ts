import {
  foldText,
  isRecord,
  isTruncated,
  type Row,
  replyLength,
  rolloutId,
  scalarReward,
  taskKey,
} from "@whileai/core";
import { compareText } from "../optimize/compare-text.js";
import { type TruncationCause, truncationCause } from "../optimize/truncation-cause.js";
import { findLeak } from "../privileged/find-leak.js";
import { promptText } from "../signal/ask-key.js";
import { isShare, judgeFailed } from "../signal/judged-reward.js";
import { visibleReply } from "./agent-turns.js";
import type { PairSettings } from "./pair-options.js";

/** A rollout that may stand in a pair. */
export interface PairEntry<R extends Row = Row> {
  readonly row: R;
  readonly score: number;
  /** Characters of everything the agent said. */
  readonly length: number;
  /** What the agent said and called. */
  readonly reply: string;
  readonly leaks: boolean;
  /** Leaks, but nothing that the prompt or a tool result had not shown. */
  readonly leaksShown: boolean;
  /** What says that it was cut by the token cap; null for a whole reply. */
  readonly cut: TruncationCause | null;
  /** Says something privileged, or was cut where such replies are no example: it may be rejected, never chosen. */
  readonly onlyRejected: boolean;
}

/** The rollouts of one prompt of one task, best first; equal scores in the order of their ids. */
export interface PairGroup<R extends Row = Row> {
  readonly key: string;
  readonly entries: readonly PairEntry<R>[];
}

/** Rows that cannot stand in a pair, by cause. */
export interface UnpairedRows {
  readonly notARow: number;
  /** The judge did not answer. */
  readonly judgeFailed: number;
  /** There is no reward, or it is no number at all. */
  readonly noScore: number;
  /** The reward is true, false or a text that reads as a number: a label, which is no score. */
  readonly labelOnly: number;
  /** The reward lies below 0 or above 1. */
  readonly outOfRange: number;
  readonly noPrompt: number;
}

/** Reads the rows into groups that may be compared, in the order in which their prompts came. */
export function readGroups<R extends Row>(
  rows: Iterable<R>,
  settings: Pick<PairSettings, "leakRule" | "truncated">,
): { groups: PairGroup<R>[]; unpaired: UnpairedRows } {
  const found = new Map<string, PairEntry<R>[]>();
  const unpaired = { notARow: 0, judgeFailed: 0, noScore: 0, labelOnly: 0, outOfRange: 0, noPrompt: 0 };
  for (const row of rows) {
    const cause = whyUnpaired(row);
    if (cause !== null) {
      unpaired[cause]++;
      continue;
    }
    const key = groupKey(row);
    const group = found.get(key);
    if (group) group.push(entryOf(row, settings));
    else found.set(key, [entryOf(row, settings)]);
  }
  const groups = [...found].map(([key, entries]) => ({ key, entries: inRank(entries) }));
  return { groups, unpaired };
}

function whyUnpaired(row: Readonly<Row>): keyof UnpairedRows | null {
  if (!isRecord(row)) return "notARow";
  if (judgeFailed(row)) return "judgeFailed";
  const reward = scalarReward(row);
  if (reward === null) return "noScore";
  if (!isShare(reward)) return "outOfRange";
  if (typeof row.reward !== "number") return "labelOnly";
  return foldText(promptText(row)) === "" ? "noPrompt" : null;
}

function entryOf<R extends Row>(
  row: R,
  { leakRule, truncated }: Pick<PairSettings, "leakRule" | "truncated">,
): PairEntry<R> {
  const leak = findLeak(row, leakRule);
  const leaks = leak.field !== null;
  const cut = isTruncated(row) ? truncationCause(row) : null;
  return {
    row,
    score: row.reward as number,
    length: replyLength(row),
    reply: visibleReply(row),
    leaks,
    leaksShown: leak.wasShown,
    cut,
    onlyRejected: leaks || (cut !== null && truncated === "drop"),
  };
}

/** Replies are comparable within one task, one prompt and one system prompt. */
function groupKey(row: Readonly<Row>): string {
  const { scenario_id, task_id } = row;
  const first = Array.isArray(row.messages) ? row.messages.find(isRecord) : undefined;
  const system = first?.role === "system" || first?.role === "developer" ? first.content : null;
  return JSON.stringify([taskKey({ scenario_id, task_id }), foldText(promptText(row)), system]);
}

/** Rows come in any order; what is paired must not hang on it. */
function inRank<R extends Row>(entries: readonly PairEntry<R>[]): PairEntry<R>[] {
  const named = entries.map((entry) => ({ entry, id: rolloutId(entry.row) }));
  named.sort(
    (left, right) =>
      right.entry.score - left.entry.score ||
      compareText(left.id, right.id) ||
      compareText(left.entry.reply, right.entry.reply),
  );
  return named.map(({ entry }) => entry);
}
