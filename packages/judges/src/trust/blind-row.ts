import type { Row } from "@whileai/core";
import { withoutVerdict } from "../grade/without-verdict.js";

/** What labels leave on a row. */
const LABEL_FIELDS = ["label_source", "gold_reward", "gold_kind", "gold_labels"] as const;

/**
 * A copy of a row without labels and without what judging left on it, so that who judges it judges blind, and is shown the same
 * whoever graded it before. `hidden` names further fields to leave out.
 *
 * @example
 * blindRow({ final_text: "a", reward: 1 }); // { final_text: "a" }
 */
export function blindRow(row: Readonly<Row>, hidden: Iterable<string> = []): Row {
  const left = new Set<string>([...LABEL_FIELDS, ...hidden]);
  return Object.fromEntries(Object.entries(withoutVerdict(row)).filter(([field]) => !left.has(field)));
}
