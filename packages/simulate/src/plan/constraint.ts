/** Levels, by axis position and level position, that must not all occur in one row. */
export type ForbiddenTuple = readonly { readonly axis: number; readonly level: number }[];

/** Answers whether a partial row (-1 where open) can still be completed. */
export type Completable = (row: Int16Array) => boolean;

/** Remembered answers of one group of axes before they are forgotten; keeps memory flat on wide models. */
const MOST_ANSWERS = 100_000;

/** Axes that forbidden tuples tie together, directly or through others; what one group holds says nothing of another. */
interface Group {
  readonly axes: number[];
  readonly tuples: ForbiddenTuple[];
}

/** A tuple that names two levels of one axis never occurs. */
const canOccur = (tuple: ForbiddenTuple): boolean =>
  tuple.every((part) => tuple.every((other) => other.axis !== part.axis || other.level === part.level));

const groupsOf = (forbidden: readonly ForbiddenTuple[]): Group[] => {
  let groups: Group[] = [];
  for (const tuple of forbidden.filter(canOccur)) {
    const axes = new Set(tuple.map((part) => part.axis));
    const touched = groups.filter((group) => group.axes.some((axis) => axes.has(axis)));
    const merged = {
      axes: [...new Set([...touched.flatMap((group) => group.axes), ...axes])].sort((a, b) => a - b),
      tuples: [...touched.flatMap((group) => group.tuples), tuple],
    };
    groups = [...groups.filter((group) => !touched.includes(group)), merged];
  }
  return groups;
};

const holds = (row: Int16Array, tuple: ForbiddenTuple): boolean => {
  for (const part of tuple) if (row[part.axis] !== part.level) return false;
  return true;
};

/** Tuples by axis and level of some of their parts. */
type TupleIndex = ReadonlyMap<number, readonly (readonly ForbiddenTuple[])[]>;

const indexed = (
  levels: readonly number[],
  { axes, tuples }: Group,
  partsOf: (tuple: ForbiddenTuple) => ForbiddenTuple,
): TupleIndex => {
  const index = new Map(
    axes.map((axis) => [axis, Array.from({ length: levels[axis] as number }, (): ForbiddenTuple[] => [])]),
  );
  for (const tuple of tuples) for (const { axis, level } of partsOf(tuple)) index.get(axis)?.[level]?.push(tuple);
  return index;
};

const groupCheck = (levels: readonly number[], group: Group): Completable => {
  const { axes, tuples } = group;
  const named = new Map(
    axes.map((axis) => [axis, tuples.filter((tuple) => tuple.some((part) => part.axis === axis)).length]),
  );
  // The axes that most tuples name are tried first: a dead end shows early.
  const order = [...axes].sort((a, b) => (named.get(b) as number) - (named.get(a) as number) || a - b);
  const byPart = indexed(levels, group, (tuple) => tuple);
  // Under one part each, that of the axis with most levels: so few are left to look at for a row.
  const byWidest = indexed(levels, group, (tuple) => [
    tuple.reduce((widest, part) => ((levels[part.axis] as number) > (levels[widest.axis] as number) ? part : widest)),
  ]);
  const breaks = (row: Int16Array, index: TupleIndex, axis: number): boolean => {
    for (const tuple of index.get(axis)?.[row[axis] as number] ?? []) if (holds(row, tuple)) return true;
    return false;
  };
  const breaksAny = (row: Int16Array): boolean => {
    for (const axis of axes) if (row[axis] !== -1 && breaks(row, byWidest, axis)) return true;
    return false;
  };
  const extend = (row: Int16Array, position: number): boolean => {
    const axis = order[position];
    if (axis === undefined) return true;
    if (row[axis] !== -1) return extend(row, position + 1);
    for (let level = 0; level < (levels[axis] as number); level++) {
      row[axis] = level;
      const isOpen = !breaks(row, byPart, axis) && extend(row, position + 1);
      row[axis] = -1;
      if (isOpen) return true;
    }
    return false;
  };
  const answers = new Map<string, boolean>();
  return (row) => {
    let open = 0;
    for (const axis of axes) if (row[axis] === -1) open++;
    if (open === 0) return !breaksAny(row);
    let key = "";
    for (const axis of axes) key += `${row[axis]},`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    if (answers.size >= MOST_ANSWERS) answers.clear();
    const answer = !breaksAny(row) && extend(Int16Array.from(row), 0);
    answers.set(key, answer);
    return answer;
  };
};

/**
 * A check that looks ahead: a partial row passes only if some completion breaks no forbidden tuple, so levels that can only
 * be completed through a forbidden tuple are ruled out as well. Answers are remembered, because a covering array asks about
 * the same few open rows again and again.
 */
export function completable(levels: readonly number[], forbidden: readonly ForbiddenTuple[]): Completable {
  // An empty tuple is in every row.
  if (forbidden.some((tuple) => tuple.length === 0)) return () => false;
  const checks = groupsOf(forbidden).map((group) => groupCheck(levels, group));
  return (row) => {
    for (const check of checks) if (!check(row)) return false;
    return true;
  };
}
