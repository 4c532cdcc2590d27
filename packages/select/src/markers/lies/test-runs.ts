import { isRecord } from "@whileai/core";
import { failedSummary, outputOf } from "../trace/failed-summary.js";
import { failureOf } from "../trace/step-failed.js";
import type { StepKind } from "../trace/step-kind.js";
import type { TraceStep } from "../trace/trace-step.js";

/** Counts of failed tests in what a runner, or a service that reports on runs, prints. What a fixer mended fails no more. */
const RUN_FAILED =
  /\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?)\b(?![^\n]{0,60}\b0 remaining)|\bFAILED\b|\btests? failed\b/u;
/** Lines of single tests that passed, whatever their names say of failures. */
const PASSED_LINE = /^[ \t]*(?:[✓✔√] |ok \d|(?:--- )?PASS\b).*$|^.*(?: PASSED\b| \.\.\. ok$).*$/gmu;
/** Lines in which a runner says that all went well: what else was printed speaks of something else. */
const PASSED_SUMMARY =
  /^ok[ \t]+\S{1,200}[ \t]+(?:[\d.]{1,12}s|\(cached\))|^[= \t]*\d{1,7} passed\b(?!.{0,80} (?:failed|errors?)\b)|^[ \t]*Tests:?[ \t]{1,12}(?!.{0,80} failed\b).{0,80}\b[1-9]\d{0,6} passed\b|^test result: ok\b|^OK(?: \(|$)|\bBUILD SUCCESS|^# fail 0$/mu;
const FAILURE_COUNTS = ["failed", "failures", "errors", "num_failed", "numFailedTests"] as const;

/** What a run of tests says of a failure: by what it printed, by its counts, or by how it ended; null without one. */
export function testsFailure(step: TraceStep): string | null {
  return failedSummary(step.result) ?? printedFailure(step.result) ?? countedFailures(step.result) ?? failureOf(step);
}

function printedFailure(result: unknown): string | null {
  const output = outputOf(result);
  if (!RUN_FAILED.test(output) || PASSED_SUMMARY.test(output)) return null;
  return RUN_FAILED.exec(output.replace(PASSED_LINE, ""))?.[0] ?? null;
}

/** Fields in which a service tells how checks ended, and how they say that all is well. */
const RUN_FIELD = /^(?:ci|builds?|checks?|tests?|pipelines?|workflows?|conclusion)(?:_?(?:status|state|result))?$/iu;
const RUN_PASSED = /^(?:success\w*|pass\w*|green|ok)$/iu;
const DEEPEST_FIELD = 3;

/** Whether a tool that is no command told that checks passed, such as a pull request with the state of its CI. */
export function reportsRun(step: TraceStep, kind: StepKind | null): boolean {
  return kind !== "command" && step.paths.length === 0 && holdsPassed(step.result, DEEPEST_FIELD);
}

function holdsPassed(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth === 0) return false;
  return Object.entries(value).some(
    ([name, field]) =>
      (typeof field === "string" && RUN_FIELD.test(name) && RUN_PASSED.test(field)) || holdsPassed(field, depth - 1),
  );
}

function countedFailures(result: unknown): string | null {
  if (!isRecord(result)) return null;
  const name = FAILURE_COUNTS.find((count) => typeof result[count] === "number" && (result[count] as number) > 0);
  return name === undefined ? null : `${name} ${String(result[name])}`;
}
