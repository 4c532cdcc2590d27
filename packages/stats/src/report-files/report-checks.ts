import type { Note } from "@whileai/core";
import type { CompareRuns } from "../compare/compare-runs-types.js";
import { blindProxy } from "../delta-report/blind-gate.js";
import type { DeltaReport, GuardResult } from "../delta-report/delta-report-types.js";
import type { FailureCell, FailureTable } from "../failure-table/failure-table-types.js";
import type { Outcome, OutcomeFields } from "../outcome/outcome.js";
import type { PassAt } from "../pass-at/pass-at-types.js";
import type { EvalVariance } from "../variance/eval-variance-types.js";
import { type CheckStatus, isReport, type ReportCheck, type ReportLike, reportText } from "./report-check.js";

type Found = Omit<ReportCheck, "group">;

const BY_OUTCOME: Readonly<Record<Outcome, CheckStatus>> = {
  better: "passed",
  "no difference shown": "passed",
  worse: "failed",
  "not enough data": "not evaluated",
  "not comparable": "not evaluated",
};

const outcomeText = ({ outcome, outcomeReason, whatWouldChangeIt }: OutcomeFields): string =>
  `${outcome}: ${outcomeReason} Would change it: ${whatWouldChangeIt}`;

function passAtChecks(report: PassAt): Found[] {
  const isGraded = report.passAt1 !== null;
  const reason = isGraded ? undefined : "No row has a pass or fail.";
  return [
    { name: "pass@1", status: isGraded ? "passed" : "not evaluated", reason, details: reportText(report as never) },
  ];
}

function compareRunsChecks(report: CompareRuns): Found[] {
  const { metric, outcome, nonInferiority: margin } = report;
  const checks: Found[] = [
    { name: metric, status: BY_OUTCOME[outcome], reason: outcomeText(report), details: reportText(report as never) },
  ];
  if (margin !== null) {
    const isAnswered = outcome !== "not comparable" && margin.worstCase !== null;
    const status = isAnswered ? (margin.outcome === "shown" ? "passed" : "failed") : "not evaluated";
    const reason = `A loss of ${margin.margin} is ${margin.outcome === "shown" ? "" : "not "}ruled out.`;
    checks.push({ name: `${metric} within margin`, status, reason });
  }
  return checks;
}

const BY_GUARD: Readonly<Record<GuardResult["status"], CheckStatus>> = {
  held: "passed",
  regressed: "failed",
  "not shown": "failed",
  "not measured": "not evaluated",
};

function deltaReportChecks(report: DeltaReport): Found[] {
  const { ok, outcome, headline, guards, proxy, overOptimized, proxyVerdict } = report;
  const byOutcome = BY_OUTCOME[outcome];
  // A report that is not ok never passes, whatever its outcome.
  const status = !ok && byOutcome === "passed" ? "failed" : byOutcome;
  const checks: Found[] = [
    {
      name: report.target ?? report.headlineMetric ?? "headline",
      status,
      reason: `${headline}. ${outcomeText(report)}`,
      details: reportText(report as never),
    },
  ];
  for (const guard of guards)
    checks.push({ name: `${guard.metric} must not regress`, status: BY_GUARD[guard.status], reason: guard.status });
  if (proxy !== null) {
    const isBlind = blindProxy(proxyVerdict) !== null;
    const proxyStatus = overOptimized ? "failed" : isBlind ? "not evaluated" : "passed";
    const reason = overOptimized ? "The proxy rose and the target did not keep up." : (proxyVerdict ?? undefined);
    checks.push({ name: `${proxy} against the target`, status: proxyStatus, reason });
  }
  return checks;
}

function failureTableChecks(report: FailureTable): Found[] {
  const cellCheck = (cell: FailureCell, isRanked: boolean): Found => ({
    name: `${cell.by} ${cell.cell}`,
    status: isRanked ? (cell.isWorse ? "failed" : "passed") : "skipped",
    reason: `${cell.nFailures} of ${cell.nRollouts} rollouts fail, in ${cell.nTasks} tasks${isRanked ? "" : ": too few to rank"}.`,
  });
  return [
    {
      name: "all rollouts",
      status: report.failRate === null ? "not evaluated" : "passed",
      reason: report.summary,
      details: reportText(report as never),
    },
    ...report.cells.map((cell) => cellCheck(cell, true)),
    ...report.tooFew.map((cell) => cellCheck(cell, false)),
  ];
}

function evalVarianceChecks(report: EvalVariance): Found[] {
  const isKnown = report.runStd !== null;
  const reason = isKnown ? undefined : "A spread needs two runs with readable rows.";
  return [
    {
      name: `${report.metric} over runs`,
      status: isKnown ? "passed" : "not evaluated",
      reason,
      details: reportText(report as never),
    },
  ];
}

/** A report of any other kind: by its outcome, else by `ok`, else by its notes. */
function otherChecks(report: ReportLike): Found[] {
  const { kind, outcome, ok, notes } = report;
  const errors = (Array.isArray(notes) ? (notes as Note[]) : []).filter((note) => note?.severity === "error");
  const byOutcome = BY_OUTCOME[outcome as Outcome] as CheckStatus | undefined;
  const status = byOutcome ?? (ok === false || errors.length > 0 ? "failed" : "passed");
  const reason = byOutcome
    ? outcomeText(report as unknown as OutcomeFields)
    : errors.map(({ message }) => message).join(" ");
  return [{ name: kind, status, reason: reason === "" ? undefined : reason, details: reportText(report) }];
}

const BY_KIND = new Map<string, (report: never) => Found[]>([
  ["pass_at", passAtChecks],
  ["compare_runs", compareRunsChecks],
  ["delta_report", deltaReportChecks],
  ["failure_table", failureTableChecks],
  ["eval_variance", evalVarianceChecks],
]);

/** What a report says, one check a verdict. A check made by hand stays as it is. */
export function reportChecks(entry: ReportLike | ReportCheck): ReportCheck[] {
  if (!isReport(entry)) return [entry];
  const find = BY_KIND.get(entry.kind) ?? otherChecks;
  return find(entry as never).map((check) => ({ ...check, group: entry.kind }));
}
