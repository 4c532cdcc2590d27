/** How one case of a vector file went. */
export interface GoldenResult {
  /** The case's id, or its position when it has none. */
  readonly id: string;
  readonly status: "passed" | "failed" | "pending";
  /** On a failure what was expected and what came; on a pending case why it has no runner yet. */
  readonly detail?: string;
}

/** What a runner may ask for besides its own content. */
export interface GoldenContext {
  /** Another file under the golden folder (an input that several vectors share), read like a vector file. */
  read(file: string): unknown;
}

/**
 * Runs one vector file. Lives in `packages/<package>/golden/<name>.golden.ts` as the export `runner`.
 *
 * `files` are the paths under the golden folder that this runner reads (`stats/passAt.json`). A path that ends in "/"
 * is a whole folder. What `run` gets as content: the parsed value of a `.json` file, the list of parsed lines of a
 * `.jsonl` file, the text of any other file, and for a folder a Map from the path inside it to each file's text.
 */
export interface GoldenRunner {
  readonly files: readonly string[];
  /** Files that this runner reads through `context.read`; they are inputs and need no runner of their own. */
  readonly inputs?: readonly string[] | undefined;
  run(
    content: unknown,
    file: string,
    context: GoldenContext,
  ): readonly GoldenResult[] | Promise<readonly GoldenResult[]>;
}
