import { countText, fixedText, type Interval, type Note, percentText, signedText } from "@whileai/core";
import { pText } from "../compare/compare-outcome.js";
import { listed, shortName } from "../table/names.js";
import { wrapText } from "../table/wrap-text.js";
import type { DeltaReport, DeltaVerdict, Direction, ProxyVerdict, Repeats, Sides } from "./delta-report-types.js";
import { metricLine, sliceLine } from "./metric-line.js";

const DIGITS = 3;

const ends = ({ low, high }: Interval): string => `${signedText(low, DIGITS)}..${signedText(high, DIGITS)}`;
const number = (value: number | null): string => (value === null ? "n/a" : fixedText(value, DIGITS));

/** `name: verdict (difference, interval, p, tasks)`. */
function verdictLine(report: DeltaReport, metric: string, verdict: DeltaVerdict | ProxyVerdict): string {
  const found = report.metrics.get(metric);
  const head = `${shortName(metric)}: ${verdict}`;
  if (found === undefined || found.delta === null) return head;
  const parts = [
    signedText(found.delta, DIGITS),
    found.ci95 === null ? "no interval" : `${percentText(report.level)} ${ends(found.ci95)}`,
    ...(found.pValue === null ? [] : [pText(found.pValue)]),
    `${found.nUsed} ${found.paired ? "paired" : "unpaired"} tasks`,
  ];
  return `${head} (${parts.join(", ")})`;
}

function headLines(report: DeltaReport): string[] {
  const { target, targetVerdict, proxy, proxyVerdict, overOptimized, headline, looks } = report;
  const lines: string[] = [];
  if (target !== null && targetVerdict !== null) lines.push(verdictLine(report, target, targetVerdict));
  if (proxy !== null && proxyVerdict !== null)
    lines.push(`proxy ${verdictLine(report, proxy, proxyVerdict)}${overOptimized ? "  OVER-OPTIMIZED" : ""}`);
  lines.push(headline);
  lines.push(...wrapText(`${report.outcome}: ${report.outcomeReason}`, "  "));
  lines.push(...wrapText(`would change it: ${report.whatWouldChangeIt}`, "  "));
  if (looks !== null)
    lines.push(`look ${looks.look} of ${looks.of}: alpha ${looks.alpha === 0 ? 0 : looks.alpha.toPrecision(3)}`);
  return lines;
}

/** What a direction says of one pair of runs. */
const FOUND: Readonly<Record<Direction, string>> = {
  up: "better",
  down: "better",
  UP: "worse",
  DOWN: "worse",
  flat: "no difference",
  noise: "no difference",
  "n/a": "not enough data",
};

function repeatedLine({ source, pairs, agree, range }: Repeats): string {
  const found = pairs.map(({ direction }) => FOUND[direction]);
  const shown = [...new Set(found)].map((word) => `${found.filter((other) => other === word).length} ${word}`);
  return (
    `repeated: ${agree} of ${pairs.length} ${source === "eval_run" ? "eval runs" : "training seeds"} say what all say together (${shown.join(", ")}); ` +
    `run means range over ${number(range.before)} before, ${number(range.after)} after`
  );
}

function noiseLines(report: DeltaReport): string[] {
  const { runStd, noiseBand, noiseRule, runStdSource, runStdRuns, repeats, trainRuns, trainStd, trainCi95 } = report;
  const lines: string[] = [];
  if (runStd !== null && noiseBand !== null) {
    const runs = runStdRuns === null ? "" : ` from ${runStdRuns} runs`;
    const source = runStdSource === "given" ? `given${runs}` : "measured between the eval runs";
    lines.push(
      ...wrapText(`eval noise: run_std ${number(runStd)} (${source}), band ${number(noiseBand)} = ${noiseRule}`),
    );
  }
  if (repeats !== null) lines.push(...wrapText(repeatedLine(repeats)));
  if (trainRuns !== null) {
    const seeds = (count: number | null) => (count === null ? "untrained" : countText(count, "seed"));
    const spread = `SD ${number(trainStd?.before ?? null)} before, ${number(trainStd?.after ?? null)} after`;
    const over =
      trainCi95 === null ? "" : `; ${signedText(report.trainDelta ?? 0, DIGITS)} [${ends(trainCi95)}] over seeds`;
    const arms = `${seeds(trainRuns.before)} before, ${seeds(trainRuns.after)} after`;
    lines.push(...wrapText(`training seeds: ${arms}; ${spread}${over}`));
  }
  return lines;
}

/** The line that says how many rows were graded, where some were not. */
function gradedLine({ before, after }: Sides<{ readonly graded_share: number | null }>): string | null {
  if ((before.graded_share ?? 1) >= 1 && (after.graded_share ?? 1) >= 1) return null;
  return `graded: ${fixedText(before.graded_share ?? 1, 2)} before, ${fixedText(after.graded_share ?? 1, 2)} after`;
}

function factLines(report: DeltaReport): string[] {
  const { nMetrics, familyError, correction, config, ceiling, lowerIsBetter, notes } = report;
  const lines: string[] = [];
  if (nMetrics >= 2)
    lines.push(
      correction === "none"
        ? `${nMetrics} metrics: were they independent, ${percentText(familyError)} chance that luck alone moves one`
        : `${nMetrics} metrics: p-values but the headline's and the proxy's allow for being several (${correction})`,
    );
  const graded = gradedLine(config);
  if (graded !== null) lines.push(graded);
  const room = notes.find(({ code }) => code === "ceiling");
  if (ceiling && room !== undefined) lines.push(...wrapText(`CEILING: ${room.message}`));
  const [a, b] = [config.before.answered_share, config.after.answered_share];
  if (a !== null && b !== null) lines.push(`answered: ${percentText(a)} before, ${percentText(b)} after`);
  if (lowerIsBetter.length > 0) lines.push(...wrapText(`lower is better: ${listed(lowerIsBetter)}`));
  return lines;
}

function sliceLines({ groups, by, headlineMetric, lowerIsBetter }: DeltaReport): string[] {
  if (groups.size === 0) return [];
  const isLower = headlineMetric !== null && lowerIsBetter.includes(headlineMetric);
  return [
    `  ${shortName(headlineMetric ?? "")} by ${shortName(by ?? "")}:`,
    ...[...groups].map(([name, slice]) => sliceLine(name, slice, isLower)),
  ];
}

/** Notes that a line of their own already says. */
const SAID: ReadonlySet<string> = /* @__PURE__ */ new Set(["balanced", "ceiling"]);

function noteLines(notes: readonly Note[]): string[] {
  return notes
    .filter(({ code }) => !SAID.has(code))
    .flatMap(({ severity, message, fix }) =>
      wrapText(`${severity === "info" ? "-" : "!"} ${message}${fix === undefined ? "" : ` ${fix}`}`),
    );
}

/** The report as a terminal shows it. */
export function deltaText(report: DeltaReport): string {
  const { balanced, nBalancedOut, metrics, notes } = report;
  return [
    ...headLines(report),
    ...noiseLines(report),
    ...factLines(report),
    ...[...metrics.values()].map(metricLine),
    ...(balanced
      ? [
          `balanced: left out ${countText(nBalancedOut.before, "row")} before, ${countText(nBalancedOut.after, "row")} after`,
        ]
      : []),
    ...sliceLines(report),
    ...noteLines(notes),
  ].join("\n");
}
