import type { Row } from "@whileai/core";

/** What verdicts and labels leave on a row. A judge that is checked must see none of it. */
const VERDICT_FIELDS: ReadonlySet<string> = new Set([
  "reward",
  "reason",
  "grader_reason",
  "judge_status",
  "judge_name",
  "judge_meta",
  "failure_class",
  "fault_detected",
  "markers",
  "label_source",
  "llm_reward",
  "llm_reason",
  "qwen_reward",
  "gold_reward",
  "gold_kind",
  "gold_labels",
  "blame",
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
  return Object.fromEntries(Object.entries(row).filter(([key]) => !VERDICT_FIELDS.has(key) && !left.has(key)));
}
