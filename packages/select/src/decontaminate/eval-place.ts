import type { DecontaminationHit } from "./decontamination-report.js";
import type { EvalSet } from "./eval-set.js";

/** Which eval row a hit is of. */
export type EvalPlace = Pick<DecontaminationHit, "source" | "sourceIndex" | "evalIndex" | "evalTaskId" | "evalId">;

/** Where an eval row stands, and what it is called, as a hit says it. */
export function evalPlace(set: EvalSet, row: number): EvalPlace {
  const { source, index, taskId, id } = set.rows[row] as EvalSet["rows"][number];
  return {
    source: set.sources[source]?.name ?? "",
    sourceIndex: source,
    evalIndex: index,
    evalTaskId: taskId,
    evalId: id,
  };
}
