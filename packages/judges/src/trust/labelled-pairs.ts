import type { Row } from "@whileai/core";
import { exactLabel } from "./exact-label.js";
import { areTrusted, commonKind } from "./gold-kind.js";
import type { GoldRow, GoldRows } from "./gold-rows.js";

/** A row that both the judge and the labels decided. */
export interface LabelledPair {
  readonly row: Row;
  readonly gold: 0 | 1;
  readonly judge: 0 | 1;
}

/** Labelled rows by what can be said about the judge that graded them. */
export interface LabelledPairs extends Omit<GoldRows, "labelled"> {
  readonly pairs: readonly LabelledPair[];
  /** Rows with a label, judged or not. */
  readonly nGold: number;
  /** Labelled rows whose reward is a number other than 0 and 1. */
  readonly fractional: number;
  /** Labelled rows without a usable reward. */
  readonly unscored: number;
  /** Some of the fractional rewards, the smallest first. */
  readonly examples: readonly number[];
  readonly goldKind: string | null;
  /** True when there are labels and all come from people or programs. */
  readonly isTrusted: boolean;
}

const SHOWN_EXAMPLES = 3;

/** Sorts labelled rows by their rewards; only 0 and 1 as numbers are verdicts. */
export function labelledPairs({ labelled, ...given }: GoldRows, allowModelGold: boolean | undefined): LabelledPairs {
  const judged = labelled.flatMap((entry) => {
    const judge = exactLabel(entry.row.reward);
    return judge === null ? [] : [{ ...entry, judge }];
  });
  const fractions = labelled
    .map(({ row }) => row.reward)
    .filter((reward): reward is number => Number.isFinite(reward) && exactLabel(reward) === null);
  return {
    ...given,
    pairs: judged.map(({ row, gold, judge }) => ({ row, gold, judge })),
    nGold: labelled.length,
    fractional: fractions.length,
    unscored: labelled.length - judged.length - fractions.length,
    examples: [...new Set(fractions)].sort((left, right) => left - right).slice(0, SHOWN_EXAMPLES),
    ...standing(judged, allowModelGold),
  };
}

/** Who stands behind labels, and whether that makes them the truth. */
export function standing(
  labelled: readonly Pick<GoldRow, "kinds">[],
  allowModelGold: boolean | undefined,
): Pick<LabelledPairs, "goldKind" | "isTrusted"> {
  const kinds = new Set(labelled.flatMap((entry) => entry.kinds));
  return { goldKind: commonKind(kinds), isTrusted: labelled.length > 0 && areTrusted(kinds, allowModelGold) };
}
