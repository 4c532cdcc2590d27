import { binaryLabel, type Row } from "@whileai/core";
import type { LabelKind } from "./corrected-pass-rate-types.js";

/** A row's label: 0 or 1, null for none, `left_out` for one that is not trusted or is neither. */
export function labelOf(row: Row, trusted: ReadonlySet<LabelKind>): 0 | 1 | null | "left_out" {
  const { gold_reward: gold, gold_kind: kind } = row;
  if (gold === undefined || gold === null) return null;
  if (!trusted.has((kind ?? "human") as LabelKind)) return "left_out";
  return binaryLabel({ reward: gold }) ?? "left_out";
}
