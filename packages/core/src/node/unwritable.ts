import { RowError } from "../errors/row-error.js";

/** True for what the operating system refused, as against what a caller's own rows threw. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}

/** The error for a file that cannot be written. */
export function unwritable(path: string, cause: Error): RowError {
  return new RowError({
    path,
    cause,
    message: `cannot be written: ${cause.message}.`,
    fix: "Check that the path is no folder, that its folder may be written to and that the disk has room.",
  });
}
