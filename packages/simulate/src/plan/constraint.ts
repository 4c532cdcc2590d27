/** Levels, by axis position and level position, that must not all occur in one row. */
export type ForbiddenTuple = readonly { readonly axis: number; readonly level: number }[];

/** Answers whether a partial row (-1 where open) can still be completed. */
export type Completable = (row: Int16Array) => boolean;

/**
 * A check that looks ahead: a partial row passes only if some completion breaks no forbidden tuple. Answers are remembered,
 * because a covering array asks about the same few open rows again and again.
 */
export function completable(levels: readonly number[], forbidden: readonly ForbiddenTuple[]): Completable {
  if (forbidden.length === 0) return () => true;
  const touched = [...new Set(forbidden.flatMap((tuple) => tuple.map((part) => part.axis)))].sort((a, b) => a - b);
  const answers = new Map<string, boolean>();
  const breaks = (row: Int16Array): boolean =>
    forbidden.some((tuple) => tuple.every((part) => row[part.axis] === part.level));
  const extend = (row: Int16Array, position: number): boolean => {
    const axis = touched[position];
    if (axis === undefined) return true;
    if (row[axis] !== -1) return extend(row, position + 1);
    for (let level = 0; level < (levels[axis] as number); level++) {
      row[axis] = level;
      const open = !breaks(row) && extend(row, position + 1);
      row[axis] = -1;
      if (open) return true;
    }
    return false;
  };
  return (row) => {
    let key = "";
    for (const axis of touched) key += `${row[axis]},`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const copy = Int16Array.from(row);
    const answer = !breaks(copy) && extend(copy, 0);
    answers.set(key, answer);
    return answer;
  };
}
