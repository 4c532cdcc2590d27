/** Levels of a line's objects and lists; what is sampled from a model has a handful. Convention. */
const DEEPEST = 200;

/**
 * Why a parsed line cannot be taken, though it is JSON: it nests so deep that what reads it later would overflow, or holds
 * a number that is no double, which a log could not write again. Null where nothing is wrong. Needs no stack.
 */
export function contentProblem(line: unknown): string | null {
  let level: unknown[] = [line];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return `the line nests deeper than ${DEEPEST} levels`;
    const inner: unknown[] = [];
    for (const value of level)
      for (const entry of Object.values(value as object)) {
        if (typeof entry === "object" && entry !== null) inner.push(entry);
        else if (typeof entry === "number" && !Number.isFinite(entry))
          return "the line holds a number that is too large for a double";
      }
    level = inner;
  }
  return null;
}
