import { clipText, contentText, rolloutId, taskKey } from "@whileai/core";
import type { LabelledPair } from "./labelled-pairs.js";

const SHOWN_CHARS = 200;

/** A row on which judge and label differ, for a person to look at. */
export interface Disagreement {
  readonly task: string;
  /** As `rolloutId` names the row. */
  readonly rollout: string;
  readonly gold: 0 | 1;
  readonly judge: 0 | 1;
  readonly reason: string;
  readonly finalText: string;
}

/** The rows to review, in input order: either the judge is wrong there or the label is. */
export function disagreements(pairs: readonly LabelledPair[]): Disagreement[] {
  return pairs
    .filter(({ gold, judge }) => gold !== judge)
    .map(({ row, gold, judge }) => ({
      task: taskKey(row),
      rollout: rolloutId(row),
      gold,
      judge,
      reason: clipText(contentText(row.reason), SHOWN_CHARS),
      finalText: clipText(contentText(row.final_text), SHOWN_CHARS),
    }));
}
