import { describeError, RowError, WhileaiError } from "@whileai/core";

/** What `read` gives; whatever it throws comes out as an error of ours. */
export function guarded<Result>(name: string | undefined, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (WhileaiError.isInstance(error)) throw error;
    throw new RowError({
      path: name,
      cause: error,
      message: `the results cannot be read (${describeError(error)}).`,
      fix: "Check that the file is whole and of the format it was read as.",
    });
  }
}
