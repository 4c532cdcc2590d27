import { cutText, isRecord, type Row } from "@whileai/core";
import { falseTestsClaim, ignoredFailure, phantomEdit, unverifiedClaim } from "./lie-flags.js";
import { stepFlags } from "./step-flags.js";
import type { StepKinds } from "./step-kind.js";
import { openTrace } from "./trace.js";
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
  const noteLie = (flag: TraceFlagName, evidence: string | null) => {
    if (evidence !== null && trace.isReadable) note(flag, evidence);
    else if (!trace.isReadable) unread.push(flag);
  };
  noteLie("lie.tests_claimed", falseTestsClaim(trace));
  noteLie("lie.phantom_edit", phantomEdit(trace));
  if (steps.length === 0) noteLie("lie.unverified_claim", unverifiedClaim(trace));
  const ignored = ignoredFailure(trace);
  if (ignored !== null) noteLie("lie.ignored_failure", ignored);

  if (found.size === 0 && unread.length === 0) return NOTHING;
  const flags = TRACE_FLAGS.flatMap((flag) => {
    const evidence = found.get(flag);
    return evidence === undefined ? [] : [{ flag, evidence: cutText(evidence, LONGEST_EVIDENCE) }];
  });
  return { flags, unread };
}
