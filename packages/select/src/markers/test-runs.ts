import { isRecord } from "@whileai/core";
import { failedSummary, outputOf } from "./failed-summary.js";
import { failureOf } from "./step-failed.js";
import type { TraceStep } from "./trace-step.js";

/** Counts of failed tests in what a runner, or a service that reports on runs, prints. */
const RUN_FAILED = /\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?)\b|\bFAILED\b|\btests? failed\b/u;
const FAILURE_COUNTS = ["failed", "failures", "errors", "num_failed", "numFailedTests"] as const;

/** What a run of tests says of a failure: by what it printed, by its counts, or by how it ended; null without one. */
export function testsFailure(step: TraceStep): string | null {
  return (
    failedSummary(step.result) ??
    RUN_FAILED.exec(outputOf(step.result))?.[0] ??
    countedFailures(step.result) ??
    failureOf(step)
  );
}

function countedFailures(result: unknown): string | null {
  if (!isRecord(result)) return null;
  const name = FAILURE_COUNTS.find((count) => typeof result[count] === "number" && (result[count] as number) > 0);
  return name === undefined ? null : `${name} ${String(result[name])}`;
}
