import { checkOptions, type OptionRules, optionRule } from "@whileai/core";
import type { Sleep } from "@whileai/core/backends";

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** Time between two looks at a batch, in milliseconds; convention: most batches take minutes to hours. */
export const DEFAULT_BATCH_POLL_MS = 30 * SECOND;
/** Longest wait for one batch, in milliseconds: both vendors end batches within 24 hours; convention: two hours more. */
export const DEFAULT_BATCH_WAIT_MS = 26 * HOUR;
/** Requests of one batch; convention: what is lost when a batch is refused stays small, and so does what is held in memory. */
export const DEFAULT_REQUESTS_PER_BATCH = 10_000;

/** How `grade` asks in batches. */
export interface BatchOptions {
  /** Time between two looks at a batch, in milliseconds. Default 30 s. */
  readonly pollMs?: number | undefined;
  /** Longest wait for one batch, in milliseconds of waiting. What is not there by then stays at the vendor. Default 26 hours. */
  readonly maxWaitMs?: number | undefined;
  /** Most requests of one batch, within what the vendor takes. Default 10,000. */
  readonly requestsPerBatch?: number | undefined;
  /** Replaces the wait between two looks, for tests. */
  readonly sleep?: Sleep | undefined;
}

const BATCH_RULES: OptionRules = {
  pollMs: optionRule.positive,
  maxWaitMs: optionRule.positive,
  requestsPerBatch: optionRule.integer(1),
  sleep: optionRule.callable,
};

/** The rule of the option `batch`: a flag, or the options themselves, which {@link batchOptions} checks. */
export const isBatchOption = (value: unknown): string | undefined =>
  typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value))
    ? undefined
    : "true, false or an object of options";

/**
 * The options of a grading in batches; undefined for one call at a time.
 *
 * @throws OptionError for unknown ones and bad values.
 */
export function batchOptions(given: boolean | BatchOptions | undefined): BatchOptions | undefined {
  if (given === undefined || given === false) return undefined;
  if (given === true) return {};
  checkOptions("grade", given, BATCH_RULES, "batch.");
  return given;
}
