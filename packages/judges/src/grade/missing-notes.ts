import { asSentence, clipText, type Note } from "@whileai/core";
import type { GradeTally, UnjudgedStatus } from "./grade-tally.js";

/** Longest reason of a row that the report quotes; an error is quoted whole. */
const REASON_CHARS = 120;

const UNJUDGED_STATUSES: readonly UnjudgedStatus[] = ["missing_reward", "invalid_result", "error", "timeout"];

/** What to do about rows that say nothing themselves about why they have no verdict. */
const SILENT_FIXES: Readonly<Record<UnjudgedStatus, string>> = {
  missing_reward: "The judge abstained or returned no `reward`: return { reward } with a number from 0 to 1.",
  invalid_result: "The judge returned something that is no reward: see `judge_meta` of those rows for what it was.",
  error: "The judge failed: see `judge_meta.error`, mend the cause and grade those rows again.",
  timeout: "The judge took too long: raise limits.timeoutMs or lower limits.concurrency.",
};

/** What to do where the rows' own reasons say what is wrong. */
const FIXES: Readonly<Record<UnjudgedStatus, string>> = {
  ...SILENT_FIXES,
  missing_reward: "",
  invalid_result:
    "What the judge returned stands in `judge_meta` of those rows; `explain(row, judge)` shows how it is read.",
};

/**
 * Rows without a verdict: how many, by what cause, and the first reason of each cause. Why rows were not reached is the matter
 * of another note.
 */
export function missingNotes({ rows, graded, unjudged, notReached, firstReasons }: GradeTally): Note[] {
  if (rows === 0)
    return [
      {
        code: "no_rows",
        severity: "warning",
        message: "There were no rows to grade.",
        fix: "Check where the rows come from.",
      },
    ];
  if (graded === rows) return [];
  const judged = { ...unjudged, error: unjudged.error - notReached };
  const why = UNJUDGED_STATUSES.filter((status) => judged[status] > 0);
  const counts = why.map((status) => `${status} ${judged[status]}`);
  if (notReached > 0) counts.push(`not reached ${notReached}`);
  const reasons = why.flatMap((status) => {
    const reason = firstReasons[status];
    return reason === undefined
      ? []
      : ` First ${status}: ${asSentence(status === "error" ? reason : clipText(reason, REASON_CHARS))}`;
  });
  const fixes = why.map((status) => (firstReasons[status] === undefined ? SILENT_FIXES : FIXES)[status]);
  return [
    {
      code: graded === 0 ? "nothing_graded" : "unjudged",
      severity: graded === 0 ? "error" : "warning",
      message: `${rows - graded} of ${rows} rows have no verdict (${counts.join(", ")}); they are not failures and stay out of every rate.${reasons.join("")}`,
      fix: fixes.filter((fix) => fix !== "").join(" "),
    },
  ];
}
