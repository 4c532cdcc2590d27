import {
  binaryLabel,
  countText,
  createReport,
  fixedText,
  isCapReason,
  isRecord,
  type Note,
  percentText,
  type ReportOf,
  type RowLike,
  renderNotes,
  requireRows,
  roundHalfEven,
} from "@whileai/core";
import { sortedSum } from "../inference/sorted-sum.js";
import { sampledTokens } from "./sampled-tokens.js";

/** From this correlation on the reward follows the model's own confidence. Convention. */
const CONFIDENCE_THRESHOLD = 0.3;
/** Fewest rows with a correlation. */
const FEWEST_ROWS = 3;
const DIGITS = 3;

/** The data of a {@link LogprobReport}. Log-probabilities are in nats. */
export interface LogprobReportFields {
  readonly nRows: number;
  /** Rows with a finite `logprob` and a positive `n_tokens`. */
  readonly nWithLogprobs: number;
  /** Rows whose log-probability is NaN or infinite. */
  readonly nNonFinite: number;
  readonly nTokens: number;
  /** Σ logprob / Σ tokens. */
  readonly meanTokenLogprob: number | null;
  /** Nearest-rank quantiles over rows of logprob / n_tokens. */
  readonly rowMeanP10: number | null;
  readonly rowMeanP50: number | null;
  readonly rowMeanP90: number | null;
  /** Pearson correlation of a row's mean log-probability with its reward of 0 or 1; null below three rows or without spread. */
  readonly corrRewardConfidence: number | null;
  /** Rows behind the correlation. */
  readonly nCorrelated: number;
  /** Rows cut by a token cap. */
  readonly nTruncated: number;
}

/** What {@link logprobReport} gives. */
export type LogprobReport = ReportOf<"logprob_report", LogprobReportFields>;

/** The value at the nearest rank, halves to the even one. */
function nearestRank(ascending: readonly number[], share: number): number | null {
  return ascending[roundHalfEven(share * (ascending.length - 1), 0)] ?? null;
}

interface Pair {
  readonly confidence: number;
  readonly reward: number;
}

function correlation(pairs: readonly Pair[]): number | null {
  if (pairs.length < FEWEST_ROWS) return null;
  const meanConfidence = sortedSum(pairs.map(({ confidence }) => confidence)) / pairs.length;
  const meanReward = sortedSum(pairs.map(({ reward }) => reward)) / pairs.length;
  const together = sortedSum(pairs.map((pair) => (pair.confidence - meanConfidence) * (pair.reward - meanReward)));
  const confidences = sortedSum(pairs.map(({ confidence }) => (confidence - meanConfidence) ** 2));
  const rewards = sortedSum(pairs.map(({ reward }) => (reward - meanReward) ** 2));
  if (confidences === 0 || rewards === 0) return null;
  return Math.min(1, Math.max(-1, together / Math.sqrt(confidences * rewards)));
}

const isCut = (row: Readonly<Record<string, unknown>>): boolean =>
  isCapReason(row.finish_reason) ||
  (Array.isArray(row.steps) && row.steps.some((step) => isRecord(step) && step.truncated === true));

function notesOf(fields: LogprobReportFields): Note[] {
  const { nRows, nWithLogprobs, nNonFinite, corrRewardConfidence, nCorrelated, nTruncated } = fields;
  const notes: Note[] = [];
  if (nWithLogprobs === 0)
    notes.push({
      code: "no_logprobs",
      severity: "warning",
      message: "no row carries log-probabilities.",
      fix: "Sample with `sampling: { logprobs: true }` on a backend that gives them.",
    });
  if (nNonFinite > 0)
    notes.push({
      code: "non_finite",
      severity: "warning",
      message: `${nNonFinite} of ${nRows} rows have a NaN or infinite log-probability and are left out.`,
    });
  if (corrRewardConfidence !== null && corrRewardConfidence >= CONFIDENCE_THRESHOLD)
    notes.push({
      code: "reward_tracks_confidence",
      severity: "warning",
      message: `the reward follows the model's confidence (correlation ${fixedText(corrRewardConfidence, 2)} over ${nCorrelated} rows): training on it may sharpen what the model does anyway.`,
      fix: "Check the judge against labels of people.",
    });
  if (nTruncated > 0)
    notes.push({
      code: "truncated",
      severity: "warning",
      message: `${nTruncated} of ${nRows} rows were cut by a token cap: their log-probabilities cover part of a reply.`,
    });
  return notes;
}

const number = (value: number | null): string => (value === null ? "n/a" : fixedText(value, DIGITS));

function logprobReportText(report: LogprobReport): string {
  const { nRows, nWithLogprobs, nTokens, meanTokenLogprob, rowMeanP10, rowMeanP50, rowMeanP90 } = report;
  const share = nRows === 0 ? "n/a" : percentText(nWithLogprobs / nRows);
  const lines = [
    `log-probabilities on ${nWithLogprobs} of ${countText(nRows, "row")} (${share}), ${countText(nTokens, "token")}`,
  ];
  if (meanTokenLogprob !== null)
    lines.push(
      `  mean ${number(meanTokenLogprob)} a token; rows: p10 ${number(rowMeanP10)}, p50 ${number(rowMeanP50)}, p90 ${number(rowMeanP90)}`,
    );
  if (report.corrRewardConfidence !== null)
    lines.push(
      `  correlation with the reward ${fixedText(report.corrRewardConfidence, 2)} (${report.nCorrelated} rows)`,
    );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

/**
 * What the sampling log-probabilities of a run look like: on how many rows they are, how confident the model was, and
 * whether the reward follows that confidence (a judge that rewards what is likely teaches nothing new).
 *
 * A row's confidence is logprob / n_tokens. The correlation takes rows as independent, which rollouts of one task are
 * not: read it as a hint. Throws an `OptionError` for something that is not a list of rows.
 *
 * @example
 * logprobReport([{ task_id: "a", logprob: -10, n_tokens: 5 }]).meanTokenLogprob; // -2
 */
export function logprobReport(rows: Iterable<RowLike>): LogprobReport {
  const logprobs: number[] = [];
  const rowMeans: number[] = [];
  const pairs: Pair[] = [];
  let [nRows, nTokens, nNonFinite, nTruncated] = [0, 0, 0, 0];
  for (const row of requireRows("logprobReport", rows) as Iterable<unknown>) {
    if (!isRecord(row)) continue;
    nRows++;
    if (isCut(row)) nTruncated++;
    const sampled = sampledTokens(row);
    if (sampled === "non_finite") nNonFinite++;
    if (typeof sampled === "string") continue;
    const confidence = sampled.logprob / sampled.nTokens;
    logprobs.push(sampled.logprob);
    rowMeans.push(confidence);
    nTokens += sampled.nTokens;
    const reward = binaryLabel(row);
    if (reward !== null) pairs.push({ confidence, reward });
  }
  const ascending = rowMeans.sort((left, right) => left - right);
  const fields: LogprobReportFields = {
    nRows,
    nWithLogprobs: ascending.length,
    nNonFinite,
    nTokens,
    meanTokenLogprob: nTokens === 0 ? null : sortedSum(logprobs) / nTokens,
    rowMeanP10: nearestRank(ascending, 0.1),
    rowMeanP50: nearestRank(ascending, 0.5),
    rowMeanP90: nearestRank(ascending, 0.9),
    corrRewardConfidence: correlation(pairs),
    nCorrelated: pairs.length,
    nTruncated,
  };
  return createReport("logprob_report", fields, notesOf(fields), logprobReportText);
}
