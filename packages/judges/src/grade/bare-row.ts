import type { Row } from "@whileai/core";
import { hasJudgedSteps, withoutVerdict } from "./without-verdict.js";

/** What tells whether two gradings are of the same row: the row without verdicts and without fields that are private by name. */
export const bareRow = (row: Readonly<Row>, judgedSteps = hasJudgedSteps(row)): Row =>
  Object.fromEntries(
    Object.entries(withoutVerdict(row, judgedSteps)).filter(([field]) => !field.startsWith("_")),
  ) as Row;
