import { isRecord, type Row } from "@whileai/core";

/** What judging leaves on a row, in this product and in the Python package; labels that people gave are none of it. */
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
  "llm_reward",
  "llm_reason",
  "qwen_reward",
  "blame",
  // It names the run that graded the row.
  "lineage",
]);

/** True where a judge wrote rewards on the steps of a row. */
export const hasJudgedSteps = ({ judge_meta }: Readonly<Row>): boolean =>
  isRecord(judge_meta) && typeof judge_meta.step_rewards === "number";

/**
 * A row as it was before anybody judged it. `judgedSteps` says whether rewards on its steps count as a verdict; unless given,
 * the row does.
 */
export function withoutVerdict(row: Readonly<Row>, judgedSteps = hasJudgedSteps(row)): Row {
  const unjudged = Object.fromEntries(Object.entries(row).filter(([field]) => !VERDICT_FIELDS.has(field))) as Row;
  if (judgedSteps && Array.isArray(unjudged.steps))
    unjudged.steps = unjudged.steps.map((step) => {
      if (!isRecord(step)) return step;
      const { reward: _, ...rest } = step;
      return rest;
    });
  return unjudged;
}
