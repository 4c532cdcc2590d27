import { parseArgs } from "node:util";

/** What a benchmark over graded rollouts is told on the command line. */
export interface RolloutFlags {
  /** A folder with the files of rollouts; without it they are made. */
  readonly dir: string | undefined;
  /** An interpreter with the Python package. */
  readonly python: string | undefined;
  /** Rows of each run. */
  readonly sizes: readonly number[];
}

/**
 * Reads `--dir DIR`, `--python PYTHON` and `--sizes 1000,10000`.
 *
 * @param least - The fewest rows that say anything.
 * @throws RangeError for sizes that are no whole numbers from there: a run over nothing passes.
 */
export function rolloutFlags(least: number): RolloutFlags {
  const { values } = parseArgs({
    options: {
      dir: { type: "string" },
      python: { type: "string" },
      sizes: { type: "string", default: "1000,10000,100000" },
    },
  });
  const sizes = values.sizes.split(",").map(Number);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= least))
    throw new RangeError(`--sizes must be whole numbers from ${least}, with commas between them.`);
  return { dir: values.dir, python: values.python, sizes };
}
