/** Edit distance with transposition counted as one edit, cut off above `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let previous2: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let best = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        best = Math.min(best, (previous2[column - 2] as number) + 1);
      current.push(best);
    }
    previous2 = previous;
    previous = current;
  }
  return previous[right.length] as number;
}

const MAX_EDITS = 2;

/**
 * The known name closest to what was written, if it is at most two edits away (a swap of neighbours is one edit).
 * Case and the separators `_`, `-` and space do not count.
 *
 * @example
 * nearestName("repeat", ["repeats", "runs"]); // "repeats"
 */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const fold = (name: string) => name.toLowerCase().replace(/[_\- ]/g, "");
  const target = fold(written);
  let best: string | undefined;
  let bestDistance = MAX_EDITS + 1;
  for (const name of known) {
    const distance = editDistance(target, fold(name), MAX_EDITS);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}
