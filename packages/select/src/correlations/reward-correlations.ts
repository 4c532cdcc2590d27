import {
  checkOptions,
  createReport,
  derive,
  type Note,
  optionRule,
  type Row,
  type RowLike,
  signedText,
} from "@whileai/core";
import { type GradedRows, gradedRows } from "../hack-scan/graded-rows.js";
import { DEFAULT_MINIMUM_OBSERVATIONS } from "../hack-scan/hack-scan-options.js";
import { inputNotes } from "../hack-scan/input-notes.js";
import { withRowErrors } from "../rows/with-row-errors.js";
import { activityColumns, type CorrelationColumn, conductColumns } from "./correlation-columns.js";
import {
  type RewardCorrelation,
  type RewardCorrelationsReport,
  renderRewardCorrelations,
} from "./correlations-report.js";
import { shufflePs } from "./shuffle-p.js";

/** |within| from which a correlation is worth a warning. Convention. */
const STRONG = 0.3;
/** Adjusted p up to which a correlation is no accident. Convention. */
const ALPHA = 0.05;
/** Shuffles behind the p-values. Convention. */
const DEFAULT_PERMUTATIONS = 999;
/** Shuffles where only the flag is wanted: enough to tell 0.05. */
const FLAG_PERMUTATIONS = 199;

/** Options of `rewardCorrelations`. */
export interface RewardCorrelationsOptions {
  /** Shuffles behind the p-values. Default 999. */
  permutations?: number | undefined;
  /** Seed of the shuffles. Default 0. */
  seed?: number | string | undefined;
}

/**
 * How the reward goes with things it is seldom meant to pay for: the length of the reply, tool calls, turns, set phrases
 * (boilerplate, hedging, apology, sycophancy, refusal) and trace flags.
 *
 * Each is a correlation **inside asks** (Pearson, ask means taken out), which the difficulty of the asks cannot fake; the
 * pooled one stands beside it. p is two-sided, from shuffles of the rewards inside each ask. A feature is flagged when
 * |within| ≥ 0.3 with an adjusted p ≤ 0.05 on at least 20 graded rows.
 *
 * @param rows - Graded rollouts; rows without a finite reward are left out, entries that are no rows are counted.
 * @throws OptionError for an unknown option or a bad value.
 *
 * @example
 * const report = rewardCorrelations(rows);
 * report.correlations.filter(({ flagged }) => flagged).map(({ feature }) => feature); // ["reply_length"]
 */
export function rewardCorrelations(
  rows: Iterable<RowLike>,
  options?: RewardCorrelationsOptions,
): RewardCorrelationsReport {
  checkOptions("rewardCorrelations", options, { permutations: optionRule.integer(1), seed: optionRule.seed });
  const permutations = options?.permutations ?? DEFAULT_PERMUTATIONS;
  const { graded, correlations } = withRowErrors("rewardCorrelations", rows, (given) => {
    const graded = gradedRows(given);
    const columns = [...activityColumns(graded), ...conductColumns(graded)];
    return { graded, correlations: correlate(columns, graded, permutations, options?.seed ?? 0) };
  });
  return createReport(
    "reward_correlations",
    {
      nRows: graded.nInput,
      nSkipped: graded.nSkipped,
      nGraded: graded.rows.length,
      nGroups: graded.askKeys.length,
      permutations,
      correlations,
    },
    correlationNotes(correlations, graded),
    renderRewardCorrelations,
  );
}

/** How the reward goes with reply length, tool calls and turns. p-values are left out where nothing is strong. */
export function activityCorrelations(rows: Iterable<Row>): RewardCorrelation[] {
  const graded = gradedRows(rows);
  const columns = activityColumns(graded);
  const isStrong = columns.some(({ column }) => Math.abs(column?.rho ?? 0) >= STRONG);
  return correlate(columns, graded, isStrong ? FLAG_PERMUTATIONS : 0, 0);
}

function correlate(
  columns: readonly CorrelationColumn[],
  graded: GradedRows,
  permutations: number,
  seed: number | string,
): RewardCorrelation[] {
  const stream = derive(seed, "reward-correlations");
  const ps =
    permutations === 0
      ? []
      : shufflePs(
          columns.map(({ column }) => column),
          graded,
          permutations,
          stream,
        );
  return columns.map(({ feature, nObs, column }, index) => {
    const { p, adjustedP } = ps[index] ?? { p: null, adjustedP: null };
    const within = column?.rho ?? null;
    const isStrong = within !== null && Math.abs(within) >= STRONG;
    const isEnough = graded.rows.length >= DEFAULT_MINIMUM_OBSERVATIONS;
    const flagged = isStrong && isEnough && adjustedP !== null && adjustedP <= ALPHA;
    return { feature, within, pooled: column?.pooled ?? null, nObs, p, adjustedP, flagged };
  });
}

function correlationNotes(correlations: readonly RewardCorrelation[], graded: GradedRows): Note[] {
  const notes: Note[] = correlations.filter(({ flagged }) => flagged).map(flagNote);
  const warn = (code: string, message: string) => notes.push({ code, severity: "warning", message });
  if (graded.rows.length === 0) warn("ungraded", "No row carries a reward, so nothing could be compared.");
  else if (graded.squares === 0)
    warn("no_contrast", "No ask holds two different rewards, so nothing could be compared.");
  return [...notes, ...inputNotes(graded)];
}

const flagNote = ({ feature, within, pooled }: RewardCorrelation): Note => ({
  code: "reward_correlates",
  severity: "warning",
  message: `The reward goes with ${feature}: ${signedText(within as number, 2)} within asks${pooled === null ? "" : `, ${signedText(pooled, 2)} pooled`}.`,
  fix: "If that is not what it should pay for, change the judge before training on it.",
});
