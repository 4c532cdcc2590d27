import { roundHalfEven } from "@whileai/core";
import { type Column, strength } from "./column.js";
import { foldReply } from "./tokens.js";

/** A column with its place in the ranking. */
export interface RankedFeature {
  readonly column: Column;
  readonly endorsed: boolean;
  readonly aboveFloor: boolean;
}

/** Slack for comparing correlations that are equal on paper. */
const SLACK = 1e-9;
/** Decimals at which two strengths count as the same. */
const TIE_DIGITS = 6;

/** The test for what the caller meant the reward to pay for: a column by any of its names, a conjunction by its parents. */
export function endorsedTest(terms: readonly string[]): (column: Column) => boolean {
  const folded = terms.map(foldReply);
  const matches = (name: string) => folded.some((term) => foldReply(name).includes(term));
  const test = ({ name, aliases, parents }: Column): boolean =>
    matches(name) || aliases.some((alias) => matches(alias.name)) || (parents?.some(test) ?? false);
  return test;
}

/**
 * Orders features by how closely they go with the reward. Ties go to an endorsed feature that is paid, then by name.
 */
export function rankFeatures(
  columns: readonly Column[],
  isEndorsed: (column: Column) => boolean,
  floor: number | null,
): RankedFeature[] {
  const ranked = columns.map((column) => ({
    column,
    endorsed: isEndorsed(column),
    aboveFloor: floor !== null && column.rho !== null && strength(column) > floor + SLACK,
    key: roundHalfEven(strength(column), TIE_DIGITS),
  }));
  const paid = ({ endorsed, column }: RankedFeature) => (endorsed && (column.rho ?? 0) > 0 ? 0 : 1);
  ranked.sort(
    (left, right) =>
      right.key - left.key || paid(left) - paid(right) || (left.column.name < right.column.name ? -1 : 1),
  );
  return ranked.map(({ column, endorsed, aboveFloor }) => ({ column, endorsed, aboveFloor }));
}
