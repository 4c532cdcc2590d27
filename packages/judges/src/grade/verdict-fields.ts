/** What judging leaves on a row, in this product and in the Python package; labels that people gave are none of it. */
export const VERDICT_FIELDS = [
  "reward",
  "reason",
  "grader_reason",
  "judge_status",
  "judge_name",
  "judge_meta",
  "failure_class",
  "fault_detected",
  "markers",
  "llm_reward",
  "llm_reason",
  "qwen_reward",
  "blame",
] as const;
