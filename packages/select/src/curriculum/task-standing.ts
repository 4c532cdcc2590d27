import { roundHalfEven } from "@whileai/core";
import type { CurriculumSettings } from "./curriculum-options.js";
import type { TaskRate } from "./task-rates.js";

/** Decimals in which pass rates are compared, so that 8 of 10 is not above 0.8 in binary. */
const RATE_DIGITS = 4;

/** Where a task stands. */
export type TaskStanding = "trainable" | "solved" | "not_ready" | "thin" | "out_of_range";

/** A pass rate as it is compared. */
export function comparedRate(passRate: number): number {
  return roundHalfEven(passRate, RATE_DIGITS);
}

/** Whether a task is solved on rollouts enough to say so. */
export function isSolved(
  { n, passRate }: TaskRate,
  { solved, minRollouts }: Pick<CurriculumSettings, "solved" | "minRollouts">,
): boolean {
  return n >= minRollouts && passRate !== null && comparedRate(passRate) > solved;
}

/** Where a task stands by its graded rollouts. */
export function standingOf(task: TaskRate, settings: CurriculumSettings): TaskStanding {
  if (task.nOutOfRange > 0) return "out_of_range";
  if (task.n < settings.minRollouts || task.passRate === null) return "thin";
  if (isSolved(task, settings)) return "solved";
  return comparedRate(task.passRate) < settings.floor ? "not_ready" : "trainable";
}
