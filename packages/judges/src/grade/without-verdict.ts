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

/** True where a judge wrote rewards on the steps of a row. */
export const hasJudgedSteps = ({ judge_meta }: Readonly<Row>): boolean =>
  isRecord(judge_meta) && typeof judge_meta.step_rewards === "number";

/**
 * A row as it was before anybody judged it: what tells whether two gradings are of the same row. `judgedSteps` says whether
 * rewards on its steps count as a verdict; unless given, the row does.
 */
export function withoutVerdict(row: Readonly<Row>, judgedSteps = hasJudgedSteps(row)): Row {
  const bare = Object.fromEntries(
    Object.entries(row).filter(([field]) => !VERDICT_FIELDS.has(field) && !field.startsWith("_")),
  ) as Row;
  if (judgedSteps && Array.isArray(bare.steps))
    bare.steps = bare.steps.map((step) => {
      if (!isRecord(step)) return step;
      const { reward: _, ...rest } = step;
      return rest;
    });
  return bare;
}
