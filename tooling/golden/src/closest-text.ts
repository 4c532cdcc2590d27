function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++)
      current.push(
        Math.min(
          (previous[column] as number) + 1,
          (current[column - 1] as number) + 1,
          (previous[column - 1] as number) + (left[row - 1] === right[column - 1] ? 0 : 1),
        ),
      );
    previous = current;
  }
  return previous[right.length] as number;
}

/** The known text with the fewest edits from what was written, case aside; undefined when nothing is known. */
export function closestText(written: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const text of known) {
    const edits = editDistance(written.toLowerCase(), text.toLowerCase());
    if (edits < fewest) [best, fewest] = [text, edits];
  }
  return best;
}
