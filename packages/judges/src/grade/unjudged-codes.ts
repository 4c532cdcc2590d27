/** Codes of errors that ended a grading before a row's turn came: nobody judged the row. */
export const UNJUDGED_CODES: ReadonlySet<unknown> = new Set(["aborted", "spend_limit", "time_limit", "batch_pending"]);
