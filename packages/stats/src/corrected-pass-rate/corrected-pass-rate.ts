import {
  checkOptions,
  createReport,
  DEFAULT_LEVEL,
  mean,
  openShare,
  optionRule,
  type RowLike,
  requireRows,
} from "@whileai/core";
import { countedRollouts } from "../failure-table/counted-rollouts.js";
import { clusterRobustInterval } from "../inference/cluster-robust-interval.js";
import { predictionPoweredMean } from "../inference/prediction-powered-mean.js";
import { type RoganGladenResult, roganGladen } from "../inference/rogan-gladen.js";
import { correctedPassRateNotes } from "./corrected-pass-rate-notes.js";
import { correctedPassRateText } from "./corrected-pass-rate-text.js";
import type {
  CorrectedPassRate,
  CorrectedPassRateFields,
  CorrectedPassRateOptions,
  LabelKind,
} from "./corrected-pass-rate-types.js";
import { labelOf } from "./label-of.js";

const KINDS: readonly LabelKind[] = ["human", "program", "model"];
/** Labels that are trusted unless the caller says otherwise: a model's label is one more verdict. */
const TRUSTED_KINDS: readonly LabelKind[] = ["human", "program"];

/** A rollout with a verdict, and a label where it has one. */
interface Judged {
  readonly task: string;
  readonly judge: 0 | 1;
  readonly label: 0 | 1 | null;
}

const judgeOf = ({ judge }: Judged): number => judge;
const taskOf = ({ task }: Judged): string => task;
const shareOf = (rollouts: readonly Judged[], of: (rollout: Judged) => boolean): number | null =>
  mean(rollouts.map((rollout) => (of(rollout) ? 1 : 0)));

/** How many independent rollouts these are worth, given that those of one task resemble one another. */
function effectiveCount(rollouts: readonly Judged[]): number {
  const robust = clusterRobustInterval(rollouts.map(judgeOf), rollouts.map(taskOf));
  return Math.max(1, rollouts.length / Math.max(1, robust?.designEffect ?? 1));
}

function bySensitivity(all: readonly Judged[], labelled: readonly Judged[], level: number): RoganGladenResult | null {
  const [positives, negatives] = [1, 0].map((label) => labelled.filter((rollout) => rollout.label === label)) as [
    Judged[],
    Judged[],
  ];
  if (positives.length === 0 || negatives.length === 0) return null;
  return roganGladen({
    observed: mean(all.map(judgeOf)) as number,
    n: effectiveCount(all),
    sensitivity: mean(positives.map(judgeOf)) as number,
    specificity: 1 - (mean(negatives.map(judgeOf)) as number),
    positives: effectiveCount(positives),
    negatives: effectiveCount(negatives),
    level,
  });
}

type Estimate = Pick<CorrectedPassRateFields, "passRate" | "interval" | "method" | "lambda">;

function byLabels(all: readonly Judged[], labelled: readonly Judged[], level: number): Estimate {
  const labels = labelled.map(({ label }) => label as number);
  const rest = all.filter(({ label }) => label === null);
  if (rest.length < 2) {
    const found = clusterRobustInterval(labels, labelled.map(taskOf), { level });
    if (found === null) return { passRate: null, interval: null, method: null, lambda: null };
    const interval = { low: Math.max(found.low, 0), high: Math.min(found.high, 1) };
    return { passRate: found.estimate, interval, method: "labels_alone", lambda: null };
  }
  const found = predictionPoweredMean(rest.map(judgeOf), labelled.map(judgeOf), labels, {
    level,
    clusters: { unlabelled: rest.map(taskOf), labelled: labelled.map(taskOf) },
  });
  if (found === null) return { passRate: null, interval: null, method: null, lambda: null };
  const { estimate, low, high, lambda } = found;
  return { passRate: estimate, interval: { low, high }, method: "prediction_powered", lambda };
}

/**
 * The pass rate that people would give, from a judge's verdicts on all rollouts (`reward`) and human labels on some
 * (`gold_reward`). A judge that passes too much makes every pass rate too high, and more rollouts do not mend that; a few
 * dozen labels do.
 *
 * The estimate is prediction-powered (Angelopoulos et al. 2023, Science 382; PPI++, arXiv:2311.01453), with tasks as
 * clusters; beside it the correction by the judge's sensitivity and specificity (Rogan and Gladen 1978; Lang and Reiczigel
 * 2014). Read are rewards and labels of 0 and 1; the rest is counted. Rates are over rollouts, so a task with more of them
 * weighs more.
 *
 * Throws an `OptionError` for an unknown option, a bad value, or something that is not a list of rows.
 *
 * Wrong when: the labelled rollouts are not a random part (only the doubtful ones were labelled); labels come from fewer
 * than about 30 tasks.
 *
 * @example
 * const rows = [...Array(90).keys()].map((i) => ({ scenario_id: `t${i}`, reward: i % 3 ? 1 : 0, ...(i < 45 && { gold_reward: i % 2 }) }));
 * correctedPassRate(rows).nLabelled; // 45
 */
export function correctedPassRate(rows: Iterable<RowLike>, options: CorrectedPassRateOptions = {}): CorrectedPassRate {
  checkOptions("correctedPassRate", options, { level: openShare, kinds: optionRule.listOf(optionRule.oneOf(KINDS)) });
  const { level = DEFAULT_LEVEL, kinds = TRUSTED_KINDS } = options;
  const counted = countedRollouts(requireRows("correctedPassRate", rows));
  const trusted = new Set(kinds);
  const all: Judged[] = [];
  let nLabelsLeftOut = 0;
  for (const { row, task, label: judge } of counted.rollouts) {
    if (judge === null) continue;
    const label = labelOf(row, trusted);
    if (label === "left_out") nLabelsLeftOut++;
    all.push({ task, judge, label: label === "left_out" ? null : label });
  }
  // Sums of floats below follow the order of the list, so it may not be the order of the rows.
  all.sort(
    (one, other) =>
      (one.task < other.task ? -1 : one.task > other.task ? 1 : 0) ||
      one.judge - other.judge ||
      (one.label ?? -1) - (other.label ?? -1),
  );
  const labelled = all.filter(({ label }) => label !== null);
  const [positives, negatives] = [1, 0].map((wanted) => labelled.filter(({ label }) => label === wanted)) as [
    Judged[],
    Judged[],
  ];
  const fields: CorrectedPassRateFields = {
    ...byLabels(all, labelled, level),
    level,
    judged: mean(all.map(judgeOf)),
    sensitivity: shareOf(positives, ({ judge }) => judge === 1),
    specificity: shareOf(negatives, ({ judge }) => judge === 0),
    roganGladen: bySensitivity(all, labelled, level),
    nTasks: new Set(all.map(taskOf)).size,
    nRows: all.length,
    nLabelled: labelled.length,
    nLabelledPass: positives.length,
    nLabelledFail: negatives.length,
    nAgreed: labelled.filter(({ judge, label }) => judge === label).length,
    nSkipped: counted.rollouts.length - all.length + counted.nNotRows,
    nLabelsLeftOut,
    nDuplicates: counted.nDuplicates,
    nBeyondProbe: counted.nBeyondProbe,
  };
  return createReport("corrected_pass_rate", fields, correctedPassRateNotes(fields), correctedPassRateText);
}
