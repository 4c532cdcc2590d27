/** Tasks grouped by what they showed: tasks with equal rollouts and passes are interchangeable to a model of rates. */
export interface OutcomeCells {
  /** Rollouts of a task in the cell. */
  readonly rollouts: readonly number[];
  /** Passes among them. */
  readonly passes: readonly number[];
  /** How many tasks are in the cell. */
  readonly tasks: Float64Array;
}

/** Groups tasks by rollouts and passes, in a fixed order, so that the order of the rows plays no part. */
export function outcomeCells(groups: Iterable<{ readonly rollouts: number; readonly passes: number }>): OutcomeCells {
  const found = new Map<string, { rollouts: number; passes: number; tasks: number }>();
  for (const { rollouts, passes } of groups) {
    const key = `${rollouts}/${passes}`;
    const cell = found.get(key);
    if (cell) cell.tasks++;
    else found.set(key, { rollouts, passes, tasks: 1 });
  }
  const cells = [...found.values()].sort((one, other) => one.rollouts - other.rollouts || one.passes - other.passes);
  return {
    rollouts: cells.map((cell) => cell.rollouts),
    passes: cells.map((cell) => cell.passes),
    tasks: Float64Array.from(cells, (cell) => cell.tasks),
  };
}
