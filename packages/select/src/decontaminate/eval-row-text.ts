import { cutText } from "@whileai/core";
import type { DecontaminationHit } from "./decontamination-report.js";

const SHOWN_ID = 40;

/** Which eval row a text was found in, for people: by its place, counted from 1, and by what it is called. */
export function evalRowText({
  source,
  evalIndex,
  evalTaskId,
  evalId,
}: Pick<DecontaminationHit, "source" | "evalIndex" | "evalTaskId" | "evalId">): string {
  const row = `${source} row ${evalIndex + 1}`;
  if (evalTaskId !== null) return `${row} (task ${cutText(evalTaskId, SHOWN_ID)})`;
  return evalId === null ? row : `${row} (id ${cutText(evalId, SHOWN_ID)})`;
}
