import { asSentence, fixedText, type Interval, type Note, percentText, signedText } from "@whileai/core";
import type { CompareRuns, TaskValueDifference } from "../compare/compare-runs-types.js";
import type { DeltaReport } from "../delta-report/delta-report-types.js";
import type { FailureTable } from "../failure-table/failure-table-types.js";
import type { OutcomeFields } from "../outcome/outcome.js";
import type { PassAt } from "../pass-at/pass-at-types.js";
import type { EvalVariance } from "../variance/eval-variance-types.js";
import { codeBlock, inline, paragraph, table } from "./markdown.js";
import { type ReportLike, reportText } from "./report-check.js";

const DIGITS = 3;
const NONE = "n/a";

type Show = (value: number, digits: number) => string;
const number = (value: number | null, show: Show = fixedText): string => (value === null ? NONE : show(value, DIGITS));
const band = (interval: Interval | null, show: Show = fixedText): string =>
  interval === null ? NONE : `${show(interval.low, DIGITS)} to ${show(interval.high, DIGITS)}`;
const SMALLEST_P = 0.001;
const pValue = (value: number | null): string =>
  value !== null && value < SMALLEST_P ? `<${SMALLEST_P}` : number(value);
const share = (value: number | null): string => (value === null ? NONE : percentText(value));

function noteLines(notes: unknown): string[] {
  if (!Array.isArray(notes) || notes.length === 0) return [];
  const line = ({ severity, message, fix }: Note) =>
    `- ${severity === "info" ? "" : `**${severity}** `}${inline(`${asSentence(message)}${fix ? ` ${fix}` : ""}`)}`;
  return [...(notes as Note[]).map(line), ""];
}

const outcomeLines = ({ outcome, outcomeReason, whatWouldChangeIt }: OutcomeFields): string[] => [
  `**${inline(outcome)}**: ${inline(outcomeReason)}`,
  "",
  `Would change it: ${inline(whatWouldChangeIt)}`,
  "",
];

const kWayRows = (report: PassAt): string[][] => [
  [`pass^${report.k}`, number(report.passPowK), band(report.passPowKCi95)],
  [`pass@${report.k}`, number(report.passAtK), band(report.passAtKCi95)],
  ["headroom", number(report.headroom), band(report.headroomCi95)],
];

function passAtSection(report: PassAt): string[] {
  const { nGroups, nRows, worstCase, nClusters } = report;
  const rows = [
    ["pass@1", number(report.passAt1), band(report.ci95)],
    ["pass@1, recommended interval", number(report.passAt1), band(report.smallSampleCi95)],
    ...(report.passAtK === null ? [] : kWayRows(report)),
    ["mean reward", number(report.meanReward), band(report.meanRewardCi95)],
  ];
  const clusters = nClusters === null ? "" : ` in ${nClusters} clusters`;
  const missing = worstCase.nMissing === 0 ? "" : `; ${worstCase.nMissing} rollouts without a pass or fail`;
  return [
    ...table(["rate", "estimate", "95% interval"], rows),
    paragraph(`${nGroups} tasks${clusters}, ${nRows} rows${missing}`),
    "",
  ];
}

const differenceCells = (difference: TaskValueDifference): string[] => [
  number(difference.meanASharedTasks ?? difference.meanA),
  number(difference.meanBSharedTasks ?? difference.meanB),
  number(difference.delta, signedText),
  band(difference.ci95, signedText),
  pValue(difference.pValue),
  String(difference.nUsed),
];
const DIFFERENCE_TITLES = ["before", "after", "difference", "interval", "p", "tasks"];

function compareRunsSection(report: CompareRuns): string[] {
  const { metric, nonInferiority: margin } = report;
  const told =
    margin === null
      ? []
      : [`A loss of ${margin.margin} is ${margin.outcome === "shown" ? "" : "**not** "}ruled out.`, ""];
  return [
    ...outcomeLines(report),
    ...table(["metric", ...DIFFERENCE_TITLES], [[metric, ...differenceCells(report)]]),
    ...told,
  ];
}

function deltaReportSection(report: DeltaReport): string[] {
  const metrics = [...new Map(report.metrics).values()];
  const slices = [...new Map(report.groups)];
  return [
    `**${inline(report.headline)}**`,
    "",
    ...outcomeLines(report),
    ...table(
      ["metric", "role", ...DIFFERENCE_TITLES, "outcome"],
      metrics.map((metric) => [metric.metric, metric.roles.join(", "), ...differenceCells(metric), metric.outcome]),
    ),
    ...table(
      ["must not regress", "status", "margin", "worst case", "would have seen"],
      report.guards.map((guard) => [
        guard.metric,
        guard.status,
        number(guard.margin),
        number(guard.worstCase, signedText),
        number(guard.detectableDrop),
      ]),
    ),
    ...table(
      [report.by ?? "slice", ...DIFFERENCE_TITLES, "weak"],
      slices.map(([name, slice]) => [name, ...differenceCells(slice), slice.weakReasons.join(", ")]),
    ),
  ];
}

function failureTableSection(report: FailureTable): string[] {
  const rows = report.cells.map((cell) => [
    `${cell.by}: ${cell.cell}${cell.isWorse ? " (worse)" : ""}`,
    String(cell.nTasks),
    `${cell.nFailures} of ${cell.nRollouts}`,
    share(cell.failRate),
    cell.interval === null ? NONE : `${percentText(cell.interval.low)} to ${percentText(cell.interval.high)}`,
    number(cell.difference, signedText),
    pValue(cell.adjustedP),
  ]);
  const few = report.tooFew.length === 0 ? [] : [`Not ranked, for too few tasks: ${report.tooFew.length}.`, ""];
  return [
    `**${inline(report.summary)}**`,
    "",
    paragraph(report.next),
    "",
    ...table(
      ["where", "tasks", "fails", "fail rate", `${share(report.level)} interval`, "against the rest", "adjusted p"],
      rows,
    ),
    ...few,
  ];
}

function evalVarianceSection(report: EvalVariance): string[] {
  const { metric, nRuns, runStd, noiseBand, stability, means } = report;
  const spread = [
    ["mean", number(report.mean)],
    ["SD over runs", number(runStd)],
    ["one re-run may differ by", number(noiseBand)],
    ["stability", stability ?? NONE],
  ];
  return [
    paragraph(`${metric} over ${nRuns} runs`),
    "",
    ...table(
      ["run", "mean"],
      [...new Map(means)].map(([run, mean]) => [run, number(mean)]),
    ),
    ...table(["spread", "value"], spread),
  ];
}

const BY_KIND = new Map<string, (report: never) => string[]>([
  ["pass_at", passAtSection],
  ["compare_runs", compareRunsSection],
  ["delta_report", deltaReportSection],
  ["failure_table", failureTableSection],
  ["eval_variance", evalVarianceSection],
]);

/** A report as Markdown lines under its own heading; kinds without a table of their own show their text. */
export function summarySection(report: ReportLike, title: string): string[] {
  const section = BY_KIND.get(report.kind);
  const heading = [`### ${inline(title)}`, ""];
  if (section === undefined) return [...heading, ...codeBlock(reportText(report))];
  return [...heading, ...section(report as never), ...noteLines(report.notes)];
}
