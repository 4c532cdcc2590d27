import type { Row } from "@whileai/core";
import { VERDICT_FIELDS } from "../grade/verdict-fields.js";

/** What verdicts and labels leave on a row. A judge that is checked must see none of it. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  ...VERDICT_FIELDS,
  "label_source",
  "gold_reward",
  "gold_kind",
  "gold_labels",
]);

/**
 * A copy of a row without verdicts and labels, so that who judges it judges blind. `hidden` names further fields to
 * leave out.
 *
 * @example
 * withoutVerdict({ final_text: "a", reward: 1 }); // { final_text: "a" }
 */
export function withoutVerdict(row: Readonly<Row>, hidden: Iterable<string> = []): Row {
  const left = new Set(hidden);
  return Object.fromEntries(Object.entries(row).filter(([key]) => !HIDDEN_FIELDS.has(key) && !left.has(key)));
}
