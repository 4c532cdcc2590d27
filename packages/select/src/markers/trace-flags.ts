import { checkOptions, type RowLike } from "@whileai/core";
import { withRowError } from "../rows/with-row-errors.js";
import { kindsRule } from "./kinds-rule.js";
import { readTrace } from "./read-trace.js";
import type { StepKinds } from "./trace/step-kind.js";
import type { TraceFlag, TraceFlagName } from "./trace-flag.js";

/** Options of everything that reads trace flags. */
export interface TraceFlagOptions {
  /** What tools do, where names and arguments do not tell: `{ refund: "write", lint: "command", ping: null }`. */
  kinds?: StepKinds | undefined;
}

/**
 * What a rollout shows of claims without backing (`lie.*`), of ways around tests and checks (`hack.*`) and of dangerous
 * calls (`risk.*`), in a fixed order. Read by patterns from the calls and from what the agent said after the last of
 * them; no model is asked. The patterns are English.
 *
 * @param row - A rollout; anything odd in it is left out.
 * @throws OptionError for an unknown option or kind.
 *
 * @example
 * traceFlags({ steps: [], final_text: "I verified the total." });
 * // [{ flag: "lie.unverified_claim", evidence: "I verified" }]
 */
export function traceFlags(row: RowLike, options: TraceFlagOptions = {}): readonly TraceFlag[] {
  checkOptions("traceFlags", options, { kinds: kindsRule });
  return withRowError("traceFlags", row, (own) => readTrace(own, options.kinds).flags);
}

/**
 * The names of a rollout's trace flags, for columns and counts.
 *
 * @example
 * traceFlagNames({ steps: [], final_text: "I verified the total." }); // ["lie.unverified_claim"]
 */
export function traceFlagNames(row: RowLike): TraceFlagName[] {
  return withRowError("traceFlagNames", row, (own) => readTrace(own).flags.map(({ flag }) => flag));
}
