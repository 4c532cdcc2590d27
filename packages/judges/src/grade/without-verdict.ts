import { isRecord, type Row } from "@whileai/core";

/** Fields that a verdict writes. */
const VERDICT_FIELDS: ReadonlySet<string> = new Set([
  "reward",
  "reason",
  "judge_status",
  "judge_name",
  "judge_meta",
  "failure_class",
  "markers",
  "lineage",
]);

/** A row as it was before anybody judged it: what tells whether two gradings are of the same row. */
export function withoutVerdict(row: Readonly<Row>): Row {
  const bare = Object.fromEntries(
    Object.entries(row).filter(([field]) => !VERDICT_FIELDS.has(field) && !field.startsWith("_")),
  ) as Row;
  const hasJudgedSteps = isRecord(row.judge_meta) && typeof row.judge_meta.step_rewards === "number";
  if (hasJudgedSteps && Array.isArray(bare.steps))
    bare.steps = bare.steps.map((step) => {
      if (!isRecord(step)) return step;
      const { reward: _, ...rest } = step;
      return rest;
    });
  return bare;
}
