import { mean, OptionError } from "@whileai/core";

/** What is known of one task. */
export interface TaskOutcomes {
  /** Passes among the graded; may be a fraction where rewards are. */
  readonly passes: number;
  /** Rollouts with a verdict. */
  readonly graded: number;
  /** Rollouts without one. */
  readonly missing: number;
}

/** Where a mean over tasks can lie, whatever the missing verdicts are. */
export interface WorstCaseBounds {
  /** Every missing verdict a fail; null without tasks. */
  readonly low: number | null;
  /** Every missing verdict a pass. */
  readonly high: number | null;
  /** The mean over tasks with a verdict, from the graded alone; null without any. */
  readonly observed: number | null;
  /** Tasks behind the bounds. */
  readonly nTasks: number;
  /** Of these, tasks without any verdict: they are in the bounds but not in `observed`. */
  readonly nTasksWithoutVerdict: number;
  readonly nMissing: number;
}

function checkTask({ passes, graded, missing }: TaskOutcomes, index: number): void {
  const counts = [graded, missing].every((count) => Number.isSafeInteger(count) && count >= 0);
  if (counts && passes >= 0 && passes <= graded) return;
  throw new OptionError({
    option: "tasks",
    received: { passes, graded, missing },
    message: `worstCaseBounds: task ${index} has ${passes} passes of ${graded} graded and ${missing} missing.`,
    fix: "Counts are whole numbers of at least 0, and passes are at most as many as graded.",
  });
}

/**
 * The bounds of a mean over tasks when verdicts are missing and nothing is known of why (Manski 1990, American Economic
 * Review 80): all missing fail, and all missing pass. The width is the mean missing share; no amount of data narrows it.
 * What is inside is not a confidence interval: sampling error comes on top.
 *
 * Tasks without rollouts are left out. Throws an `OptionError` for counts that contradict themselves.
 *
 * Wrong when: whole tasks are missing from the list, as these bounds cannot know of them.
 *
 * @example
 * worstCaseBounds([{ passes: 3, graded: 3, missing: 1 }, { passes: 2, graded: 4, missing: 0 }]);
 * // low 0.625, high 0.75, observed 0.75
 */
export function worstCaseBounds(tasks: readonly TaskOutcomes[]): WorstCaseBounds {
  const [lows, highs, observed]: [number[], number[], number[]] = [[], [], []];
  let nMissing = 0;
  for (const [index, task] of tasks.entries()) {
    checkTask(task, index);
    const { passes, graded, missing } = task;
    const all = graded + missing;
    nMissing += missing;
    if (all === 0) continue;
    lows.push(passes / all);
    highs.push((passes + missing) / all);
    if (graded > 0) observed.push(passes / graded);
  }
  return {
    low: mean(lows),
    high: mean(highs),
    observed: mean(observed),
    nTasks: lows.length,
    nTasksWithoutVerdict: lows.length - observed.length,
    nMissing,
  };
}
