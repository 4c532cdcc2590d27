import { isRecord, type Row } from "@whileai/core";
import { VERDICT_FIELDS } from "./verdict-fields.js";

/** A row's lineage names the run that graded it. */
const WRITTEN_FIELDS: ReadonlySet<string> = new Set([...VERDICT_FIELDS, "lineage"]);

/** True where a judge wrote rewards on the steps of a row. */
export const hasJudgedSteps = ({ judge_meta }: Readonly<Row>): boolean =>
  isRecord(judge_meta) && typeof judge_meta.step_rewards === "number";

/**
 * A row as it was before anybody judged it: what tells whether two gradings are of the same row. `judgedSteps` says whether
 * rewards on its steps count as a verdict; unless given, the row does.
 */
export function withoutVerdict(row: Readonly<Row>, judgedSteps = hasJudgedSteps(row)): Row {
  const bare = Object.fromEntries(
    Object.entries(row).filter(([field]) => !WRITTEN_FIELDS.has(field) && !field.startsWith("_")),
  ) as Row;
  if (judgedSteps && Array.isArray(bare.steps))
    bare.steps = bare.steps.map((step) => {
      if (!isRecord(step)) return step;
      const { reward: _, ...rest } = step;
      return rest;
    });
  return bare;
}
