/** How one case of a vector file went. */
export interface GoldenResult {
  /** The case's id, or its position when it has none. */
  readonly id: string;
  readonly status: "passed" | "failed" | "pending";
  /** On a failure what was expected and what came; on a pending case why it has no runner yet. */
  readonly detail?: string;
}

/**
 * Runs one vector file. Lives in `packages/<package>/golden/<name>.golden.ts` as the export `runner`.
 * `files` are the paths under the golden folder that this runner reads (`stats/passAt.json`).
 */
export interface GoldenRunner {
  readonly files: readonly string[];
  run(content: unknown, file: string): readonly GoldenResult[] | Promise<readonly GoldenResult[]>;
}
