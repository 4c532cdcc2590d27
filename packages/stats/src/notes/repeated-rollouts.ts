import { countText } from "@whileai/core";
import type { NoteParts } from "./note-parts.js";

/** How many rows repeat a rollout that was counted, and how many of them grade it otherwise. */
export interface RepeatedRollouts {
  readonly nDuplicates: number;
  readonly nContradicting?: number;
}

/** That rows repeating a rollout were left out. */
export const repeatedRollouts = ({ nDuplicates, nContradicting = 0 }: RepeatedRollouts, side = ""): NoteParts => [
  nDuplicates > 0,
  "duplicate_rollouts",
  `${side}${countText(nDuplicates, "row")} repeating a task's rollout_index left out${
    nContradicting > 0 ? `, ${nContradicting} with another grade` : ""
  }`,
  "Stamp `lineage.eval_run` when the same tasks were run again.",
];
