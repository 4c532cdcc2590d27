import { cutText, isRecord, type Row } from "@whileai/core";
import { falseTestsClaim, ignoredFailure, phantomEdit, unverifiedClaim } from "./lies/lie-flags.js";
import { stepFlags } from "./steps/step-flags.js";
import type { StepKinds } from "./trace/step-kind.js";
import { openTrace, type Trace } from "./trace/trace.js";
import { TRACE_FLAGS, type TraceFlag, type TraceFlagName } from "./trace-flag.js";

/** A reading of one rollout. */
export interface TraceReading {
  readonly flags: readonly TraceFlag[];
  /** Flags that hang on the reply's words, which are in a script or a language that the patterns cannot read. */
  readonly unread: readonly TraceFlagName[];
}

const LONGEST_EVIDENCE = 200;
const NO_KINDS: StepKinds = {};
const NOTHING: TraceReading = { flags: [], unread: [] };

/** Finds the flags of a rollout, and those that could not be looked for. */
export function readTrace(row: Readonly<Row>, ownKinds: StepKinds = NO_KINDS): TraceReading {
  if (!isRecord(row)) return NOTHING;
  const trace = openTrace(row, ownKinds);
  const { steps, kinds } = trace;
  const found = new Map<TraceFlagName, string>();
  const note = (flag: TraceFlagName, evidence: string) => {
    if (!found.has(flag)) found.set(flag, evidence);
  };
  for (const [index, step] of steps.entries()) stepFlags(step, kinds[index] ?? null, trace.asked, note);

  const unread: TraceFlagName[] = [];
  const lookFor = (flag: TraceFlagName, find: (trace: Trace) => string | null) => {
    const evidence = trace.isReadable ? find(trace) : null;
    if (evidence !== null) note(flag, evidence);
    else if (!trace.isReadable) unread.push(flag);
  };
  lookFor("lie.tests_claimed", falseTestsClaim);
  lookFor("lie.phantom_edit", phantomEdit);
  if (steps.length === 0) lookFor("lie.unverified_claim", unverifiedClaim);
  // A reply that cannot be read may have owned up; where no call failed there was nothing to own up to.
  if (trace.isReadable || ignoredFailure(trace) !== null) lookFor("lie.ignored_failure", ignoredFailure);

  if (found.size === 0 && unread.length === 0) return NOTHING;
  const flags = TRACE_FLAGS.flatMap((flag) => {
    const evidence = found.get(flag);
    return evidence === undefined ? [] : [{ flag, evidence: cutText(evidence, LONGEST_EVIDENCE) }];
  });
  return { flags, unread };
}
