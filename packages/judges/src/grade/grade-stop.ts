import type { Note } from "@whileai/core";
import type { SpendStop } from "@whileai/core/backends";

/** The limit that ended a grading. */
export type GradeStop = SpendStop | "max_seconds";

/** What the limits are called as options. */
const STOP_OPTIONS: Readonly<Record<GradeStop, string>> = {
  max_usd: "limits.maxUsd",
  max_tokens: "limits.maxTokens",
  max_seconds: "limits.maxSeconds",
};

/**
 * Says which limit ended the work.
 *
 * @param what - What that means for the rest, after "was reached".
 * @param rest - How what is left gets done, after "Raise it and".
 */
export const stoppedNote = (stop: GradeStop, what: string, rest: string): Note => ({
  code: "stopped_at_limit",
  severity: "warning",
  message: `${STOP_OPTIONS[stop]} was reached${what}`,
  fix: `Raise ${STOP_OPTIONS[stop]} and ${rest}`,
});

/** How rows that a limit left out are graded later. */
export const GRADE_THE_REST = "grade the rest: `resume` keeps the verdicts that are there.";
