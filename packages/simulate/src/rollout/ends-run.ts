import { errorCode } from "@whileai/core";

/** A key that is refused, an answer that was paid for and cannot be kept, a row that must not land: no other call does better. */
const ENDING: ReadonlySet<string | undefined> = new Set(["auth_failed", "cassette_unwritable", "redaction_failed"]);

/** True for an error after which a run must not go on. */
export const endsRun = (error: unknown): boolean => ENDING.has(errorCode(error));
