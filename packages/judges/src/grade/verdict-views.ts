import type { Row } from "@whileai/core";

/** Rows without a usable verdict. Every row is in exactly one of the four views. */
export function unjudged<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => !isJudged(row));
}

/** Rows judged right: reward 1. */
export function passes<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => isJudged(row) && Number(row.reward) === 1);
}

/** Rows judged wrong: reward 0. */
export function failures<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => isJudged(row) && Number(row.reward) === 0);
}

/** Rows judged in between: a reward above 0 and below 1. */
export function partials<R extends Row>(rows: Iterable<R>): R[] {
  return [...rows].filter((row) => isJudged(row) && Number(row.reward) > 0 && Number(row.reward) < 1);
}

/** A reward in [0, 1] and, where there is a status, the status ok. Booleans count; texts do not. */
function isJudged(row: Row): boolean {
  const { reward, judge_status } = row ?? {};
  if (judge_status !== undefined && judge_status !== null && judge_status !== "ok") return false;
  return typeof reward === "boolean" || (typeof reward === "number" && reward >= 0 && reward <= 1);
}
